//! The comparison as Gardener's extensions make it (quirk `namespaced_config_is_compared_apart`): by itself, of what is
//! written, and with everything that is found attached to the whole list.
//!
//! Of several images of one name the last one is looked at, on both sides.

use std::collections::{BTreeSet, HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{Capabilities, CloudProfileSpec, MachineImage, MachineImageVersion, Violation};

use super::complete_regions::mentioned;
use crate::entries::{architecture_of, images_path, mapped};
use crate::surplus::PROVIDER_MAPPING_SURPLUS;
use crate::unmapped::{
    PROVIDER_ARCHITECTURE_UNMAPPED, PROVIDER_FLAVOR_UNMAPPED, PROVIDER_IMAGE_UNMAPPED, PROVIDER_VERSION_UNMAPPED,
};
use crate::{Artifact, Checker, GardenerLooksAt, ImageVersion, MixedFormat, Plugin, ProviderImage, Repeats};

/// A version of the core half, and what the extension compares it with.
struct Pair<'a, V> {
    version: &'a MachineImageVersion,
    /// The provider's entries for it.
    entries: Vec<&'a V>,
    /// Whether the parent has the version, too.
    is_override: bool,
    /// Whether the parent has the image.
    has_parent: bool,
}

impl Checker<'_> {
    /// Compares the two halves as the extension does it; without `looks_into_entries` by names and versions alone.
    pub(super) fn compare_apart<P: Plugin>(
        &mut self,
        images: &[ProviderImage<P::Version>],
        parent: &CloudProfileSpec,
        looks_into_entries: bool,
    ) {
        let parents: HashSet<&str> = parent.images().iter().map(|image| image.name.as_str()).collect();
        let core = last_by_name(self.spec().images(), |image| &image.name);
        let mapped = last_by_name(images, |image| &image.name);
        for image in self.spec().images().iter().filter(|image| is_last(&core, image, &image.name)) {
            let name = image.name.as_str();
            let own = mapped.get(name);
            if own.is_none() && !parents.contains(name) {
                self.report(Violation::required(
                    &PROVIDER_IMAGE_UNMAPPED,
                    images_path(),
                    format!("must map machine image `{name}`, which neither the parent nor this profile maps"),
                ));
                continue;
            }
            let entries = by_version::<P>(own.map_or(&[][..], |image| image.entries()));
            for version in image.offered() {
                let pair = Pair {
                    version,
                    entries: entries.get(version.version.as_str()).cloned().unwrap_or_default(),
                    is_override: self.is_inherited(name, &version.version),
                    has_parent: parents.contains(name),
                };
                match looks_into_entries {
                    true if P::Version::IS_REGIONAL => self.compare_regional::<P>(name, &pair),
                    true => self.compare_global::<P>(name, &pair),
                    false if pair.entries.is_empty() && !pair.is_override => self.require_version(name, version),
                    false => {}
                }
            }
        }
        if looks_into_entries && !P::Version::IS_REGIONAL {
            self.go_through_entries::<P>(images, &core);
        }
    }

    /// A version whose images exist region by region.
    fn compare_regional<P: Plugin>(&mut self, image: &str, pair: &Pair<'_, P::Version>) {
        if pair.entries.is_empty() {
            if !pair.is_override {
                self.require_version(image, pair.version);
            }
            if !P::EXTENSION.namespaced.overrides_are_mapped {
                return;
            }
        }
        let legacy = pair.legacy();
        if self.has_capabilities() {
            self.compare_by_capabilities::<P>(pair, &legacy);
        } else if P::EXTENSION.comparison.gardener_looks_at == GardenerLooksAt::Everything {
            self.compare_regions(pair.version, &legacy);
        }
    }

    /// A version whose images are the same in all regions.
    fn compare_global<P: Plugin>(&mut self, image: &str, pair: &Pair<'_, P::Version>) {
        let legacy = pair.legacy();
        if !self.has_capabilities() {
            let exempt = match P::EXTENSION.namespaced.misses_architectures_of_new_images_only {
                true => pair.has_parent,
                false => pair.is_override,
            };
            let provided: HashSet<&str> = legacy.iter().filter_map(architecture_of).collect();
            let wanted = pair.version.legacy_architectures().iter().filter(|_| !exempt);
            for architecture in wanted.filter(|one| !provided.contains(one.as_str())) {
                self.require(pair.version, &format!("architecture `{architecture}`"));
            }
        } else if pair.entries.is_empty() {
            if !pair.is_override {
                self.require_version(image, pair.version);
            }
        } else if P::EXTENSION.namespaced.compares_overrides || !pair.is_override {
            self.compare_by_capabilities::<P>(pair, &legacy);
        }
    }

    /// A version below a parent with capabilities: flavors against flavors, or the architectures that stand for them.
    fn compare_by_capabilities<P: Plugin>(&mut self, pair: &Pair<'_, P::Version>, legacy: &[Artifact<'_>]) {
        let version = pair.version;
        let everything = Capabilities::new();
        let core: Vec<&Capabilities> = match version.flavors() {
            [] => vec![&everything],
            written => written.iter().map(|flavor| &flavor.0).collect(),
        };
        let flavors = pair.entries.iter().map(|entry| entry.flavors()).find(|flavors| !flavors.is_empty());
        let Some(flavors) = flavors else {
            self.compare_architectures::<P>(version, &core, legacy);
            return;
        };
        let wanted: Vec<CapabilitySet> = core.iter().map(|flavor| self.compile(flavor, version)).collect();
        let mapped: Vec<CapabilitySet> =
            flavors.iter().map(|flavor| self.compile(&flavor.capabilities, version)).collect();
        for (flavor, set) in flavors.iter().zip(&mapped) {
            if !wanted.contains(set) {
                self.forbid(version, &format!("the capabilities {}", flavor.capabilities));
            }
        }
        let regions = if P::EXTENSION.namespaced.regions_are_complete { mentioned(&flavors) } else { Vec::new() };
        for (written, set) in core.iter().zip(&wanted) {
            let equal: Vec<&Artifact<'_>> =
                flavors.iter().zip(&mapped).filter(|(_, mapped)| *mapped == set).map(|(flavor, _)| flavor).collect();
            if equal.is_empty() {
                self.require(version, &format!("the capabilities {}", written));
                continue;
            }
            let lacks = |region: &&&str| {
                !equal.iter().any(|flavor| flavor.regional.iter().any(|entry| entry.region == **region))
            };
            for region in regions.iter().filter(lacks) {
                self.require(version, &format!("the capabilities {} in region `{region}`", written));
            }
        }
    }

    /// A version below a parent without capabilities, region by region.
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

    /// An entry in legacy format below a parent with capabilities: architectures stand for flavors.
    fn compare_architectures<P: Plugin>(
        &mut self,
        version: &MachineImageVersion,
        core: &[&Capabilities],
        artifacts: &[Artifact<'_>],
    ) {
        let provided: HashSet<&str> = artifacts.iter().filter_map(architecture_of).collect();
        let wanted: Vec<Vec<String>> = core
            .iter()
            .map(|flavor| {
                let values = self.architectures_of(flavor);
                let count =
                    if P::EXTENSION.comparison.mixed == MixedFormat::FirstArchitecture { 1 } else { values.len() };
                values.into_iter().take(count).collect()
            })
            .collect();
        // Where entries are gone through once more, it does not matter here whether they refer to anything.
        let counts =
            |artifact: &&Artifact<'_>| P::EXTENSION.namespaced.goes_through_entries_again || artifact.has_reference();
        let counted: BTreeSet<&str> = artifacts.iter().filter(counts).filter_map(architecture_of).collect();
        for architecture in &counted {
            if !wanted.iter().flatten().any(|one| one == architecture) {
                self.forbid(version, &format!("architecture `{architecture}`"));
            }
        }
        for (flavor, architectures) in core.iter().zip(wanted) {
            if provided.is_empty() {
                self.require(version, &format!("the capabilities {}", flavor));
                continue;
            }
            for architecture in architectures.iter().filter(|one| !provided.contains(one.as_str())) {
                self.require(version, &format!("architecture `{architecture}`"));
            }
        }
    }

    /// Entries in legacy format, one by one: each is for an architecture that its version has.
    fn go_through_entries<P: Plugin>(
        &mut self,
        images: &[ProviderImage<P::Version>],
        core: &HashMap<&str, &MachineImage>,
    ) {
        let again = P::EXTENSION.namespaced.goes_through_entries_again;
        for image in images {
            let Some(versions) = core.get(image.name.as_str()).map(|image| image.offered()) else { continue };
            for entry in image.entries() {
                let version = versions.iter().rev().find(|version| version.version == entry.version());
                for artifact in mapped(entry) {
                    let Some(architecture) = architecture_of(&artifact) else { continue };
                    let is_wanted = match (self.has_capabilities(), version) {
                        (true, Some(version)) => {
                            !again
                                || !entry.flavors().is_empty()
                                || !artifact.has_reference()
                                || self.is_wanted(version, architecture)
                        }
                        (true, None) => true,
                        (false, Some(version)) => version.legacy_architectures().iter().any(|one| one == architecture),
                        (false, None) => !again,
                    };
                    if !is_wanted {
                        let detail = format!("architecture `{architecture}`");
                        self.forbid_version(entry.version(), &detail);
                    }
                }
            }
        }
    }

    fn is_wanted(&self, version: &MachineImageVersion, architecture: &str) -> bool {
        let has = |flavor: &Capabilities| self.architectures_of(flavor).iter().any(|one| one == architecture);
        match version.flavors() {
            [] => has(&Capabilities::new()),
            flavors => flavors.iter().any(|flavor| has(&flavor.0)),
        }
    }

    /// The architectures of a core flavor after defaulting.
    fn architectures_of(&self, flavor: &Capabilities) -> Vec<String> {
        self.architectures_after_defaulting(flavor).to_vec()
    }

    fn forbid(&mut self, version: &MachineImageVersion, what: &str) {
        self.forbid_version(&version.version, what);
    }

    fn forbid_version(&mut self, version: &str, what: &str) {
        let detail = format!("maps version `{version}` for {what}, which its core entry does not have");
        self.report(Violation::forbidden(&PROVIDER_MAPPING_SURPLUS, images_path(), detail));
    }

    fn require(&mut self, version: &MachineImageVersion, what: &str) {
        let rule = if self.has_capabilities() { &PROVIDER_FLAVOR_UNMAPPED } else { &PROVIDER_ARCHITECTURE_UNMAPPED };
        let detail = format!("must map version `{}` for {what}", version.version);
        self.report(Violation::required(rule, images_path(), detail));
    }

    fn require_version(&mut self, image: &str, version: &MachineImageVersion) {
        let detail = format!(
            "must map version `{}` of machine image `{image}`, which neither the parent nor this profile maps",
            version.version,
        );
        self.report(Violation::required(&PROVIDER_VERSION_UNMAPPED, images_path(), detail));
    }
}

impl<'a, V: ImageVersion> Pair<'a, V> {
    /// The artifacts of the legacy format.
    fn legacy(&self) -> Vec<Artifact<'a>> {
        self.entries.iter().copied().flat_map(mapped).collect()
    }
}

/// The last item of each name.
fn last_by_name<T>(items: &[T], name: impl Fn(&T) -> &String) -> HashMap<&str, &T> {
    items.iter().map(|item| (name(item).as_str(), item)).collect()
}

fn is_last<T>(last: &HashMap<&str, &T>, item: &T, name: &str) -> bool {
    last.get(name).is_some_and(|one| std::ptr::eq(*one, item))
}

/// The entries for each version: all of them where several are meant, or else the last one.
fn by_version<P: Plugin>(entries: &[P::Version]) -> HashMap<&str, Vec<&P::Version>> {
    let mut versions: HashMap<&str, Vec<&P::Version>> = HashMap::new();
    for entry in entries {
        let entries = versions.entry(entry.version()).or_default();
        if P::EXTENSION.repeats != Repeats::EntryPerArchitecture {
            entries.clear();
        }
        entries.push(entry);
    }
    versions
}
