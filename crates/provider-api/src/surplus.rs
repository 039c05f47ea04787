//! What only the provider's half has: nothing can choose it.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{FieldPath, Path, Severity, Source, VALID_ARCHITECTURES, Violation};

use crate::entries::{Entry, EntryArtifact, images_path};
use crate::unmapped::did_you_mean;
use crate::{Checker, Comparison, ImageVersion, ProviderImage};

rootstock_core_model::rules! {
    /// A counterpart to nothing.
    PROVIDER_MAPPING_SURPLUS: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
}

impl Checker<'_> {
    pub(crate) fn report_surplus_architectures(
        &mut self,
        legacy: &[EntryArtifact<'_>],
        wanted: &HashSet<&str>,
        severity: Severity,
        core: &Path<'_>,
    ) {
        for placed in legacy {
            let Some(architecture) = placed.architecture().filter(|one| !wanted.contains(one)) else { continue };
            // An architecture that does not exist is reported where it stands.
            if !VALID_ARCHITECTURES.contains(&architecture) {
                continue;
            }
            let detail = format!(
                "maps architecture `{architecture}`, for which the core section declares no image of this version; \
                 nothing can choose it",
            );
            let mut path = placed.entry_path();
            if let Some(entry) = placed.artifact.regional.first() {
                path = path.field("regions").index(entry.index);
            }
            let violation = surplus(path, detail, severity);
            self.report(violation.with_related(core.to_field_path(), "the version in the core section"));
        }
    }

    /// Reports images and versions that the core half does not have: errors where capabilities are registered, since
    /// there the halves must match one-to-one, and warnings in a legacy profile.
    pub(crate) fn check_surplus<V: ImageVersion>(&mut self, images: &[ProviderImage<V>], comparison: &Comparison) {
        if self.settings().quirks.providers.surplus_provider_flavors_pass {
            return;
        }
        // Gardener refuses both in a NamespacedCloudProfile, whatever the format.
        let strict = self.has_capabilities() || self.is_namespaced();
        let strict = strict || comparison.refuses_surplus;
        let severity = if strict { Severity::Error } else { Severity::Warning };
        let mut core: HashMap<&str, HashSet<&str>> = HashMap::new();
        for image in self.spec().images() {
            core.entry(&image.name).or_default().extend(image.offered().iter().map(|one| one.version.as_str()));
        }
        // A core section without any image has a finding of its own.
        if core.is_empty() && !self.is_namespaced() {
            return;
        }
        for (index, image) in images.iter().enumerate().filter(|(_, image)| !image.name.is_empty()) {
            let Some(versions) = core.get(image.name.as_str()) else {
                let detail = format!("maps machine image `{}`, which `spec.machineImages` does not have", image.name);
                let known = self.spec().images().iter().map(|one| one.name.as_str());
                let near = did_you_mean(&image.name, known);
                self.report(surplus(images_path().index(index).field("name"), detail, severity).with_help(near));
                continue;
            };
            for placed in Entry::of(index, image) {
                let version = placed.entry.version();
                if version.is_empty() || versions.contains(version) {
                    continue;
                }
                let detail = format!(
                    "maps version `{version}`, which machine image `{}` in `spec.machineImages` does not have",
                    image.name,
                );
                self.report(surplus(placed.path().field("version"), detail, severity));
            }
        }
    }
}

fn surplus(path: FieldPath, detail: String, severity: Severity) -> Violation {
    Violation::forbidden(&PROVIDER_MAPPING_SURPLUS, path, detail).with_severity(severity)
}

pub(crate) fn flavor_surplus(flavor: &EntryArtifact<'_>, core: &Path<'_>) -> Violation {
    let detail = format!(
        "maps the capabilities {}, but the core section has no such flavor of this version; nothing can choose it",
        flavor.artifact.capabilities,
    );
    surplus(flavor.path(), detail, PROVIDER_MAPPING_SURPLUS.severity)
        .with_related(core.to_field_path(), "the version in the core section")
}
