//! Objects that only the provider section has: they can never be chosen.

use foldhash::HashSet;
use rootstock_core_model::{Severity, VALID_ARCHITECTURES};

use super::{Comparer, MismatchKind, VersionLocation};
use crate::PlacedArtifact;
use crate::core_section::versions_by_name;

impl<'e> Comparer<'e, '_> {
    /// Finds architectures of a version that the core section does not have.
    pub(super) fn surplus_architectures(
        &mut self,
        legacy: &[PlacedArtifact<'e>],
        wanted: &HashSet<&str>,
        severity: Severity,
        location: VersionLocation,
    ) {
        for artifact in legacy.iter().copied() {
            let Some(architecture) = artifact.architecture() else { continue };
            // Architectures that do not exist are reported at their own path.
            if !wanted.contains(architecture) && VALID_ARCHITECTURES.contains(&architecture) {
                self.add(MismatchKind::ArchitectureSurplus { location, artifact, severity });
            }
        }
    }

    /// Finds images and versions that the core section does not have. They are errors in a profile with capabilities,
    /// where the sections must match one-to-one, and warnings in a legacy profile.
    pub(super) fn surplus(&mut self) {
        if self.quirks.surplus_provider_flavors_pass {
            return;
        }
        // Gardener rejects both in a NamespacedCloudProfile, in either format.
        let is_strict = self.core.has_capabilities || self.core.is_namespaced();
        let is_strict = is_strict || self.extension.comparison.refuses_surplus;
        let severity = if is_strict { Severity::Error } else { Severity::Warning };
        let core = versions_by_name(self.core.spec);
        // A core section without any image has a finding of its own.
        if core.is_empty() && !self.core.is_namespaced() {
            return;
        }
        for image in self.images.images.iter().filter(|image| !image.name.is_empty()) {
            let Some(versions) = core.get(image.name) else {
                self.add(MismatchKind::ImageSurplus { image, severity });
                continue;
            };
            for entry in &image.versions {
                if !entry.version.is_empty() && !versions.contains(entry.version) {
                    self.add(MismatchKind::VersionSurplus { image, entry, severity });
                }
            }
        }
    }
}
