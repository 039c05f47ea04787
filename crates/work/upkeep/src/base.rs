//! The original profile: text, tree, types, and the mappings of the provider section.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rootstock_analysis::{Profile, Written};
use rootstock_core_model::{
    CapabilityDefinition, CloudProfile, CloudProfileSpec, FeatureGates, FieldPath, GARDENER, MachineImageVersion,
    NodeRef, Segment, Severity, Violation, ViolationKind,
};
use rootstock_document::Locator;
use rootstock_provider_api::{ImageReference, MappedVersion};
use rootstock_worker_capabilities::BuiltInCatalog;

use crate::{Refusal, Unplanned, VersionName};

/// A profile that can be edited.
pub(crate) struct Base {
    profile: Arc<Profile>,
    gates: FeatureGates,
    written: Arc<Written<CloudProfile>>,
    /// Every reference of the provider section; empty if no plug-in reads it.
    pub(crate) references: Arc<Vec<ImageReference>>,
    mapped: OnceCell<Vec<MappedVersion>>,
    index: OnceCell<VersionIndex>,
    /// The indices of references by the path of the version entry that contains them.
    by_entry: OnceCell<HashMap<FieldPath, Vec<usize>>>,
}

impl Base {
    /// Returns the written form of a CloudProfile that can be decoded.
    pub(crate) fn written_of(profile: &Arc<Profile>) -> Result<&Arc<Written<CloudProfile>>, Refusal> {
        let Some(written) = profile.written() else { return Err(Refusal::Rendered) };
        // Unknown fields are errors, but do not prevent edits.
        let is_obstacle = |one: &&Violation| one.severity == Severity::Error && one.kind != ViolationKind::UnknownField;
        let obstacles: Vec<Violation> = written.violations().iter().filter(is_obstacle).cloned().collect();
        if obstacles.is_empty() { Ok(written) } else { Err(Refusal::Undecodable(obstacles)) }
    }

    /// Creates the base from a CloudProfile that can be decoded.
    pub(crate) fn of(profile: &Arc<Profile>, gates: FeatureGates) -> Result<Self, Refusal> {
        let written = Self::written_of(profile)?;
        Ok(Self {
            gates,
            references: Arc::clone(profile.image_references()),
            mapped: OnceCell::new(),
            index: OnceCell::new(),
            by_entry: OnceCell::new(),
            profile: Arc::clone(profile),
            written: Arc::clone(written),
        })
    }

    /// Returns every entry of the provider section, except those in lists for one region.
    pub(crate) fn mapped(&self) -> &[MappedVersion] {
        let made = || self.profile.config().map(|config| config.mapped_versions()).unwrap_or_default();
        self.mapped.get_or_init(made)
    }

    /// Returns the object as written.
    pub(crate) fn written(&self) -> &CloudProfile {
        &self.written.object
    }

    pub(crate) fn spec(&self) -> &CloudProfileSpec {
        &self.written.object.spec
    }

    /// Returns the text that contains the profile.
    pub(crate) fn text(&self) -> &str {
        self.written.source().text()
    }

    pub(crate) fn root(&self) -> NodeRef<'_> {
        self.written.raw.node()
    }

    pub(crate) const fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    pub(crate) fn registered(&self) -> &[CapabilityDefinition] {
        self.spec().capability_definitions()
    }

    /// Returns the values that a flavor of this version supports in each capability that it omits: every registered one, and
    /// of built-in capabilities those that their catalogue defines.
    pub(crate) fn omitted(&self, image: &str, version: &str) -> Vec<CapabilityDefinition> {
        let mut omitted = self.registered().to_vec();
        if self.gates.worker_capabilities {
            let image = self.spec().images().iter().find(|one| one.name == image);
            let version = image.and_then(|image| image.offered().iter().find(|one| one.version == version));
            let is_in_place = version.is_some_and(supports_in_place_updates);
            let provider = self.profile.provider().map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
            let built_in = BuiltInCatalog::FOLLOWED.built_in(self.registered(), provider);
            omitted.extend(built_in.iter().map(|entry| CapabilityDefinition {
                name: entry.name.to_owned(),
                values: entry.implied(is_in_place).into_iter().map(str::to_owned).collect(),
            }));
        }
        omitted
    }

    /// Returns whether a plug-in reads the provider section.
    pub(crate) fn is_known_to_provider(&self) -> bool {
        self.profile.config().is_some()
    }

    pub(crate) fn regions(&self) -> impl Iterator<Item = &str> {
        self.spec().regions.iter().flatten().map(|region| region.name.as_str())
    }

    /// Returns a locator for paths in the profile.
    pub(crate) fn locator(&self) -> Locator<'_> {
        Locator::with_hints(self.root(), &GARDENER)
    }

    /// Returns the node at a path that must exist.
    pub(crate) fn node(&self, path: &FieldPath) -> Result<NodeRef<'_>, Refusal> {
        Self::node_at(&mut self.locator(), path)
    }

    /// Like [`node`](Self::node), for many paths with one locator.
    pub(crate) fn node_at<'b>(locator: &mut Locator<'b>, path: &FieldPath) -> Result<NodeRef<'b>, Refusal> {
        let found = locator.locate(path);
        if found.exact { Ok(found.node) } else { Err(Unplanned::MissingNode(path.clone()).into()) }
    }

    /// Returns the versions of an image or of Kubernetes, and the path of their list.
    pub(crate) fn versions(&self, name: &VersionName) -> Result<(Vec<&str>, FieldPath), Refusal> {
        let Some(image) = &name.image else {
            let versions = self.spec().kubernetes.offered().iter().map(|one| one.version.as_str()).collect();
            return Ok((versions, spec_path().field("kubernetes").field("versions")));
        };
        let images = self.spec().images();
        let Some((index, found)) = images.iter().enumerate().find(|(_, one)| one.name == *image) else {
            let known = images.iter().map(|one| one.name.clone()).collect();
            return Err(Refusal::UnknownImage { image: image.clone(), known });
        };
        let list = spec_path().field("machineImages").index(index).field("versions");
        Ok((found.offered().iter().map(|one| one.version.as_str()).collect(), list))
    }

    /// Returns an index of all versions and their entries.
    pub(crate) fn version_index(&self) -> VersionIndex {
        let mut index = VersionIndex::default();
        let kubernetes = spec_path().field("kubernetes").field("versions");
        for (place, version) in self.spec().kubernetes.offered().iter().enumerate() {
            let name = VersionName::of_kubernetes(&*version.version);
            index.places.entry(name).or_default().push(kubernetes.clone().index(place));
        }
        let mut seen = HashSet::new();
        let images = self.spec().images().iter().enumerate();
        for (image, found) in images.filter(|(_, image)| seen.insert(image.name.as_str())) {
            let list = spec_path().field("machineImages").index(image).field("versions");
            for (place, version) in found.offered().iter().enumerate() {
                let name = VersionName::of_image(&*found.name, &*version.version);
                index.places.entry(name).or_default().push(list.clone().index(place));
            }
        }
        let mapped = self.mapped().iter().map(|one| (&*one.image, &*one.version, Some(one.path.clone())));
        let referred = self.references.iter().map(|one| (&*one.image, &*one.version, entry_of(one.path.artifact())));
        let mut seen = HashSet::new();
        for (image, version, path) in mapped.chain(referred) {
            let Some(path) = path.filter(|path| seen.insert((image, version, path.clone()))) else { continue };
            index.entries.entry(VersionName::of_image(image, version)).or_default().push(path);
        }
        index
    }

    /// Returns the distinct paths of the provider's entries for a version of an image.
    pub(crate) fn entries(&self, image: &str, version: &str) -> Vec<FieldPath> {
        let index = self.index.get_or_init(|| self.version_index());
        index.entries(&VersionName::of_image(image, version)).to_vec()
    }

    /// Returns the references below some entries, in document order.
    pub(crate) fn references_below(&self, entries: &[FieldPath]) -> Vec<&ImageReference> {
        let by_entry = self.by_entry.get_or_init(|| {
            let mut by_entry: HashMap<FieldPath, Vec<usize>> = HashMap::new();
            for (index, reference) in self.references.iter().enumerate() {
                if let Some(entry) = entry_of(reference.path.artifact()) {
                    by_entry.entry(entry).or_default().push(index);
                }
            }
            by_entry
        });
        let mut below: Vec<usize> = entries.iter().filter_map(|entry| by_entry.get(entry)).flatten().copied().collect();
        below.sort_unstable();
        below.into_iter().filter_map(|index| self.references.get(index)).collect()
    }
}

/// The paths of all versions, and of the provider's entries for them.
#[derive(Debug, Default)]
pub(crate) struct VersionIndex {
    /// The paths of each version of Kubernetes, or of the first image of its name.
    places: BTreeMap<VersionName, Vec<FieldPath>>,
    entries: BTreeMap<VersionName, Vec<FieldPath>>,
}

impl VersionIndex {
    /// Returns the paths of a version, which may be duplicated; empty if it is not in the text.
    pub(crate) fn places(&self, name: &VersionName) -> &[FieldPath] {
        self.places.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the distinct paths of the provider's entries for a version.
    pub(crate) fn entries(&self, name: &VersionName) -> &[FieldPath] {
        self.entries.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

fn supports_in_place_updates(version: &MachineImageVersion) -> bool {
    version.in_place_updates.as_ref().is_some_and(|updates| updates.supported)
}

pub(crate) fn spec_path() -> FieldPath {
    FieldPath::root().field("spec")
}

/// Returns the path of the version entry that contains an artifact: `….versions[j]`.
fn entry_of(artifact: &FieldPath) -> Option<FieldPath> {
    let segments = artifact.segments();
    let versions = segments.iter().position(|one| matches!(one, Segment::Field(name) if name == "versions"))?;
    segments.get(..versions + 2).map(|entry| FieldPath::from(entry.to_vec()))
}
