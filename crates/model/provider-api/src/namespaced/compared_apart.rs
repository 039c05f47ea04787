//! The comparison as Gardener's extensions make it (quirk `namespaced_config_is_compared_apart`): separately, on the
//! profile as written, and with every finding attached to the whole list.
//!
//! Of several images with the same name, only the last one counts, on both sides.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
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

/// The maximum number of rejections: twice as many as are listed of a document. A version has one for each region that each of its
/// flavors lacks.
const MAX_REJECTIONS: usize = 10_000;

/// Equal versions of the core section, and the entries that the extension compares them with.
struct Pair<'a> {
    /// The versions with their positions in the image.
    versions: Vec<(usize, &'a MachineImageVersion)>,
    entries: &'a Entries<'a>,
    /// The number of entries for the version, those of other images of the same name included.
    times: usize,
    /// Whether the parent has the version, too.
    is_override: bool,
    /// Whether the parent has the image.
    has_parent: bool,
}

/// The provider's entries for a version.
#[derive(Default)]
struct Entries<'a> {
    all: Vec<&'a VersionEntry<'a>>,
    /// The artifacts of the legacy format.
    legacy: Vec<&'a Artifact<'a>>,
}

/// Compares the two sections as the extension does; without `looks_into_entries` only by names and versions.
pub(super) fn compare(
    core: &CoreSection<'_>,
    images: &ImageEntries<'_>,
    parent: &CloudProfileSpec,
    extension: &Extension,
    looks_into_entries: bool,
) -> Vec<ExtensionRejection> {
    let mut comparer = Comparer { core, extension, is_global: !images.is_regional, found: Vec::new(), at: (0, 0) };
    let parents: HashSet<&str> = parent.images().iter().map(|image| image.name.as_str()).collect();
    let last: HashMap<&str, &MachineImage> =
        core.spec.images().iter().map(|image| (image.name.as_str(), image)).collect();
    let mut times: HashMap<(&str, &str), usize> = HashMap::new();
    images.versions().for_each(|(image, entry)| *times.entry((image.name, entry.version)).or_default() += 1);
    let mapped: HashMap<&str, &ImageEntry<'_>> = images.images.iter().map(|image| (image.name, image)).collect();
    let is_last = |image: &&MachineImage| last.get(image.name.as_str()).is_some_and(|one| std::ptr::eq(*one, *image));
    for (index, image) in core.spec.images().iter().enumerate().filter(|(_, image)| is_last(image)) {
        comparer.at = (index, 0);
        let name = image.name.as_str();
        let own = mapped.get(name);
        let has_parent = parents.contains(name);
        if own.is_none() && !has_parent {
            comparer.add(ExtensionRejection::ImageUnmapped { image: name.to_owned() });
            continue;
        }
        let by_version = comparer.by_version(own.map_or(&[][..], |image| &image.versions));
        let no_entries = Entries::default();
        // Flavors of a version that can be updated in place are completed differently.
        let mut equal: BTreeMap<(&str, bool), Vec<(usize, &MachineImageVersion)>> = BTreeMap::new();
        for (position, version) in image.offered().iter().enumerate() {
            let is_in_place = version.in_place_updates.as_ref().is_some_and(|updates| updates.supported);
            equal.entry((version.version.as_str(), is_in_place)).or_default().push((position, version));
        }
        for ((version, _), versions) in equal {
            let entries = by_version.get(version).unwrap_or(&no_entries);
            let times = times.get(&(name, version)).copied().unwrap_or_default();
            let pair = Pair { versions, entries, times, is_override: core.is_inherited(name, version), has_parent };
            match looks_into_entries {
                true if images.is_regional => comparer.regional(name, &pair),
                true => comparer.global(name, &pair),
                false => _ = comparer.is_unmapped(name, &pair),
            }
        }
    }
    comparer.found.sort_by_key(|(at, _)| *at);
    if looks_into_entries && !images.is_regional {
        comparer.entries(images, &last);
    }
    comparer.found.into_iter().map(|(_, rejection)| rejection).collect()
}

struct Comparer<'k> {
    core: &'k CoreSection<'k>,
    extension: &'k Extension,
    /// Whether the images are the same in all regions.
    is_global: bool,
    /// The rejections with the positions of the core image and version.
    found: Vec<((usize, usize), ExtensionRejection)>,
    at: (usize, usize),
}

impl Comparer<'_> {
    fn add(&mut self, rejection: ExtensionRejection) {
        if !self.is_full() {
            self.found.push((self.at, rejection));
        }
    }

    const fn is_full(&self) -> bool {
        self.found.len() >= MAX_REJECTIONS
    }

    fn add_missing(&mut self, version: &MachineImageVersion, what: Part) {
        self.add(ExtensionRejection::Missing { version: version.version.clone(), what });
    }

    fn add_surplus(&mut self, version: &str, what: Part) {
        self.add(ExtensionRejection::Surplus { version: version.to_owned(), what });
    }

    /// Whether versions have no entry; reported unless the parent has them, too.
    fn is_unmapped(&mut self, image: &str, pair: &Pair<'_>) -> bool {
        let is_unmapped = pair.entries.all.is_empty();
        let is_exempt = pair.is_override
            && !(self.is_global && self.extension.namespaced.dates_need_entries && self.core.has_capabilities);
        for (position, version) in pair.versions.iter().filter(|_| is_unmapped && !is_exempt) {
            self.at.1 = *position;
            let version = version.version.clone();
            self.add(ExtensionRejection::VersionUnmapped { image: image.to_owned(), version });
        }
        is_unmapped
    }

    /// Returns the entries for each version: all of them if the format has several per version, or else the last one.
    fn by_version<'e>(&self, entries: &'e [VersionEntry<'e>]) -> HashMap<&'e str, Entries<'e>> {
        let mut versions: HashMap<&str, Entries<'_>> = HashMap::new();
        for entry in entries {
            let entries = versions.entry(entry.version).or_default();
            if self.extension.repeats != Repeats::EntryPerArchitecture {
                entries.all.clear();
            }
            entries.all.push(entry);
        }
        for entries in versions.values_mut() {
            entries.legacy = entries.all.iter().flat_map(|entry| entry.mapped()).collect();
        }
        versions
    }

    /// Compares a version whose images are mapped per region.
    fn regional(&mut self, image: &str, pair: &Pair<'_>) {
        let rules = &self.extension.namespaced;
        let goes_on = rules.overrides_are_mapped && (pair.is_override || !rules.stops_at_unmapped_versions);
        if self.is_unmapped(image, pair) && !goes_on {
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
            let provided: HashSet<&str> = pair.entries.legacy.iter().filter_map(|one| architecture_of(one)).collect();
            for (position, version) in pair.versions.iter().filter(|_| !is_exempt) {
                self.at.1 = *position;
                let wanted = version.legacy_architectures().iter();
                for architecture in wanted.filter(|one| !provided.contains(one.as_str())) {
                    self.add_missing(version, Part::architecture(architecture, None));
                }
            }
        } else if !self.is_unmapped(image, pair) && (rules.compares_overrides || !pair.is_override) {
            self.by_capabilities(pair);
        }
    }

    /// Compares versions below a parent with capabilities: flavors with flavors, or with architectures in legacy format.
    fn by_capabilities(&mut self, pair: &Pair<'_>) {
        // An extension that allows several entries for a version, but does not go through them again, looks at the last one that maps anything,
        // once for each entry for the version, even of the images of the same name that do not count.
        let takes_last = self.extension.repeats == Repeats::EntryPerArchitecture
            && !self.extension.namespaced.goes_through_entries_again;
        let is_of_flavors = |entry: &&&VersionEntry<'_>| !entry.flavors.is_empty();
        let entry = match takes_last {
            true => pair.entries.all.iter().rfind(|entry| entry.maps_anything()).filter(is_of_flavors),
            false => pair.entries.all.iter().find(is_of_flavors),
        };
        let Some(entry) = entry else { return self.architectures(pair) };
        let Some((_, first)) = pair.versions.first() else { return };
        let flavors: Vec<&Artifact<'_>> = entry.flavors.iter().collect();
        let mapped: Vec<CapabilitySet> =
            flavors.iter().map(|flavor| self.core.compile(&flavor.capabilities, first)).collect();
        // The regions of equal flavors.
        let mut regions_of: HashMap<&CapabilitySet, HashSet<&str>> = HashMap::new();
        for (flavor, set) in flavors.iter().zip(&mapped) {
            regions_of.entry(set).or_default().extend(flavor.regions());
        }
        let times = if takes_last { pair.times } else { 1 };
        let regions =
            if self.extension.namespaced.regions_are_complete { mapped_regions(&flavors) } else { Vec::new() };
        let everything = Capabilities::new();
        for (position, version) in &pair.versions {
            if self.is_full() {
                return;
            }
            self.at.1 = *position;
            let core = written_flavors(version, &everything);
            let wanted: Vec<CapabilitySet> = core.iter().map(|flavor| self.core.compile(flavor, version)).collect();
            let known: HashSet<&CapabilitySet> = wanted.iter().collect();
            let is_surplus = |set: &CapabilitySet| !known.contains(set);
            if regions_of.keys().any(|set| is_surplus(set)) {
                for (flavor, _) in flavors.iter().zip(&mapped).filter(|(_, set)| is_surplus(set)) {
                    for _ in 0..times {
                        if self.is_full() {
                            return;
                        }
                        self.add_surplus(&version.version, Part::flavor(&flavor.capabilities, None));
                    }
                }
            }
            for (written, set) in core.iter().zip(&wanted) {
                let Some(here) = regions_of.get(set) else {
                    self.add_missing(version, Part::flavor(written, None));
                    continue;
                };
                for region in regions.iter().filter(|region| !here.contains(*region)) {
                    if self.is_full() {
                        return;
                    }
                    self.add_missing(version, Part::flavor(written, Some(region)));
                }
            }
        }
    }

    /// Compares versions below a parent without capabilities, region by region.
    fn regions(&mut self, pair: &Pair<'_>) {
        let artifacts = &pair.entries.legacy;
        let regions = mapped_regions(artifacts);
        let mut regions_of: HashMap<&str, HashSet<&str>> = HashMap::new();
        for artifact in artifacts {
            let Some(architecture) = architecture_of(artifact) else { continue };
            // Of several artifacts for one architecture, the first one counts.
            let own = || artifact.regions().collect();
            regions_of.entry(architecture).or_insert_with(own);
        }
        for (position, version) in &pair.versions {
            self.at.1 = *position;
            let wanted = version.legacy_architectures();
            let known: HashSet<&str> = wanted.iter().map(String::as_str).collect();
            for artifact in artifacts {
                if self.is_full() {
                    return;
                }
                let Some(architecture) = architecture_of(artifact).filter(|one| !known.contains(one)) else { continue };
                for _ in &artifact.regional {
                    self.add_surplus(&version.version, Part::architecture(architecture, None));
                }
            }
            for architecture in wanted {
                if regions.is_empty() {
                    self.add_missing(version, Part::architecture(architecture, None));
                }
                let here = regions_of.get(architecture.as_str());
                for region in regions.iter().filter(|region| here.is_none_or(|here| !here.contains(*region))) {
                    if self.is_full() {
                        return;
                    }
                    self.add_missing(version, Part::architecture(architecture, Some(region)));
                }
            }
        }
    }

    /// Compares entries in legacy format below a parent with capabilities: architectures take the place of flavors.
    fn architectures(&mut self, pair: &Pair<'_>) {
        let counts = self.extension.comparison.mixed != MixedFormat::Unsupported;
        let in_legacy_format = pair.entries.all.iter().filter(|entry| entry.flavors.is_empty() && counts);
        let artifacts: Vec<&Artifact<'_>> = in_legacy_format.flat_map(|entry| entry.mapped()).collect();
        let provided: HashSet<&str> = artifacts.iter().filter_map(|one| architecture_of(one)).collect();
        let takes_first = self.extension.comparison.mixed == MixedFormat::FirstArchitecture;
        let count = if takes_first { 1 } else { usize::MAX };
        // If the extension iterates over the entries again, empty references are not skipped here.
        let rechecks_entries = self.extension.namespaced.goes_through_entries_again;
        let counted = artifacts.iter().filter(|artifact| rechecks_entries || artifact.has_counted_reference());
        let counted: BTreeSet<&str> = counted.filter_map(|one| architecture_of(one)).collect();
        let everything = Capabilities::new();
        let core = self.core;
        for (position, version) in &pair.versions {
            if self.is_full() {
                return;
            }
            self.at.1 = *position;
            let flavors = written_flavors(version, &everything);
            let wanted = |flavor| core.architectures_after_defaulting(flavor).iter().take(count).map(String::as_str);
            let all: HashSet<&str> = flavors.iter().flat_map(|flavor| wanted(*flavor)).collect();
            for architecture in counted.iter().filter(|one| !all.contains(*one)) {
                self.add_surplus(&version.version, Part::architecture(architecture, None));
            }
            for flavor in flavors {
                if provided.is_empty() {
                    self.add_missing(version, Part::flavor(flavor, None));
                    continue;
                }
                for architecture in wanted(flavor).filter(|one| !provided.contains(one)) {
                    self.add_missing(version, Part::architecture(architecture, None));
                }
            }
        }
    }

    /// Checks each entry in legacy format: its architecture must be one that its version has.
    fn entries(&mut self, images: &ImageEntries<'_>, core: &HashMap<&str, &MachineImage>) {
        let rechecks_entries = self.extension.namespaced.goes_through_entries_again;
        let everything = Capabilities::new();
        // The architectures of each version; of several with one version, the last one counts.
        let mut wanted: HashMap<(&str, &str), HashSet<&str>> = HashMap::new();
        for image in core.values() {
            for version in image.offered() {
                let architectures = match self.core.has_capabilities {
                    true => {
                        let flavors = written_flavors(version, &everything).into_iter();
                        flavors.flat_map(|flavor| self.core.architectures_after_defaulting(flavor)).collect()
                    }
                    false => version.legacy_architectures().iter().collect::<Vec<_>>(),
                };
                let architectures = architectures.into_iter().map(String::as_str).collect();
                wanted.insert((&image.name, &version.version), architectures);
            }
        }
        for (image, entry) in images.versions().filter(|(image, _)| core.contains_key(image.name)) {
            let version = wanted.get(&(image.name, entry.version));
            for artifact in entry.mapped() {
                let Some(architecture) = architecture_of(artifact) else { continue };
                let is_wanted = match (self.core.has_capabilities, version) {
                    (true, Some(version)) => {
                        let is_rechecked =
                            rechecks_entries && entry.flavors.is_empty() && artifact.has_counted_reference();
                        !is_rechecked || version.contains(architecture)
                    }
                    (true, None) => true,
                    (false, Some(version)) => version.contains(architecture),
                    (false, None) => !rechecks_entries,
                };
                if !is_wanted {
                    self.add_surplus(entry.version, Part::architecture(architecture, None));
                }
            }
        }
    }
}
