//! The comparison of the two sections of a profile, as a pure step: differences, repetitions, and which of them follow
//! from another mistake. [`crate::diagnostics`] turns the result into findings.
//!
//! Flavors are compared as sets after defaulting, by hash: the cost is linear in the number of flavors.

mod architectures;
mod repetition;
mod surplus;

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{Capabilities, MachineImageVersion, ProviderQuirks, Severity};

use crate::core_section::CoreSection;
use crate::nearest_flavor::NearestFlavor;
use crate::{
    Extension, GardenerLooksAt, ImageEntries, ImageEntry, LegacyComparison, PlacedArtifact, Repeats, VersionEntry,
};

/// A difference between the sections.
#[derive(Debug)]
pub(crate) struct SectionMismatch<'e> {
    pub(crate) what: MismatchKind<'e>,
    /// Whether it follows from another mistake, which has a finding of its own.
    pub(crate) is_consequence: bool,
    /// The version of the core section that is compared.
    at: VersionLocation,
}

/// The kind of a difference.
#[derive(Debug)]
pub(crate) enum MismatchKind<'e> {
    /// An image of the core section, at this position, without an entry.
    ImageUnmapped(usize),
    /// A version without an entry, although its image has one.
    VersionUnmapped { location: VersionLocation, image: Option<&'e ImageEntry<'e>> },
    /// A flavor without an artifact.
    FlavorUnmapped {
        location: VersionLocation,
        flavor: usize,
        entry: Option<&'e VersionEntry<'e>>,
        nearest: Option<NearestFlavor>,
    },
    /// An architecture of a version without an artifact.
    ArchitectureUnmapped { location: VersionLocation, architecture: String, entry: Option<&'e VersionEntry<'e>> },
    /// A version with an architecture that does not exist.
    ArchitectureInvalid { location: VersionLocation, architecture: String },
    /// An image that the core section does not have.
    ImageSurplus { image: &'e ImageEntry<'e>, severity: Severity },
    /// A version that the core image does not have.
    VersionSurplus { image: &'e ImageEntry<'e>, entry: &'e VersionEntry<'e>, severity: Severity },
    /// A flavor that the core version does not have.
    FlavorSurplus { location: VersionLocation, artifact: PlacedArtifact<'e> },
    /// An architecture that the core version does not have.
    ArchitectureSurplus { location: VersionLocation, artifact: PlacedArtifact<'e>, severity: Severity },
    /// A repeated image.
    ImageRepeated { image: &'e ImageEntry<'e>, first: &'e ImageEntry<'e>, severity: Severity },
    /// A repeated version; in legacy format perhaps only for one architecture.
    VersionRepeated {
        entry: &'e VersionEntry<'e>,
        first: &'e VersionEntry<'e>,
        of_architecture: bool,
        severity: Severity,
    },
    /// Two flavors of a version that are equal after defaulting.
    FlavorRepeated { artifact: PlacedArtifact<'e>, first: PlacedArtifact<'e> },
}

/// A version of the core section: the position of its image, and its position in the image.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VersionLocation {
    pub(crate) image: usize,
    pub(crate) version: usize,
}

/// A version of the core section with its location.
#[derive(Debug, Clone, Copy)]
struct CoreVersion<'v> {
    at: VersionLocation,
    entry: &'v MachineImageVersion,
}

/// Compares the sections as an extension does under `quirks`. `is_sound` is true if the provider section is valid on its
/// own.
pub(crate) fn compare_sections<'e>(
    core: &CoreSection<'_>,
    images: &'e ImageEntries<'e>,
    extension: &Extension,
    quirks: &ProviderQuirks,
    is_sound: bool,
) -> Vec<SectionMismatch<'e>> {
    let mut comparer = Comparer {
        core,
        images,
        extension,
        quirks,
        in_doubt: false,
        at: VersionLocation::default(),
        found: Vec::new(),
        budget: MAX_COMPARED_VALUES,
    };
    comparer.images(is_sound);
    comparer.surplus();
    comparer.repetition();
    comparer.found
}

struct Comparer<'e, 'k> {
    core: &'k CoreSection<'k>,
    images: &'e ImageEntries<'e>,
    extension: &'k Extension,
    quirks: &'k ProviderQuirks,
    /// Whether differences found now follow from another mistake.
    in_doubt: bool,
    /// The version of the core section that is compared.
    at: VersionLocation,
    found: Vec<SectionMismatch<'e>>,
    /// The remaining budget of value comparisons for finding nearest flavors.
    budget: usize,
}

/// The maximum number of flavor values that are compared per profile to find nearest flavors. It takes a few
/// milliseconds, and is far more than real profiles need. Beyond it, missing flavors are reported without the nearest
/// one.
const MAX_COMPARED_VALUES: usize = 1 << 22;

impl<'e> Comparer<'e, '_> {
    fn add(&mut self, what: MismatchKind<'e>) {
        self.add_if(what, false);
    }

    fn add_if(&mut self, what: MismatchKind<'e>, is_consequence: bool) {
        self.found.push(SectionMismatch { what, is_consequence: is_consequence || self.in_doubt, at: self.at });
    }

    /// Finds what the core section has and the provider section lacks.
    fn images(&mut self, is_sound: bool) {
        let comparison = &self.extension.comparison;
        let looks_at_nothing = comparison.gardener_looks_at == GardenerLooksAt::Nothing;
        if comparison.legacy == LegacyComparison::Nothing
            || looks_at_nothing && self.quirks.extensions_compare_less
            || comparison.compares_sound_config_only && self.quirks.unsound_config_is_not_compared && !is_sound
        {
            return;
        }
        let is_empty = self.images.images.is_empty() && !self.core.is_namespaced();
        if is_empty && !comparison.compares_empty_sections {
            return;
        }
        let nothing_is_known = is_empty || self.images.is_unreadable;
        let mut by_name: HashMap<&str, Vec<&'e ImageEntry<'e>>> = HashMap::default();
        for image in &self.images.images {
            by_name.entry(image.name).or_default().push(image);
        }
        let has_unnamed_entry = by_name.contains_key("");
        // Core images of one name are compared together, because all of them are compared with the same entries.
        let mut mapped_images: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, image) in self.core.spec.images().iter().enumerate() {
            let has_versions = !image.offered().is_empty();
            if !has_versions && !comparison.looks_for_empty_images {
                continue;
            }
            if by_name.contains_key(image.name.as_str()) {
                mapped_images.entry(image.name.as_str()).or_default().push(index);
                continue;
            }
            self.in_doubt = nothing_is_known || !has_versions || image.name.is_empty();
            self.at = VersionLocation { image: index, version: 0 };
            let is_inherited = |version: &MachineImageVersion| self.core.is_inherited(&image.name, &version.version);
            if !has_versions || !image.offered().iter().all(is_inherited) {
                // An entry without a name is most likely the missing one.
                self.add_if(MismatchKind::ImageUnmapped(index), has_unnamed_entry);
            }
        }
        for (name, indices) in mapped_images {
            let mapped = by_name.get(name).map(Vec::as_slice).unwrap_or_default();
            let last = mapped.last().map_or(&[][..], std::slice::from_ref);
            let mapped = if self.quirks.repeated_provider_entries_pass { last } else { mapped };
            self.versions(&indices, mapped, nothing_is_known || name.is_empty());
        }
        self.in_doubt = false;
        self.found.sort_by_key(|mismatch| mismatch.at);
    }

    /// Compares the versions of core images of one name with the entries for that name.
    fn versions(&mut self, indices: &[usize], mapped: &[&'e ImageEntry<'e>], image_in_doubt: bool) {
        let by_version = self.by_version(mapped);
        let names_in_doubt =
            by_version.is_empty() || by_version.contains_key("") || mapped.iter().any(|image| image.is_unreadable);
        let core = self.core;
        let images = indices.iter().filter_map(|index| Some((*index, core.spec.images().get(*index)?)));
        let versions = images.flat_map(|(image, entry)| {
            let versions = entry.offered().iter().enumerate();
            versions.map(move |(version, entry)| CoreVersion { at: VersionLocation { image, version }, entry })
        });
        // Flavors of a version that can be updated in place are completed differently.
        let mut equal: BTreeMap<(&str, bool), Vec<CoreVersion<'_>>> = BTreeMap::new();
        for version in versions {
            let is_in_place = version.entry.in_place_updates.as_ref().is_some_and(|updates| updates.supported);
            equal.entry((version.entry.version.as_str(), is_in_place)).or_default().push(version);
        }
        let name = mapped.first().map_or("", |image| image.name);
        for ((version, _), versions) in equal {
            let entries = by_version.get(version).map(Vec::as_slice);
            if entries.is_none() && core.is_inherited(name, version) {
                continue;
            }
            let in_doubt = entries.map_or(names_in_doubt, |entries| entries.iter().any(|one| one.is_unreadable));
            self.in_doubt = image_in_doubt || version.is_empty() || in_doubt;
            let unmapped = |location| MismatchKind::VersionUnmapped { location, image: mapped.last().copied() };
            match (entries, core.has_capabilities) {
                (None, true) => {
                    for version in versions {
                        self.at = version.at;
                        self.add(unmapped(version.at));
                    }
                }
                (Some(entries), true) => self.flavors(&versions, entries),
                (entries, false) => self.architectures(&versions, entries, unmapped),
            }
        }
    }

    /// Groups the entries by version, as the extension sees them. If only the last entry counts but the legacy format has
    /// one per architecture, that is the first entry with flavors, or else all of them.
    fn by_version(&self, mapped: &[&'e ImageEntry<'e>]) -> HashMap<&'e str, Vec<&'e VersionEntry<'e>>> {
        let last_wins = self.quirks.repeated_provider_entries_pass;
        let several_are_meant = self.extension.repeats == Repeats::EntryPerArchitecture;
        let mut by_version: HashMap<&str, Vec<&VersionEntry<'_>>> = HashMap::default();
        for entry in mapped.iter().flat_map(|image| &image.versions) {
            let entries = by_version.entry(entry.version).or_default();
            if last_wins && !several_are_meant {
                entries.clear();
            }
            entries.push(entry);
        }
        if last_wins && self.core.has_capabilities && several_are_meant {
            for entries in by_version.values_mut().filter(|entries| entries.len() > 1) {
                if let Some(first) = entries.iter().find(|entry| !entry.flavors.is_empty()).copied() {
                    *entries = vec![first];
                }
            }
        }
        by_version
    }

    /// Compares equal core versions with the entries for them. Surplus and repeated entries are reported for the first one only.
    fn flavors(&mut self, versions: &[CoreVersion<'_>], entries: &[&'e VersionEntry<'e>]) {
        let flavors: Vec<PlacedArtifact<'e>> = entries.iter().flat_map(|entry| entry.placed_flavors()).collect();
        let Some(first) = versions.first() else { return };
        if flavors.is_empty() {
            return self.mixed(versions, entries);
        }
        let core = self.core;
        let is_sound = |capabilities: &Capabilities| core.registered.is_sound(capabilities);
        let provider: Vec<CapabilitySet> =
            flavors.iter().map(|flavor| core.compile(&flavor.artifact.capabilities, first.entry)).collect();
        let mapped: HashSet<&CapabilitySet> = provider.iter().collect();
        let unsound = flavors.iter().filter(|flavor| !is_sound(&flavor.artifact.capabilities)).count();
        let everything = Capabilities::new();
        for (place, CoreVersion { at: location, entry: version }) in versions.iter().enumerate() {
            self.at = *location;
            let location = *location;
            let written = written_flavors(version, &everything);
            // A set is as large as all values together, so only one of equal ones is kept.
            let (mut counterparts, mut missing) = (HashSet::default(), Vec::new());
            for (flavor, capabilities) in written.iter().enumerate() {
                // Most profiles list the same flavors in both sections, in the same order.
                let same = flavors.get(flavor).filter(|one| *one.artifact.capabilities == **capabilities);
                if let Some(counterpart) = same.and(provider.get(flavor)) {
                    counterparts.insert(counterpart);
                    continue;
                }
                let set = core.compile(capabilities, version);
                match mapped.get(&set) {
                    Some(counterpart) => _ = counterparts.insert(*counterpart),
                    None => missing.push((flavor, capabilities, set)),
                }
            }
            // If at least as many mapped flavors are invalid as are missing, correcting those is the solution.
            let corrected =
                !missing.is_empty() && missing.iter().filter(|(_, flavor, _)| is_sound(flavor)).count() <= unsound;
            for (flavor, capabilities, set) in missing {
                let cost = flavors.len().saturating_mul(core.vocabulary.compiled.words() * 64);
                let budget = self.budget.checked_sub(cost);
                let nearest = budget.and_then(|budget| {
                    self.budget = budget;
                    NearestFlavor::search(&set, &core.vocabulary.compiled, &flavors, &provider)
                });
                let what = MismatchKind::FlavorUnmapped { location, flavor, entry: entries.first().copied(), nearest };
                self.add_if(what, corrected || !is_sound(capabilities));
            }
            // Mapped flavors are not surplus as long as flavors of the core section are still to be written.
            let is_written = !version.flavors().is_empty() || is_sound(&everything);
            if place > 0 || self.quirks.surplus_provider_flavors_pass || !is_written {
                continue;
            }
            let compared = flavors.iter().zip(&provider);
            let surplus: Vec<PlacedArtifact<'e>> = compared
                .filter(|(flavor, set)| !counterparts.contains(set) && is_sound(&flavor.artifact.capabilities))
                .map(|(flavor, _)| *flavor)
                .collect();
            if !surplus.is_empty() && surplus.len() > written.iter().filter(|flavor| !is_sound(flavor)).count() {
                surplus.into_iter().for_each(|artifact| self.add(MismatchKind::FlavorSurplus { location, artifact }));
            }
            if mapped.len() < provider.len() {
                self.repeated_flavors(&flavors, &provider);
            }
        }
    }
}

/// Returns the flavors of a core version; one without any has a single flavor, `everything`.
pub(crate) fn written_flavors<'v>(
    version: &'v MachineImageVersion,
    everything: &'v Capabilities,
) -> Vec<&'v Capabilities> {
    match version.flavors() {
        [] => vec![everything],
        written => written.iter().map(|flavor| &flavor.0).collect(),
    }
}
