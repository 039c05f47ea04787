//! What the entries of a NamespacedCloudProfile map its own versions to: every flavor, and no other, in every region that
//! is mentioned at all.

use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, FieldPath, MachineImageVersion, Source, Violation,
};

use crate::entries::{architecture_of, entries, images_path, mapped};
use crate::surplus::PROVIDER_MAPPING_SURPLUS;
use crate::unmapped::{
    PROVIDER_ARCHITECTURE_UNMAPPED, PROVIDER_FLAVOR_UNMAPPED, PROVIDER_IMAGE_UNMAPPED, PROVIDER_VERSION_UNMAPPED, shown,
};
use crate::{Artifact, Checker, GardenerLooksAt, ImageVersion, MixedFormat, Plugin, ProviderImage, Repeats};

rootstock_core_model::rules! {
    /// A region in which some artifacts of a version are mapped and others are not.
    PROVIDER_REGIONS_INCOMPLETE: Error, since "0.1.0", Source::Gardener;
}

/// The regions that any of the artifacts is mapped in, each once, in the order of the document.
fn mentioned<'v>(artifacts: &[Artifact<'v>]) -> Vec<&'v str> {
    let mut seen = HashSet::new();
    let regions = artifacts.iter().flat_map(|artifact| artifact.regional.iter().map(|entry| entry.region));
    regions.filter(|region| !region.is_empty() && seen.insert(*region)).collect()
}

impl Checker<'_> {
    /// Reports regions in which some artifacts of a version are mapped and others are not.
    pub(super) fn check_complete_regions<V: ImageVersion>(&mut self, images: &[ProviderImage<V>]) {
        for (_, placed) in entries(images) {
            let mut artifacts = placed.entry.flavors();
            if artifacts.is_empty() && !self.has_capabilities() {
                artifacts = mapped(placed.entry).collect();
            }
            let regions = mentioned(&artifacts);
            for artifact in &artifacts {
                let here: HashSet<&str> = artifact.regional.iter().map(|entry| entry.region).collect();
                let lacking = regions.iter().filter(|region| !here.contains(*region));
                let lacking: Vec<String> = lacking.map(|region| format!("`{region}`")).collect();
                if !lacking.is_empty() {
                    self.report(incomplete(artifact, &lacking, artifact.place.below(placed.path())));
                }
            }
        }
    }

    /// The comparison as Gardener's extensions make it: whatever they find is attached to the whole list.
    pub(super) fn compare_namespaced<P: Plugin>(
        &mut self,
        images: &[ProviderImage<P::Version>],
        parent: &CloudProfileSpec,
        looks_into_entries: bool,
    ) {
        let inherited: HashSet<&str> = parent.images().iter().map(|image| image.name.as_str()).collect();
        let mut mapped: HashMap<&str, HashMap<&str, Vec<&P::Version>>> = HashMap::new();
        for image in images {
            let versions = mapped.entry(&image.name).or_default();
            for entry in image.entries() {
                let entries = versions.entry(entry.version()).or_default();
                if P::REPEATS != Repeats::EntryPerArchitecture {
                    entries.clear();
                }
                entries.push(entry);
            }
        }
        for image in self.spec().images() {
            let name = image.name.as_str();
            let entries = mapped.get(name);
            if entries.is_none() && !inherited.contains(name) {
                self.report(Violation::required(
                    &PROVIDER_IMAGE_UNMAPPED,
                    images_path(),
                    format!("must map machine image `{name}`, which neither the parent nor this profile maps"),
                ));
                continue;
            }
            for version in image.offered() {
                match entries.and_then(|entries| entries.get(version.version.as_str())) {
                    Some(entries) if looks_into_entries => {
                        let is_override = self.is_inherited(name, &version.version);
                        if P::NAMESPACED.compares_overrides || !is_override {
                            self.compare_entries::<P>(version, entries, inherited.contains(name));
                        }
                    }
                    Some(_) => {}
                    None if self.is_inherited(name, &version.version) => {}
                    None => self.report(Violation::required(
                        &PROVIDER_VERSION_UNMAPPED,
                        images_path(),
                        format!(
                            "must map version `{}` of machine image `{name}`, which neither the parent nor this profile \
                             maps",
                            version.version
                        ),
                    )),
                }
            }
        }
    }

    fn compare_entries<P: Plugin>(&mut self, version: &MachineImageVersion, entries: &[&P::Version], has_parent: bool) {
        let legacy: Vec<Artifact<'_>> = entries.iter().copied().flat_map(mapped).collect();
        if !self.has_capabilities() {
            let compared = P::COMPARISON.gardener_looks_at == GardenerLooksAt::Everything;
            match compared {
                false => {}
                true if P::Version::IS_REGIONAL => self.compare_regions(version, &legacy),
                true => self.compare_legacy_entries::<P>(version, &legacy, has_parent),
            }
            return;
        }
        let everything = Capabilities::new();
        let core: Vec<&Capabilities> = match version.flavors() {
            [] => vec![&everything],
            written => written.iter().map(|flavor| &flavor.0).collect(),
        };
        let flavors = entries.iter().map(|entry| entry.flavors()).find(|flavors| !flavors.is_empty());
        let Some(flavors) = flavors else {
            self.compare_architectures(version, &core, &legacy, P::COMPARISON.mixed);
            return;
        };
        let wanted: Vec<CapabilitySet> = core.iter().map(|flavor| self.compile(flavor, version)).collect();
        let mapped: Vec<CapabilitySet> =
            flavors.iter().map(|flavor| self.compile(&flavor.capabilities, version)).collect();
        for (flavor, set) in flavors.iter().zip(&mapped) {
            if !wanted.contains(set) {
                self.forbid(version, &format!("the capabilities {}", shown(&flavor.capabilities)));
            }
        }
        let regions = if P::NAMESPACED.regions_are_complete { mentioned(&flavors) } else { Vec::new() };
        for (written, set) in core.iter().zip(&wanted) {
            let equal: Vec<&Artifact<'_>> =
                flavors.iter().zip(&mapped).filter(|(_, mapped)| *mapped == set).map(|(flavor, _)| flavor).collect();
            if equal.is_empty() {
                self.require(version, &format!("the capabilities {}", shown(written)));
                continue;
            }
            let lacks = |region: &&&str| {
                !equal.iter().any(|flavor| flavor.regional.iter().any(|entry| entry.region == **region))
            };
            for region in regions.iter().filter(lacks) {
                self.require(version, &format!("the capabilities {} in region `{region}`", shown(written)));
            }
        }
    }

    /// A parent without capabilities.
    fn compare_regions(&mut self, version: &MachineImageVersion, artifacts: &[Artifact<'_>]) {
        let wanted = version.legacy_architectures();
        for artifact in artifacts {
            let Some(architecture) = architecture_of(artifact) else { continue };
            if !wanted.iter().any(|one| one == architecture) {
                for _ in &artifact.regional {
                    self.forbid(version, &format!("architecture `{architecture}`"));
                }
            }
        }
        let regions = mentioned(artifacts);
        for architecture in wanted {
            let own = artifacts.iter().find(|artifact| architecture_of(artifact) == Some(architecture));
            let here: HashSet<&str> =
                own.map(|own| own.regional.iter().map(|entry| entry.region).collect()).unwrap_or_default();
            if regions.is_empty() {
                self.require(version, &format!("architecture `{architecture}`"));
            }
            for region in regions.iter().filter(|region| !here.contains(*region)) {
                self.require(version, &format!("architecture `{architecture}` in region `{region}`"));
            }
        }
    }

    /// A parent without capabilities, and images that are the same in all regions.
    fn compare_legacy_entries<P: Plugin>(
        &mut self,
        version: &MachineImageVersion,
        artifacts: &[Artifact<'_>],
        has_parent: bool,
    ) {
        let wanted = version.legacy_architectures();
        let provided: HashSet<&str> = artifacts.iter().filter_map(architecture_of).collect();
        if !(P::NAMESPACED.misses_architectures_of_new_images_only && has_parent) {
            for architecture in wanted.iter().filter(|one| !provided.contains(one.as_str())) {
                self.require(version, &format!("architecture `{architecture}`"));
            }
        }
        for architecture in artifacts.iter().filter_map(architecture_of) {
            if !wanted.iter().any(|one| one == architecture) {
                self.forbid(version, &format!("architecture `{architecture}`"));
            }
        }
    }

    /// An entry in legacy format below a parent with capabilities: architectures stand for flavors.
    fn compare_architectures(
        &mut self,
        version: &MachineImageVersion,
        core: &[&Capabilities],
        artifacts: &[Artifact<'_>],
        mixed: MixedFormat,
    ) {
        let provided: HashSet<&str> = artifacts.iter().filter_map(architecture_of).collect();
        let registered = self.definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        let registered = registered.map(|one| one.values.as_slice()).unwrap_or_default();
        let looked_at = |flavor: &Capabilities| -> Vec<String> {
            let values = flavor.get(ARCHITECTURE).unwrap_or(registered);
            let count = if mixed == MixedFormat::FirstArchitecture { 1 } else { values.len() };
            values.iter().take(count).cloned().collect()
        };
        let wanted: Vec<Vec<String>> = core.iter().map(|flavor| looked_at(flavor)).collect();
        for artifact in artifacts {
            let Some(architecture) = architecture_of(artifact) else { continue };
            if !wanted.iter().flatten().any(|one| one == architecture) {
                self.forbid(version, &format!("architecture `{architecture}`"));
            }
        }
        for (flavor, architectures) in core.iter().zip(wanted) {
            let is_provided = |one: &String| provided.contains(one.as_str());
            if provided.is_empty() || architectures.is_empty() {
                self.require(version, &format!("the capabilities {}", shown(flavor)));
                continue;
            }
            for architecture in architectures.iter().filter(|one| !is_provided(one)) {
                self.require(version, &format!("architecture `{architecture}`"));
            }
        }
    }

    fn forbid(&mut self, version: &MachineImageVersion, what: &str) {
        let detail = format!("maps version `{}` for {what}, which its core entry does not have", version.version);
        self.report(Violation::forbidden(&PROVIDER_MAPPING_SURPLUS, images_path(), detail));
    }

    fn require(&mut self, version: &MachineImageVersion, what: &str) {
        let rule = if self.has_capabilities() { &PROVIDER_FLAVOR_UNMAPPED } else { &PROVIDER_ARCHITECTURE_UNMAPPED };
        let detail = format!("must map version `{}` for {what}", version.version);
        self.report(Violation::required(rule, images_path(), detail));
    }
}

fn incomplete(artifact: &Artifact<'_>, lacking: &[String], path: FieldPath) -> Violation {
    let (what, which) = if lacking.len() == 1 { ("region", "it is") } else { ("regions", "they are") };
    let detail = format!(
        "must have an image in {what} {} for {}: {which} mapped for others of this version, and a \
         NamespacedCloudProfile maps all of them in the same regions",
        lacking.join(", "),
        shown(&artifact.capabilities),
    );
    Violation::required(&PROVIDER_REGIONS_INCOMPLETE, path, detail)
}
