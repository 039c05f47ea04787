//! A profile as it is: text, tree, types, and what the provider's half maps.

use std::cell::OnceCell;
use std::sync::Arc;

use rootstock_analysis::{Profile, Written};
use rootstock_core_model::{
    CapabilityDefinition, CloudProfile, CloudProfileSpec, FieldPath, GARDENER, NodeRef, Segment, Severity, Violation,
    ViolationKind,
};
use rootstock_document::Locator;
use rootstock_provider_api::{ImageReference, MappedVersion};

use crate::{Refusal, Unplanned, VersionName};

/// A profile that can be worked on.
pub(crate) struct Base {
    profile: Arc<Profile>,
    written: Arc<Written<CloudProfile>>,
    /// Every reference of the provider's half; none where no plug-in knows it.
    pub(crate) references: Arc<Vec<ImageReference>>,
    mapped: OnceCell<Vec<MappedVersion>>,
}

impl Base {
    /// What is written of a CloudProfile that can be decoded.
    pub(crate) fn written_of(profile: &Arc<Profile>) -> Result<&Arc<Written<CloudProfile>>, Refusal> {
        let Some(written) = profile.written() else { return Err(Refusal::Rendered) };
        // Fields that are not part of the API are wrong, and no obstacle.
        let is_obstacle = |one: &&Violation| one.severity == Severity::Error && one.kind != ViolationKind::UnknownField;
        let obstacles: Vec<Violation> = written.violations().iter().filter(is_obstacle).cloned().collect();
        if obstacles.is_empty() { Ok(written) } else { Err(Refusal::Undecodable(obstacles)) }
    }

    /// A CloudProfile that can be decoded.
    pub(crate) fn of(profile: &Arc<Profile>) -> Result<Self, Refusal> {
        let written = Self::written_of(profile)?;
        Ok(Self {
            references: Arc::clone(profile.image_references()),
            mapped: OnceCell::new(),
            profile: Arc::clone(profile),
            written: Arc::clone(written),
        })
    }

    /// Every entry of the provider's half, but for those of lists for one region.
    pub(crate) fn mapped(&self) -> &[MappedVersion] {
        let made = || self.profile.config().map(|config| config.mapped_versions()).unwrap_or_default();
        self.mapped.get_or_init(made)
    }

    /// As it is written.
    pub(crate) fn written(&self) -> &CloudProfile {
        &self.written.object
    }

    /// The core half as it is written.
    pub(crate) fn spec(&self) -> &CloudProfileSpec {
        &self.written.object.spec
    }

    /// The text it stands in.
    pub(crate) fn text(&self) -> &str {
        self.written.source().text()
    }

    /// All of it.
    pub(crate) fn root(&self) -> NodeRef<'_> {
        self.written.raw.node()
    }

    /// With everything that was made of it.
    pub(crate) const fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// The capabilities that are registered.
    pub(crate) fn registered(&self) -> &[CapabilityDefinition] {
        self.spec().capability_definitions()
    }

    /// Whether a plug-in reads the provider's half.
    pub(crate) fn is_known_to_provider(&self) -> bool {
        self.profile.config().is_some()
    }

    /// The names of the regions.
    pub(crate) fn regions(&self) -> impl Iterator<Item = &str> {
        self.spec().regions.iter().flatten().map(|region| region.name.as_str())
    }

    /// Finds what paths lead to.
    pub(crate) fn locator(&self) -> Locator<'_> {
        Locator::with_hints(self.root(), &GARDENER)
    }

    /// The node at a path, which exists.
    pub(crate) fn node(&self, path: &FieldPath) -> Result<NodeRef<'_>, Refusal> {
        let found = self.locator().locate(path);
        if found.exact { Ok(found.node) } else { Err(Unplanned::NothingAt(path.clone()).into()) }
    }

    /// The versions that an image or Kubernetes has, and where their list stands.
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

    /// Where the entries of the provider's half for a version of an image stand, each once.
    pub(crate) fn entries(&self, image: &str, version: &str) -> Vec<FieldPath> {
        let mut entries: Vec<FieldPath> = Vec::new();
        let mapped = self.mapped().iter().filter(|one| one.image == image && one.version == version);
        let referred = self.references.iter().filter(|one| *one.image == *image && *one.version == *version);
        let all = mapped.map(|one| Some(one.path.clone())).chain(referred.map(|one| entry_of(one.path.artifact())));
        for entry in all.flatten() {
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        entries
    }
}

pub(crate) fn spec_path() -> FieldPath {
    FieldPath::root().field("spec")
}

/// The entry for a version that an artifact stands in: `….versions[j]`.
fn entry_of(artifact: &FieldPath) -> Option<FieldPath> {
    let segments = artifact.segments();
    let versions = segments.iter().position(|one| matches!(one, Segment::Field(name) if name == "versions"))?;
    segments.get(..versions + 2).map(|entry| FieldPath::from(entry.to_vec()))
}
