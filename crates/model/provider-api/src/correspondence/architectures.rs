//! Versions whose provider images are mapped by architecture.

use foldhash::HashSet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineImageVersion, Severity, VALID_ARCHITECTURES,
};

use super::{Comparer, CoreVersion, MismatchKind, VersionLocation, written_flavors};
use crate::entries::architecture_of;
use crate::{GardenerLooksAt, LegacyComparison, MixedFormat, PlacedArtifact, VersionEntry};

impl<'e> Comparer<'e, '_> {
    /// Compares equal versions in legacy format in a profile with capabilities: architectures take the place of flavors.
    pub(super) fn mixed(&mut self, versions: &[CoreVersion<'_>], entries: &[&'e VersionEntry<'e>]) {
        let mixed = self.extension.comparison.mixed;
        let legacy: Vec<PlacedArtifact<'e>> = match mixed {
            MixedFormat::Unsupported => Vec::new(),
            _ => entries.iter().flat_map(|entry| entry.placed_legacy()).collect(),
        };
        let provided: HashSet<&str> = legacy.iter().filter_map(PlacedArtifact::architecture).collect();
        let everything = Capabilities::new();
        for (place, CoreVersion { at: location, entry: version }) in versions.iter().enumerate() {
            self.at = *location;
            let location = *location;
            let mut wanted: HashSet<&str> = HashSet::default();
            for (flavor, capabilities) in written_flavors(version, &everything).into_iter().enumerate() {
                let architectures = self.core.architectures_after_defaulting(capabilities);
                wanted.extend(architectures.iter().map(String::as_str));
                let lacks = |architecture: &&String| !provided.contains(architecture.as_str());
                let missing = match mixed {
                    MixedFormat::Unsupported => 1,
                    _ if legacy.is_empty() => 1,
                    // Gardener reports nothing as missing if no architecture is required.
                    _ if architectures.is_empty() => usize::from(!self.quirks.extensions_compare_less),
                    MixedFormat::FirstArchitecture => architectures.iter().take(1).filter(lacks).count(),
                    MixedFormat::AllArchitectures => architectures.iter().filter(lacks).count(),
                };
                let is_sound = self.core.registered.is_sound(capabilities);
                for time in 0..missing {
                    let entry = entries.first().copied();
                    let what = MismatchKind::FlavorUnmapped { location, flavor, entry, nearest: None };
                    self.add_if(what, time > 0 || !is_sound);
                }
            }
            if place == 0 && !self.quirks.surplus_provider_flavors_pass {
                self.surplus_architectures(&legacy, &wanted, Severity::Error, location);
            }
        }
    }

    /// Compares equal versions whose images are not chosen by capabilities.
    pub(super) fn architectures(
        &mut self,
        versions: &[CoreVersion<'_>],
        entries: Option<&[&'e VersionEntry<'e>]>,
        unmapped: impl Fn(VersionLocation) -> MismatchKind<'e>,
    ) {
        let comparison = &self.extension.comparison;
        let looks_at = match self.quirks.extensions_compare_less {
            true => comparison.gardener_looks_at,
            false => GardenerLooksAt::Everything,
        };
        let without_regions_all = match comparison.legacy {
            LegacyComparison::Architectures { without_regions_all } if looks_at == GardenerLooksAt::Everything => {
                without_regions_all
            }
            _ => {
                let is_reported = entries.is_none() && looks_at >= GardenerLooksAt::Versions;
                for version in versions.iter().filter(|_| is_reported) {
                    self.at = version.at;
                    self.add(unmapped(version.at));
                }
                return;
            }
        };
        let all = || entries.into_iter().flatten();
        let legacy: Vec<PlacedArtifact<'e>> = all().flat_map(|entry| entry.placed_legacy()).collect();
        let provided: HashSet<&str> = legacy.iter().filter_map(PlacedArtifact::architecture).collect();
        // The architectures that an entry names, with references or without.
        let has_none = |entry: &&VersionEntry<'_>| entry.legacy.iter().all(|artifact| artifact.everywhere.is_none());
        let every_one_is_named = all().any(has_none);
        let named: HashSet<&str> = all().flat_map(|entry| entry.legacy.iter().filter_map(architecture_of)).collect();
        for (place, CoreVersion { at: location, entry: version }) in versions.iter().enumerate() {
            self.at = *location;
            let location = *location;
            let architectures = self.core_architectures(version);
            for (index, architecture) in architectures.iter().enumerate() {
                let is_valid = VALID_ARCHITECTURES.contains(&architecture.as_str());
                let is_validated = entries.is_some() || comparison.names_architectures_of_unmapped_versions;
                if !is_valid && is_validated && comparison.validates_core_architectures {
                    // The core rules report this, too.
                    self.add_if(
                        MismatchKind::ArchitectureInvalid { location, architecture: architecture.clone() },
                        true,
                    );
                }
                let Some(entries) = entries else {
                    self.add_if(unmapped(location), index > 0);
                    continue;
                };
                let is_named = every_one_is_named || named.contains(architecture.as_str());
                let is_exempt = provided.is_empty()
                    && without_regions_all
                    && (self.quirks.image_names_fit_every_architecture || is_named);
                if !is_exempt && !provided.contains(architecture.as_str()) {
                    let (architecture, entry) = (architecture.clone(), entries.first().copied());
                    self.add_if(MismatchKind::ArchitectureUnmapped { location, architecture, entry }, !is_valid);
                }
            }
            if place == 0 && !self.quirks.surplus_provider_flavors_pass {
                let wanted = architectures.iter().map(String::as_str).collect();
                let severity = if self.core.is_namespaced() { Severity::Error } else { Severity::Warning };
                self.surplus_architectures(&legacy, &wanted, severity, location);
            }
        }
    }

    /// Returns the architectures of a core version whose images are not chosen by capabilities.
    fn core_architectures(&self, version: &MachineImageVersion) -> Vec<String> {
        let written = version.legacy_architectures();
        // An extension without capability support reads only the legacy field, which a profile with capabilities omits.
        if !written.is_empty() || self.quirks.extensions_compare_less {
            return written.to_vec();
        }
        let mut seen = HashSet::default();
        let all = version.flavors().iter().filter_map(|flavor| flavor.0.get(ARCHITECTURE)).flatten();
        let architectures: Vec<String> = all.filter(|one| seen.insert(one.as_str())).cloned().collect();
        if architectures.is_empty() { vec![DEFAULT_ARCHITECTURE.to_owned()] } else { architectures }
    }
}
