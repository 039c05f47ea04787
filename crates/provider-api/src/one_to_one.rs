//! The two halves of a profile against each other: every image, version and flavor of the core half has its counterpart
//! in the provider's half, and the other way round.
//!
//! Flavors are compared as sets after defaulting, by hash: the cost grows with the number of flavors.

use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineImage, MachineImageVersion, Path, Severity, Source,
    VALID_ARCHITECTURES, Violation,
};

use crate::entries::{Entry, EntryArtifact, architecture_of};
use crate::nearest_flavor::nearest;
use crate::surplus::flavor_surplus;
use crate::unmapped::{PROVIDER_ARCHITECTURE_UNMAPPED, flavor_unmapped, image_unmapped, related, version_unmapped};
use crate::{
    Checker, Comparison, GardenerLooksAt, ImageVersion, LegacyComparison, MixedFormat, ProviderImage, Repeats,
};

rootstock_core_model::rules! {
    /// Two provider flavors that are equal after defaulting.
    PROVIDER_FLAVOR_REPEATED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
}

impl Checker<'_> {
    /// Compares the two halves.
    pub(crate) fn compare_images<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        comparison: &Comparison,
        repeats: Repeats,
    ) {
        let looks_at_nothing = comparison.gardener_looks_at == GardenerLooksAt::Nothing;
        if comparison.legacy == LegacyComparison::Nothing
            || looks_at_nothing && self.settings().quirks.providers.extensions_compare_less
        {
            return;
        }
        if comparison.compares_sound_config_only
            && self.settings().quirks.providers.unsound_config_is_not_compared
            && !self.is_clean()
        {
            return;
        }
        let core = self.spec().images();
        let is_empty = images.is_empty() && !self.is_namespaced();
        if !self.follow_ups() && (is_empty || self.unreadable.any_image()) {
            return;
        }
        let spec = Path::root("spec");
        let config = spec.field("providerConfig");
        let is_below_config =
            comparison.prints_core_positions_below_config && self.settings().quirks.findings.gardener_paths;
        let below = if is_below_config { &config } else { &spec };
        let below = below.field("machineImages");
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, image) in images.iter().enumerate() {
            by_name.entry(&image.name).or_default().push(index);
        }
        let blank = by_name.contains_key("");
        let empty_too = comparison.looks_for_empty_images && self.follow_ups();
        for (index, image) in core.iter().enumerate().filter(|(_, image)| empty_too || !image.offered().is_empty()) {
            if image.name.is_empty() && !self.follow_ups() {
                continue;
            }
            let path = below.index(index);
            let Some(mapped) = by_name.get(image.name.as_str()) else {
                let mut offered = image.offered().iter();
                if offered.len() > 0 && offered.all(|version| self.is_inherited(&image.name, &version.version)) {
                    continue;
                }
                // An entry without a name is most likely the one that is missing.
                if self.follow_ups() || !blank {
                    self.report(image_unmapped(image, images.iter().map(|one| one.name.as_str()), &path));
                }
                continue;
            };
            let last_counts = self.settings().quirks.providers.repeated_provider_entries_pass;
            let mapped = if last_counts { mapped.last().map_or(&[][..], std::slice::from_ref) } else { mapped };
            let by_capabilities = self.has_capabilities();
            let seen = Seen { images, mapped, repeats, last_counts, by_capabilities };
            self.compare_versions(image, &seen, comparison, &path.field("versions"));
        }
    }

    fn compare_versions<V: ImageVersion>(
        &mut self,
        image: &MachineImage,
        seen: &Seen<'_, V>,
        comparison: &Comparison,
        path: &Path<'_>,
    ) {
        let by_version = seen.by_version();
        let in_doubt = !self.follow_ups()
            && (by_version.is_empty()
                || by_version.contains_key("")
                || seen.mapped.iter().any(|index| self.unreadable.image(*index)));
        for (index, version) in image.offered().iter().enumerate() {
            let path = path.index(index);
            let entries = by_version.get(version.version.as_str()).map(Vec::as_slice);
            if entries.is_none() && self.is_inherited(&image.name, &version.version) {
                continue;
            }
            if version.version.is_empty() && !self.follow_ups() || entries.is_none() && in_doubt {
                continue;
            }
            if let Some(entries) = entries
                && !self.follow_ups()
                && entries.iter().any(|entry| self.unreadable.version(entry))
            {
                continue;
            }
            let unmapped = || version_unmapped(image, version, seen.mapped, &path);
            match (entries, self.has_capabilities()) {
                (None, true) => self.report(unmapped()),
                (Some(entries), true) => self.compare_flavors(version, entries, comparison.mixed, &path),
                (entries, false) => self.compare_legacy(version, entries, comparison, unmapped, &path),
            }
        }
    }

    fn compare_flavors<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        entries: &[Entry<'_, V>],
        mixed: MixedFormat,
        path: &Path<'_>,
    ) {
        let flavors: Vec<EntryArtifact<'_>> = entries.iter().copied().flat_map(Entry::flavors).collect();
        let everything = Capabilities::new();
        let written: Vec<&Capabilities> = match version.flavors() {
            [] => vec![&everything],
            written => written.iter().map(|flavor| &flavor.0).collect(),
        };
        if flavors.is_empty() {
            return self.compare_mixed(version, &written, entries, mixed, path);
        }
        let core: Vec<CapabilitySet> = written.iter().map(|flavor| self.compile(flavor, version)).collect();
        let provider: Vec<CapabilitySet> =
            flavors.iter().map(|flavor| self.compile(&flavor.artifact.capabilities, version)).collect();
        let mapped: HashSet<&CapabilitySet> = provider.iter().collect();
        let missing: Vec<usize> = (0..core.len())
            .filter(|index| core.get(*index).is_some_and(|set| !mapped.contains(set)))
            .filter(|index| self.follow_ups() || written.get(*index).is_some_and(|one| self.registered.is_sound(one)))
            .collect();
        let unsound = flavors.iter().filter(|flavor| !self.registered.is_sound(&flavor.artifact.capabilities)).count();
        // As many flavors with a mistake as are missing: correcting those is what is to do.
        if self.follow_ups() || missing.len() > unsound {
            for index in missing {
                let flavor = written.get(index).copied().unwrap_or(&everything);
                let violation = flavor_unmapped(version, index, flavor, entries, &self.settings().quirks, path);
                let near =
                    core.get(index).and_then(|wanted| nearest(&self.vocabulary.compiled, wanted, &flavors, &provider));
                self.report(match near {
                    Some(help) => violation.with_help(help),
                    None => violation,
                });
            }
        }
        // Where flavors have still to be written, what is mapped already is not surplus.
        let unwritten = version.flavors().is_empty() && !self.registered.is_sound(&everything);
        if !self.settings().quirks.providers.surplus_provider_flavors_pass && !unwritten {
            let counterparts: HashSet<&CapabilitySet> = core.iter().collect();
            let unsound = written.iter().filter(|one| !self.registered.is_sound(one)).count();
            let surplus: Vec<usize> = (0..provider.len())
                .filter(|index| provider.get(*index).is_some_and(|set| !counterparts.contains(set)))
                .filter(|index| {
                    flavors.get(*index).is_some_and(|one| self.registered.is_sound(&one.artifact.capabilities))
                })
                .collect();
            if surplus.len() > unsound {
                surplus.into_iter().filter_map(|index| flavors.get(index)).for_each(|flavor| {
                    self.report(flavor_surplus(flavor, path));
                });
            }
            self.check_repeated_flavors(&flavors, &provider);
        }
    }

    fn check_repeated_flavors(&mut self, flavors: &[EntryArtifact<'_>], sets: &[CapabilitySet]) {
        let mut first: HashMap<&CapabilitySet, &EntryArtifact<'_>> = HashMap::new();
        let follow_ups = self.follow_ups();
        // What uses a name or value that is not registered differs as soon as that is mended.
        let is_sound = |flavor: &EntryArtifact<'_>| self.registered.is_sound(&flavor.artifact.capabilities);
        let sound: Vec<bool> = flavors.iter().map(|flavor| follow_ups || is_sound(flavor)).collect();
        let compared = flavors.iter().zip(sets).zip(sound).filter(|(_, sound)| *sound).map(|(compared, _)| compared);
        for (flavor, set) in compared {
            let Some(first) = first.get(set) else {
                first.insert(set, flavor);
                continue;
            };
            let detail = "equals another flavor of this version after defaulting, so that neither can be chosen; remove \
                          one, or make them differ in a registered capability";
            let shown = flavor.artifact.capabilities.to_string();
            let violation = Violation::duplicate(&PROVIDER_FLAVOR_REPEATED, flavor.path(), shown).with_detail(detail);
            self.report(violation.with_related(first.path(), "the flavor it equals"));
        }
    }

    /// A version in legacy format in a profile with capabilities: architectures stand for flavors.
    fn compare_mixed<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        written: &[&Capabilities],
        entries: &[Entry<'_, V>],
        mixed: MixedFormat,
        path: &Path<'_>,
    ) {
        let legacy: Vec<EntryArtifact<'_>> = match mixed {
            MixedFormat::Unsupported => Vec::new(),
            _ => entries.iter().copied().flat_map(Entry::mapped).collect(),
        };
        let provided: HashSet<&str> = legacy.iter().filter_map(EntryArtifact::architecture).collect();
        let mut wanted: HashSet<&str> = HashSet::new();
        for (index, flavor) in written.iter().enumerate() {
            let architectures = self.architectures_after_defaulting(flavor);
            wanted.extend(architectures.iter().map(String::as_str));
            let lacking = architectures.iter().filter(|one| !provided.contains(one.as_str())).count();
            let missing = match mixed {
                MixedFormat::Unsupported => 1,
                _ if legacy.is_empty() => 1,
                // Gardener finds nothing missing where no architecture is wanted.
                _ if architectures.is_empty() => usize::from(!self.follow_ups()),
                MixedFormat::FirstArchitecture => {
                    usize::from(!architectures.first().is_some_and(|first| provided.contains(first.as_str())))
                }
                MixedFormat::AllArchitectures => lacking,
            };
            let times = if self.follow_ups() { missing } else { missing.min(1) };
            if self.follow_ups() || self.registered.is_sound(flavor) {
                (0..times).for_each(|_| {
                    self.report(flavor_unmapped(version, index, flavor, entries, &self.settings().quirks, path));
                });
            }
        }
        if !self.settings().quirks.providers.surplus_provider_flavors_pass {
            self.report_surplus_architectures(&legacy, &wanted, Severity::Error, path);
        }
    }

    fn compare_legacy<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        entries: Option<&[Entry<'_, V>]>,
        comparison: &Comparison,
        unmapped: impl Fn() -> Violation,
        path: &Path<'_>,
    ) {
        let looks_at = match self.settings().quirks.providers.extensions_compare_less {
            true => comparison.gardener_looks_at,
            false => GardenerLooksAt::Everything,
        };
        let LegacyComparison::Architectures { without_regions_all } = comparison.legacy else {
            if entries.is_none() && looks_at >= GardenerLooksAt::Versions {
                self.report(unmapped());
            }
            return;
        };
        if looks_at < GardenerLooksAt::Everything {
            if entries.is_none() && looks_at == GardenerLooksAt::Versions {
                self.report(unmapped());
            }
            return;
        }
        let legacy: Vec<EntryArtifact<'_>> = entries.into_iter().flatten().copied().flat_map(Entry::mapped).collect();
        let provided: HashSet<&str> = legacy.iter().filter_map(EntryArtifact::architecture).collect();
        let architectures = self.core_architectures(version);
        for architecture in &architectures {
            let valid = VALID_ARCHITECTURES.contains(&architecture.as_str());
            let is_named = entries.is_some() || comparison.names_architectures_of_unmapped_versions;
            if !valid && is_named && comparison.validates_core_architectures && self.follow_ups() {
                // The core rules report this, too.
                let path = path.field("architectures");
                self.report(Violation::not_supported(
                    &PROVIDER_ARCHITECTURE_UNMAPPED,
                    &path,
                    architecture.as_str(),
                    &VALID_ARCHITECTURES,
                ));
            }
            let Some(entries) = entries else {
                if self.follow_ups() {
                    self.report(unmapped());
                }
                continue;
            };
            let is_named = |entry: &Entry<'_, V>| {
                let artifacts = entry.entry.legacy();
                let has_none = artifacts.iter().all(|artifact| artifact.everywhere.is_none());
                has_none || artifacts.iter().any(|artifact| architecture_of(artifact) == Some(architecture))
            };
            let exempt = provided.is_empty()
                && without_regions_all
                && (self.settings().quirks.providers.image_names_fit_every_architecture
                    || entries.iter().any(is_named));
            if !exempt && !provided.contains(architecture.as_str()) && (valid || self.follow_ups()) {
                let detail = format!(
                    "must be mapped for architecture `{architecture}`, but `spec.providerConfig` has no image of that \
                     architecture for this version",
                );
                let violation = Violation::required(&PROVIDER_ARCHITECTURE_UNMAPPED, path, detail);
                self.report(related(violation, entries));
            }
        }
        if entries.is_none() && !self.follow_ups() {
            self.report(unmapped());
        }
        if !self.settings().quirks.providers.surplus_provider_flavors_pass {
            let wanted = architectures.iter().map(String::as_str).collect();
            let severity = if self.is_namespaced() { Severity::Error } else { Severity::Warning };
            self.report_surplus_architectures(&legacy, &wanted, severity, path);
        }
    }

    /// The architectures of a core version where images are not chosen by capabilities.
    fn core_architectures(&self, version: &MachineImageVersion) -> Vec<String> {
        let written = version.legacy_architectures();
        // An extension that knows no capabilities looks at the legacy field alone, which a profile with capabilities leaves out.
        if !written.is_empty() || self.settings().quirks.providers.extensions_compare_less {
            return written.to_vec();
        }
        let mut architectures: Vec<String> = Vec::new();
        for one in version.flavors().iter().filter_map(|flavor| flavor.0.get(ARCHITECTURE)).flatten() {
            if !architectures.contains(one) {
                architectures.push(one.clone());
            }
        }
        if architectures.is_empty() { vec![DEFAULT_ARCHITECTURE.to_owned()] } else { architectures }
    }
}

/// The provider's entries for one image name, as the extension sees them.
struct Seen<'v, V> {
    images: &'v [ProviderImage<V>],
    /// Positions in `images`: all of that name, or the last one.
    mapped: &'v [usize],
    repeats: Repeats,
    /// Whether of several entries the last one counts (quirk `repeated_provider_entries_pass`).
    last_counts: bool,
    by_capabilities: bool,
}

impl<'v, V: ImageVersion> Seen<'v, V> {
    /// The entries for each version. Where the last one counts and several are meant: all of those in legacy format, or
    /// else the first one with flavors.
    fn by_version(&self) -> HashMap<&'v str, Vec<Entry<'v, V>>> {
        let mut by_version: HashMap<&str, Vec<Entry<'_, V>>> = HashMap::new();
        let images = self.mapped.iter().filter_map(|index| Some((*index, self.images.get(*index)?)));
        for placed in images.flat_map(|(index, image)| Entry::of(index, image)) {
            let entries = by_version.entry(placed.entry.version()).or_default();
            if self.last_counts && self.repeats != Repeats::EntryPerArchitecture {
                entries.clear();
            }
            entries.push(placed);
        }
        if self.last_counts && self.by_capabilities && self.repeats == Repeats::EntryPerArchitecture {
            for entries in by_version.values_mut().filter(|entries| entries.len() > 1) {
                if let Some(first) = entries.iter().find(|placed| !placed.entry.flavors().is_empty()).copied() {
                    *entries = vec![first];
                }
            }
        }
        by_version
    }
}
