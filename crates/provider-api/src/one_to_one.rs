//! The two halves of a profile against each other: every image, version and flavor of the core half has its counterpart
//! in the provider's half, and the other way round.
//!
//! Flavors are compared as sets after defaulting, by hash: the cost grows with the number of flavors.

use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, FieldPath, MachineImage, MachineImageVersion, Path, Severity, Source,
    VALID_ARCHITECTURES, Violation,
};

use crate::surplus::flavor_surplus;
use crate::unmapped::{ARCHITECTURE_UNMAPPED, flavor_unmapped, image_unmapped, related, shown, version_unmapped};
use crate::{Artifact, Checker, ImageVersion, ProviderImage};

crate::declare_rules! {
    /// Two provider flavors that are equal after defaulting.
    FLAVOR_REPEATED = "provider-flavor-repeated", Error, Source::CapabilitiesGuide("Provider Extension Contract");
}

/// How an extension compares the halves.
#[derive(Debug, Clone, Copy)]
pub struct Comparison {
    /// What must be mapped in a profile without capabilities.
    pub legacy: LegacyComparison,
    /// What a version in legacy format must have in a profile with capabilities.
    pub mixed: MixedFormat,
    /// The extension prints the positions of the core half below `spec.providerConfig`.
    pub prints_core_positions_below_config: bool,
    /// The extension compares only if the provider's half is right by itself.
    pub compares_sound_config_only: bool,
}

/// What must be mapped in a profile without capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegacyComparison {
    /// Every image and version; Gardener itself looks at the images alone.
    Versions,
    /// Every architecture of every version.
    Architectures {
        /// Whether a version without region mappings has them all.
        without_regions_all: bool,
    },
}

/// What a version in legacy format must have in a profile with capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MixedFormat {
    /// There is no such thing: the version has no flavors.
    Unsupported,
    /// The first architecture of each core flavor.
    FirstArchitecture,
    /// Every architecture of each core flavor.
    AllArchitectures,
}

/// The provider's entries for one version, with their positions.
pub(crate) type Entries<'v, V> = Vec<(usize, usize, &'v V)>;

impl Checker<'_> {
    /// Compares the two halves.
    pub fn compare_images<V: ImageVersion>(&mut self, images: &[ProviderImage<V>], comparison: &Comparison) {
        if comparison.compares_sound_config_only
            && self.settings().quirks.unsound_config_is_not_compared
            && !self.is_clean()
        {
            return;
        }
        let core = self.spec().images();
        if !self.follow_ups() && (images.is_empty() || self.unreadable.any_image()) {
            return;
        }
        let spec = Path::root("spec");
        let config = spec.field("providerConfig");
        let below = if comparison.prints_core_positions_below_config && !self.documented() { &config } else { &spec };
        let below = below.field("machineImages");
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, image) in images.iter().enumerate() {
            by_name.entry(&image.name).or_default().push(index);
        }
        let blank = by_name.contains_key("");
        for (index, image) in core.iter().enumerate().filter(|(_, image)| !image.offered().is_empty()) {
            if image.name.is_empty() && !self.follow_ups() {
                continue;
            }
            let path = below.index(index);
            let Some(mapped) = by_name.get(image.name.as_str()) else {
                // An entry without a name is most likely the one that is missing.
                if self.follow_ups() || !blank {
                    self.report(image_unmapped(image, images.iter().map(|one| one.name.as_str()), &path));
                }
                continue;
            };
            self.compare_versions(image, mapped, images, comparison, &path.field("versions"));
        }
    }

    fn compare_versions<V: ImageVersion>(
        &mut self,
        image: &MachineImage,
        mapped: &[usize],
        images: &[ProviderImage<V>],
        comparison: &Comparison,
        path: &Path<'_>,
    ) {
        // Gardener sees the last of several entries; documented semantics sees all of them, and reports the repetition.
        let seen = if self.documented() { mapped } else { mapped.last().map_or(&[][..], std::slice::from_ref) };
        let mut by_version: HashMap<&str, Entries<'_, V>> = HashMap::new();
        for index in seen {
            for (position, entry) in images.get(*index).map_or(&[][..], ProviderImage::entries).iter().enumerate() {
                let entries = by_version.entry(entry.version()).or_default();
                if !self.documented() {
                    entries.clear();
                }
                entries.push((*index, position, entry));
            }
        }
        let in_doubt = !self.follow_ups()
            && (by_version.is_empty()
                || by_version.contains_key("")
                || seen.iter().any(|index| self.unreadable.image(*index)));
        for (index, version) in image.offered().iter().enumerate() {
            let path = path.index(index);
            let entries = by_version.get(version.version.as_str());
            if version.version.is_empty() && !self.follow_ups() || entries.is_none() && in_doubt {
                continue;
            }
            if let Some(entries) = entries
                && !self.follow_ups()
                && entries.iter().any(|(image, version, _)| self.unreadable.version(*image, *version))
            {
                continue;
            }
            let unmapped = || version_unmapped(image, version, seen, &path);
            match (entries, self.has_capabilities()) {
                (None, true) => self.report(unmapped()),
                (Some(entries), true) => self.compare_flavors(version, entries, comparison.mixed, &path),
                (entries, false) => self.compare_legacy(version, entries, comparison.legacy, unmapped, &path),
            }
        }
    }

    fn compare_flavors<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        entries: &Entries<'_, V>,
        mixed: MixedFormat,
        path: &Path<'_>,
    ) {
        let flavors: Vec<(usize, usize, Artifact<'_>)> = entries
            .iter()
            .flat_map(|(image, position, entry)| entry.flavors().into_iter().map(|one| (*image, *position, one)))
            .collect();
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
            flavors.iter().map(|(.., flavor)| self.compile(&flavor.capabilities, version)).collect();
        let mapped: HashSet<&CapabilitySet> = provider.iter().collect();
        let missing: Vec<usize> = (0..core.len())
            .filter(|index| core.get(*index).is_some_and(|set| !mapped.contains(set)))
            .filter(|index| self.follow_ups() || written.get(*index).is_some_and(|one| self.registered.is_sound(one)))
            .collect();
        let unsound = flavors.iter().filter(|(.., flavor)| !self.registered.is_sound(&flavor.capabilities)).count();
        // As many flavors with a mistake as are missing: correcting those is what is to do.
        if self.follow_ups() || missing.len() > unsound {
            for index in missing {
                let flavor = written.get(index).copied().unwrap_or(&everything);
                self.report(flavor_unmapped(version, index, flavor, entries, self.documented(), path));
            }
        }
        // Where flavors have still to be written, what is mapped already is not surplus.
        let unwritten = version.flavors().is_empty() && !self.registered.is_sound(&everything);
        if !self.settings().quirks.surplus_provider_flavors_pass && !unwritten {
            let counterparts: HashSet<&CapabilitySet> = core.iter().collect();
            let unsound = written.iter().filter(|one| !self.registered.is_sound(one)).count();
            let surplus: Vec<usize> = (0..provider.len())
                .filter(|index| provider.get(*index).is_some_and(|set| !counterparts.contains(set)))
                .filter(|index| {
                    flavors.get(*index).is_some_and(|(.., one)| self.registered.is_sound(&one.capabilities))
                })
                .collect();
            if surplus.len() > unsound {
                surplus.into_iter().filter_map(|index| flavors.get(index)).for_each(|(image, position, flavor)| {
                    self.report(flavor_surplus(*image, *position, flavor, path));
                });
            }
            self.check_repeated_flavors(&flavors, &provider);
        }
    }

    fn check_repeated_flavors(&mut self, flavors: &[(usize, usize, Artifact<'_>)], sets: &[CapabilitySet]) {
        let mut first: HashMap<&CapabilitySet, FieldPath> = HashMap::new();
        for ((image, position, flavor), set) in flavors.iter().zip(sets) {
            let path = flavor.place.below(version_path(*image, *position));
            if let Some(first) = first.get(set) {
                let mut violation =
                    Violation::duplicate(&FLAVOR_REPEATED, &Path::object(), shown(&flavor.capabilities));
                violation.path = path;
                violation.detail = "equals another flavor of this version after defaulting, so that neither can be \
                                    chosen; remove one, or make them differ in a registered capability"
                    .to_owned();
                self.report(violation.with_related(first.clone(), "the flavor it equals"));
            } else {
                first.insert(set, path);
            }
        }
    }

    /// A version in legacy format in a profile with capabilities: architectures stand for flavors.
    fn compare_mixed<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        written: &[&Capabilities],
        entries: &Entries<'_, V>,
        mixed: MixedFormat,
        path: &Path<'_>,
    ) {
        let legacy: Vec<(usize, usize, Artifact<'_>)> = match mixed {
            MixedFormat::Unsupported => Vec::new(),
            _ => regional(entries),
        };
        let provided: HashSet<&str> = legacy.iter().filter_map(|(.., artifact)| architecture_of(artifact)).collect();
        let mut wanted: HashSet<&str> = HashSet::new();
        for (index, flavor) in written.iter().enumerate() {
            let registered = self.definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
            let architectures =
                flavor.get(ARCHITECTURE).or(registered.map(|one| one.values.as_slice())).unwrap_or_default();
            wanted.extend(architectures.iter().map(String::as_str));
            let complete = match mixed {
                MixedFormat::Unsupported => false,
                MixedFormat::FirstArchitecture => {
                    architectures.first().is_some_and(|first| provided.contains(first.as_str()))
                }
                MixedFormat::AllArchitectures => {
                    !architectures.is_empty() && architectures.iter().all(|one| provided.contains(one.as_str()))
                }
            };
            if !complete && (self.follow_ups() || self.registered.is_sound(flavor)) {
                self.report(flavor_unmapped(version, index, flavor, entries, self.documented(), path));
            }
        }
        if !self.settings().quirks.surplus_provider_flavors_pass {
            self.report_surplus_architectures(&legacy, &wanted, Severity::Error, path);
        }
    }

    fn compare_legacy<V: ImageVersion>(
        &mut self,
        version: &MachineImageVersion,
        entries: Option<&Entries<'_, V>>,
        legacy: LegacyComparison,
        unmapped: impl Fn() -> Violation,
        path: &Path<'_>,
    ) {
        let LegacyComparison::Architectures { without_regions_all } = legacy else {
            if entries.is_none() && !self.settings().quirks.local_legacy_versions_unchecked {
                self.report(unmapped());
            }
            return;
        };
        let regional = entries.map(regional).unwrap_or_default();
        let provided: HashSet<&str> = regional.iter().filter_map(|(.., artifact)| architecture_of(artifact)).collect();
        let default = ["amd64".to_owned()];
        let architectures = match version.legacy_architectures() {
            [] if self.documented() => &default,
            written => written,
        };
        for architecture in architectures {
            let valid = VALID_ARCHITECTURES.contains(&architecture.as_str());
            if !valid && self.follow_ups() {
                // The core rules report this, too.
                let path = path.field("architectures");
                self.report(Violation::not_supported(
                    &ARCHITECTURE_UNMAPPED,
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
            let exempt = provided.is_empty() && without_regions_all;
            if !exempt && !provided.contains(architecture.as_str()) && (valid || self.follow_ups()) {
                let detail = format!(
                    "must be mapped for architecture `{architecture}`, but `spec.providerConfig` has no region of that \
                     architecture for this version",
                );
                let violation = Violation::required(&ARCHITECTURE_UNMAPPED, path, detail);
                self.report(related(violation, entries));
            }
        }
        if entries.is_none() && !self.follow_ups() {
            self.report(unmapped());
        }
        if !self.settings().quirks.surplus_provider_flavors_pass {
            let wanted = architectures.iter().map(String::as_str).collect();
            self.report_surplus_architectures(&regional, &wanted, Severity::Warning, path);
        }
    }
}

/// The path of an entry of the provider's half.
pub(crate) fn version_path(image: usize, version: usize) -> FieldPath {
    let images = FieldPath::root().field("spec").field("providerConfig").field("machineImages");
    images.index(image).field("versions").index(version)
}

fn regional<'v, V: ImageVersion>(entries: &Entries<'v, V>) -> Vec<(usize, usize, Artifact<'v>)> {
    let legacy = entries
        .iter()
        .flat_map(|(image, position, entry)| entry.legacy().into_iter().map(|artifact| (*image, *position, artifact)));
    legacy.filter(|(.., artifact)| !artifact.regional.is_empty()).collect()
}

pub(crate) fn architecture_of<'a>(artifact: &'a Artifact<'_>) -> Option<&'a str> {
    artifact.capabilities.get(ARCHITECTURE)?.first().map(String::as_str)
}
