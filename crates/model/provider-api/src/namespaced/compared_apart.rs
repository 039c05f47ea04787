//! The comparison as Gardener's extensions make it (quirk `namespaced_config_is_compared_apart`): separately, on the
//! profile as written, and with every finding attached to the whole list.
//!
//! Of several images with the same name, only the last one counts, on both sides.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{Capabilities, CloudProfileSpec, MachineImage, MachineImageVersion, Violation};

use super::complete_regions::mapped_regions;
use crate::core_section::CoreSection;
use crate::correspondence::written_flavors;
use crate::diagnostics::{
    PROVIDER_ARCHITECTURE_UNMAPPED, PROVIDER_FLAVOR_UNMAPPED, PROVIDER_IMAGE_UNMAPPED, PROVIDER_MAPPING_SURPLUS,
    PROVIDER_VERSION_UNMAPPED,
};
use crate::entries::{architecture_of, images_path};
use crate::{Artifact, Extension, GardenerLooksAt, ImageEntries, ImageEntry, MixedFormat, Repeats, VersionEntry};

/// A reason for the extension to reject the profile.
pub(super) enum ExtensionRejection {
    /// An image that neither the parent nor the profile maps.
    ImageUnmapped { image: String },
    /// A version that neither the parent nor the profile maps.
    VersionUnmapped { image: String, version: String },
    /// A missing part of a version.
    Missing { version: String, what: Part },
    /// A part of a version that the core section does not have.
    Surplus { version: String, what: Part },
}

/// A part of a version's mapping.
pub(super) enum Part {
    Flavor { capabilities: Capabilities, region: Option<String> },
    Architecture { architecture: String, region: Option<String> },
}

impl Part {
    fn flavor(capabilities: &Capabilities, region: Option<&str>) -> Self {
        Self::Flavor { capabilities: capabilities.clone(), region: region.map(str::to_owned) }
    }

    fn architecture(architecture: &str, region: Option<&str>) -> Self {
        Self::Architecture { architecture: architecture.to_owned(), region: region.map(str::to_owned) }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let region = match self {
            Self::Flavor { capabilities, region } => {
                write!(f, "the capabilities {capabilities}")?;
                region
            }
            Self::Architecture { architecture, region } => {
                write!(f, "architecture `{architecture}`")?;
                region
            }
        };
        region.iter().try_for_each(|region| write!(f, " in region `{region}`"))
    }
}

impl ExtensionRejection {
    /// Converts the refusal to a finding.
    pub(super) fn to_violation(&self, core: &CoreSection<'_>) -> Violation {
        match self {
            Self::ImageUnmapped { image } => Violation::required(
                &PROVIDER_IMAGE_UNMAPPED,
                images_path(),
                format!("must map machine image `{image}`, which neither the parent nor this profile maps"),
            ),
            Self::VersionUnmapped { image, version } => Violation::required(
                &PROVIDER_VERSION_UNMAPPED,
                images_path(),
                format!(
                    "must map version `{version}` of machine image `{image}`, which neither the parent nor this profile maps",
                ),
            ),
            Self::Missing { version, what } => {
                let by_capabilities = core.has_capabilities;
                let rule = if by_capabilities { &PROVIDER_FLAVOR_UNMAPPED } else { &PROVIDER_ARCHITECTURE_UNMAPPED };
                Violation::required(rule, images_path(), format!("must map version `{version}` for {what}"))
            }
            Self::Surplus { version, what } => {
                let detail =
                    format!("maps version `{version}` for {what}, which the version in the core section does not have");
                Violation::forbidden(&PROVIDER_MAPPING_SURPLUS, images_path(), detail)
            }
        }
    }
}

/// A version of the core section, and the entries that the extension compares it with.
struct Pair<'a> {
    version: &'a MachineImageVersion,
    /// The provider's entries for it.
    entries: Vec<&'a VersionEntry<'a>>,
    /// The artifacts of the legacy format.
    legacy: Vec<&'a Artifact<'a>>,
    /// Whether the parent has the version, too.
    is_override: bool,
    /// Whether the parent has the image.
    has_parent: bool,
}

/// Compares the two sections as the extension does; without `looks_into_entries` only by names and versions.
pub(super) fn compare(
    core: &CoreSection<'_>,
    images: &ImageEntries<'_>,
    parent: &CloudProfileSpec,
    extension: &Extension,
    looks_into_entries: bool,
) -> Vec<ExtensionRejection> {
    let mut comparer = Comparer { core, extension, found: Vec::new() };
    let parents: HashSet<&str> = parent.images().iter().map(|image| image.name.as_str()).collect();
    let last: HashMap<&str, &MachineImage> =
        core.spec.images().iter().map(|image| (image.name.as_str(), image)).collect();
    let mapped: HashMap<&str, &ImageEntry<'_>> = images.images.iter().map(|image| (image.name, image)).collect();
    let is_last = |image: &&MachineImage| last.get(image.name.as_str()).is_some_and(|one| std::ptr::eq(*one, *image));
    for image in core.spec.images().iter().filter(is_last) {
        let name = image.name.as_str();
        let own = mapped.get(name);
        let has_parent = parents.contains(name);
        if own.is_none() && !has_parent {
            comparer.found.push(ExtensionRejection::ImageUnmapped { image: name.to_owned() });
            continue;
        }
        let by_version = comparer.by_version(own.map_or(&[][..], |image| &image.versions));
        for version in image.offered() {
            let entries = by_version.get(version.version.as_str()).cloned().unwrap_or_default();
            let legacy = entries.iter().flat_map(|entry| entry.mapped()).collect();
            let is_override = core.is_inherited(name, &version.version);
            let pair = Pair { version, entries, legacy, is_override, has_parent };
            match looks_into_entries {
                true if images.is_regional => comparer.regional(name, &pair),
                true => comparer.global(name, &pair),
                false => _ = comparer.is_unmapped(name, &pair),
            }
        }
    }
    if looks_into_entries && !images.is_regional {
        comparer.entries(images, &last);
    }
    comparer.found
}

struct Comparer<'k> {
    core: &'k CoreSection<'k>,
    extension: &'k Extension,
    found: Vec<ExtensionRejection>,
}

impl Comparer<'_> {
    fn add_missing(&mut self, version: &MachineImageVersion, what: Part) {
        self.found.push(ExtensionRejection::Missing { version: version.version.clone(), what });
    }

    fn add_surplus(&mut self, version: &str, what: Part) {
        self.found.push(ExtensionRejection::Surplus { version: version.to_owned(), what });
    }

    /// Whether a version has no entry; reported unless the parent has it, too.
    fn is_unmapped(&mut self, image: &str, pair: &Pair<'_>) -> bool {
        if pair.entries.is_empty() && !pair.is_override {
            let version = pair.version.version.clone();
            self.found.push(ExtensionRejection::VersionUnmapped { image: image.to_owned(), version });
        }
        pair.entries.is_empty()
    }

    /// Returns the entries for each version: all of them if the format has several per version, or else the last one.
    fn by_version<'e>(&self, entries: &'e [VersionEntry<'e>]) -> HashMap<&'e str, Vec<&'e VersionEntry<'e>>> {
        let mut versions: HashMap<&str, Vec<&VersionEntry<'_>>> = HashMap::new();
        for entry in entries {
            let entries = versions.entry(entry.version).or_default();
            if self.extension.repeats != Repeats::EntryPerArchitecture {
                entries.clear();
            }
            entries.push(entry);
        }
        versions
    }

    /// Compares a version whose images are mapped per region.
    fn regional(&mut self, image: &str, pair: &Pair<'_>) {
        if self.is_unmapped(image, pair) && !self.extension.namespaced.overrides_are_mapped {
            return;
        }
        if self.core.has_capabilities {
            self.by_capabilities(pair);
        } else if self.extension.comparison.gardener_looks_at == GardenerLooksAt::Everything {
            self.regions(pair);
        }
    }

    /// Compares a version whose images are the same in all regions.
    fn global(&mut self, image: &str, pair: &Pair<'_>) {
        let rules = &self.extension.namespaced;
        if !self.core.has_capabilities {
            let is_exempt =
                if rules.misses_architectures_of_new_images_only { pair.has_parent } else { pair.is_override };
            let provided: HashSet<&str> = pair.legacy.iter().filter_map(|one| architecture_of(one)).collect();
            let wanted = pair.version.legacy_architectures().iter().filter(|_| !is_exempt);
            for architecture in wanted.filter(|one| !provided.contains(one.as_str())) {
                self.add_missing(pair.version, Part::architecture(architecture, None));
            }
        } else if !self.is_unmapped(image, pair) && (rules.compares_overrides || !pair.is_override) {
            self.by_capabilities(pair);
        }
    }

    /// Compares a version below a parent with capabilities: flavors with flavors, or with architectures in legacy
    /// format.
    fn by_capabilities(&mut self, pair: &Pair<'_>) {
        let version = pair.version;
        let everything = Capabilities::new();
        let core = written_flavors(version, &everything);
        // An extension that allows several entries for a version, but does not go through them again, looks at the last one.
        let takes_last = self.extension.repeats == Repeats::EntryPerArchitecture
            && !self.extension.namespaced.goes_through_entries_again;
        let is_of_flavors = |entry: &&&VersionEntry<'_>| !entry.flavors.is_empty();
        let entry = match takes_last {
            true => pair.entries.last().filter(is_of_flavors),
            false => pair.entries.iter().find(is_of_flavors),
        };
        let Some(entry) = entry else {
            let in_legacy_format = pair.entries.iter().filter(|entry| entry.flavors.is_empty());
            let legacy = in_legacy_format.flat_map(|entry| entry.mapped()).collect();
            return self.architectures(pair.version, &legacy, &core);
        };
        let compile = |flavor: &Capabilities| self.core.compile(flavor, version);
        let wanted: Vec<CapabilitySet> = core.iter().map(|flavor| compile(flavor)).collect();
        let flavors: Vec<&Artifact<'_>> = entry.flavors.iter().collect();
        let mapped: Vec<CapabilitySet> = flavors.iter().map(|flavor| compile(&flavor.capabilities)).collect();
        let times = if takes_last { pair.entries.len() } else { 1 };
        for (flavor, _) in flavors.iter().zip(&mapped).filter(|(_, set)| !wanted.contains(set)) {
            (0..times).for_each(|_| self.add_surplus(&version.version, Part::flavor(&flavor.capabilities, None)));
        }
        let regions =
            if self.extension.namespaced.regions_are_complete { mapped_regions(&flavors) } else { Vec::new() };
        for (written, set) in core.iter().zip(&wanted) {
            let equal: Vec<&Artifact<'_>> =
                flavors.iter().zip(&mapped).filter(|(_, mapped)| *mapped == set).map(|(flavor, _)| *flavor).collect();
            if equal.is_empty() {
                self.add_missing(version, Part::flavor(written, None));
                continue;
            }
            let here: HashSet<&str> =
                equal.iter().flat_map(|flavor| flavor.regional.iter().map(|entry| entry.region)).collect();
            for region in regions.iter().filter(|region| !here.contains(*region)) {
                self.add_missing(version, Part::flavor(written, Some(region)));
            }
        }
    }

    /// Compares a version below a parent without capabilities, region by region.
    fn regions(&mut self, pair: &Pair<'_>) {
        let (version, artifacts) = (pair.version, &pair.legacy);
        let wanted = version.legacy_architectures();
        for artifact in artifacts {
            let Some(architecture) = architecture_of(artifact) else { continue };
            if !wanted.iter().any(|one| one == architecture) {
                artifact.regional.iter().for_each(|_| {
                    self.add_surplus(&version.version, Part::architecture(architecture, None));
                });
            }
        }
        let regions = mapped_regions(artifacts);
        for architecture in wanted {
            let own = artifacts.iter().find(|artifact| architecture_of(artifact) == Some(architecture));
            let here: HashSet<&str> =
                own.map(|own| own.regional.iter().map(|entry| entry.region).collect()).unwrap_or_default();
            if regions.is_empty() {
                self.add_missing(version, Part::architecture(architecture, None));
            }
            for region in regions.iter().filter(|region| !here.contains(*region)) {
                self.add_missing(version, Part::architecture(architecture, Some(region)));
            }
        }
    }

    /// Compares an entry in legacy format below a parent with capabilities: architectures take the place of flavors.
    fn architectures(&mut self, version: &MachineImageVersion, artifacts: &Vec<&Artifact<'_>>, core: &[&Capabilities]) {
        let provided: HashSet<&str> = artifacts.iter().filter_map(|one| architecture_of(one)).collect();
        let takes_first = self.extension.comparison.mixed == MixedFormat::FirstArchitecture;
        let count = if takes_first { 1 } else { usize::MAX };
        let after_defaulting = |flavor: &&Capabilities| {
            self.core.architectures_after_defaulting(flavor).iter().take(count).cloned().collect()
        };
        let wanted: Vec<Vec<String>> = core.iter().map(after_defaulting).collect();
        // If the extension iterates over the entries again, empty references are not skipped here.
        let rechecks_entries = self.extension.namespaced.goes_through_entries_again;
        let counted = artifacts.iter().filter(|artifact| rechecks_entries || artifact.has_reference());
        let counted: BTreeSet<&str> = counted.filter_map(|one| architecture_of(one)).collect();
        for architecture in counted {
            if !wanted.iter().flatten().any(|one| one == architecture) {
                self.add_surplus(&version.version, Part::architecture(architecture, None));
            }
        }
        for (flavor, architectures) in core.iter().zip(wanted) {
            if provided.is_empty() {
                self.add_missing(version, Part::flavor(flavor, None));
                continue;
            }
            for architecture in architectures.iter().filter(|one| !provided.contains(one.as_str())) {
                self.add_missing(version, Part::architecture(architecture, None));
            }
        }
    }

    /// Checks each entry in legacy format: its architecture must be one that its version has.
    fn entries(&mut self, images: &ImageEntries<'_>, core: &HashMap<&str, &MachineImage>) {
        let rechecks_entries = self.extension.namespaced.goes_through_entries_again;
        for (image, entry) in images.versions() {
            let Some(versions) = core.get(image.name).map(|image| image.offered()) else { continue };
            let version = versions.iter().rev().find(|version| version.version == entry.version);
            for artifact in entry.mapped() {
                let Some(architecture) = architecture_of(artifact) else { continue };
                let is_wanted = match (self.core.has_capabilities, version) {
                    (true, Some(version)) => {
                        let is_rechecked = rechecks_entries && entry.flavors.is_empty() && artifact.has_reference();
                        !is_rechecked || self.is_wanted(version, architecture)
                    }
                    (true, None) => true,
                    (false, Some(version)) => version.legacy_architectures().iter().any(|one| one == architecture),
                    (false, None) => !rechecks_entries,
                };
                if !is_wanted {
                    self.add_surplus(entry.version, Part::architecture(architecture, None));
                }
            }
        }
    }

    fn is_wanted(&self, version: &MachineImageVersion, architecture: &str) -> bool {
        let everything = Capabilities::new();
        let flavors = written_flavors(version, &everything);
        let has = |flavor: &&Capabilities| {
            self.core.architectures_after_defaulting(flavor).iter().any(|one| one == architecture)
        };
        flavors.iter().any(has)
    }
}
