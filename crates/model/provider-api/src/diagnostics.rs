//! The findings for the differences between the two sections.

use rootstock_core_model::{
    FieldPath, FindingQuirks, MachineImage, Severity, Source, VALID_ARCHITECTURES, Violation, did_you_mean,
};

use crate::core_section::CoreSection;
use crate::correspondence::{MismatchKind, SectionMismatch, VersionLocation};
use crate::entries::images_path;
use crate::{Extension, ImageEntries, PlacedArtifact, VersionEntry};

rootstock_core_model::rules! {
    /// A machine image without a counterpart.
    PROVIDER_IMAGE_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A version without a counterpart.
    PROVIDER_VERSION_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A flavor without a counterpart.
    PROVIDER_FLAVOR_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A legacy architecture without a counterpart.
    PROVIDER_ARCHITECTURE_UNMAPPED: Error, since "0.1.0", Source::Gardener;
    /// An entry that the core section has no counterpart for.
    PROVIDER_MAPPING_SURPLUS: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// An image or a version that is mapped twice.
    PROVIDER_MAPPING_REPEATED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// Two provider flavors that are equal after defaulting.
    PROVIDER_FLAVOR_REPEATED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
}

/// Converts departures to findings: one per mistake, unless one may raise several errors, as in Gardener.
pub(crate) fn to_violations<'t>(
    section_mismatches: &'t [SectionMismatch<'_>],
    core: &'t CoreSection<'t>,
    images: &'t ImageEntries<'t>,
    extension: &'t Extension,
    quirks: &'t FindingQuirks,
) -> impl Iterator<Item = Violation> {
    let diagnostics = DiagnosticsBuilder { core, images, extension, quirks };
    let reported = section_mismatches
        .iter()
        .filter(|section_mismatch| quirks.follow_up_errors || !section_mismatch.is_consequence);
    reported.filter_map(move |section_mismatch| diagnostics.violation(&section_mismatch.what))
}

/// Returns whether two versions differ in zeros at the end only, such as `1877.6` and `1877.6.0`.
fn is_same_number(one: &str, other: &str) -> bool {
    one.trim_end_matches(".0") == other.trim_end_matches(".0")
}

struct DiagnosticsBuilder<'t> {
    core: &'t CoreSection<'t>,
    images: &'t ImageEntries<'t>,
    extension: &'t Extension,
    quirks: &'t FindingQuirks,
}

impl DiagnosticsBuilder<'_> {
    /// Returns the finding for a departure; `None` only if its position does not exist, which cannot happen.
    fn violation(&self, what: &MismatchKind<'_>) -> Option<Violation> {
        Some(match what {
            MismatchKind::ImageUnmapped(index) => {
                let known = self.images.images.iter().map(|one| one.name);
                image_unmapped(self.core.spec.images().get(*index)?, known, self.image_path(*index))
            }
            MismatchKind::VersionUnmapped { location, image } => {
                let own = self.core.spec.images().get(location.image)?;
                let version = &own.offered().get(location.version)?.version;
                let detail = format!(
                    "must be mapped, but `spec.providerConfig` has no version `{version}` of machine image `{}`",
                    own.name,
                );
                let violation = Violation::required(&PROVIDER_VERSION_UNMAPPED, self.path(*location), detail);
                let Some(image) = image else { return Some(violation) };
                let violation = violation.with_related(image.path(), "the versions that are mapped");
                match image.versions.iter().find(|one| is_same_number(one.version, version)) {
                    Some(other) => violation
                        .with_help(format!("it has `{}`; write the version alike in both sections", other.version)),
                    None => violation,
                }
            }
            MismatchKind::FlavorUnmapped { location, flavor, entry, nearest } => {
                let violation = related(self.flavor_unmapped(*location, *flavor)?, *entry);
                match nearest {
                    Some(nearest) => violation.with_help(nearest.help()),
                    None => violation,
                }
            }
            MismatchKind::ArchitectureUnmapped { location, architecture, entry } => {
                let detail = format!(
                    "must be mapped for architecture `{architecture}`, but `spec.providerConfig` has no image of that \
                     architecture for this version",
                );
                related(Violation::required(&PROVIDER_ARCHITECTURE_UNMAPPED, self.path(*location), detail), *entry)
            }
            MismatchKind::ArchitectureInvalid { location, architecture } => Violation::name_not_supported(
                &PROVIDER_ARCHITECTURE_UNMAPPED,
                self.path(*location).field("architectures"),
                architecture.as_str(),
                &VALID_ARCHITECTURES,
            ),
            MismatchKind::ImageSurplus { image, severity } => {
                let detail = format!("maps machine image `{}`, which `spec.machineImages` does not have", image.name);
                let known = self.core.spec.images().iter().map(|one| one.name.as_str());
                surplus(image.path().field("name"), detail, *severity).with_help(did_you_mean(image.name, known))
            }
            MismatchKind::VersionSurplus { image, entry, severity } => {
                let detail = format!(
                    "maps version `{}`, which machine image `{}` in `spec.machineImages` does not have",
                    entry.version, image.name,
                );
                surplus(entry.path().field("version"), detail, *severity)
            }
            MismatchKind::FlavorSurplus { location, artifact } => {
                let detail = format!(
                    "maps the capabilities {}, but the core section has no such flavor of this version; it cannot be chosen",
                    artifact.artifact.capabilities,
                );
                self.with_core_version(surplus(artifact.path(), detail, Severity::Error), *location)
            }
            MismatchKind::ArchitectureSurplus { location, artifact, severity } => {
                self.with_core_version(architecture_surplus(artifact, *severity), *location)
            }
            MismatchKind::ImageRepeated { image, first, severity } => {
                repeated(image.name, "machine image", image.path().field("name"), first.path(), *severity)
            }
            MismatchKind::VersionRepeated { entry, first, of_architecture, severity } => {
                let what = if *of_architecture { "version, for this architecture," } else { "version" };
                repeated(entry.version, what, entry.path().field("version"), first.path(), *severity)
            }
            MismatchKind::FlavorRepeated { artifact, first } => {
                let detail = "equals another flavor of this version after defaulting, so neither can be chosen; \
                              remove one, or make them differ in a registered capability";
                let shown = artifact.artifact.capabilities.to_string();
                Violation::duplicate(&PROVIDER_FLAVOR_REPEATED, artifact.path(), shown)
                    .with_detail(detail)
                    .with_related(first.path(), "the flavor it equals")
            }
        })
    }

    /// Returns the path of an image of the core section, as the extension prints it.
    fn image_path(&self, index: usize) -> FieldPath {
        if self.extension.comparison.prints_core_positions_below_config && self.quirks.gardener_paths {
            return images_path().index(index);
        }
        FieldPath::root().field("spec").field("machineImages").index(index)
    }

    /// Returns the path of a version of the core section, as the extension prints it.
    fn path(&self, location: VersionLocation) -> FieldPath {
        self.image_path(location.image).field("versions").index(location.version)
    }

    fn with_core_version(&self, violation: Violation, location: VersionLocation) -> Violation {
        violation.with_related(self.path(location), "the version in the core section")
    }

    fn flavor_unmapped(&self, location: VersionLocation, index: usize) -> Option<Violation> {
        let version = self.core.spec.images().get(location.image)?.offered().get(location.version)?;
        let flavor = version.flavors().get(index).map(|flavor| &flavor.0);
        let detail = match flavor.filter(|flavor| !flavor.is_empty()) {
            None => "must be mapped, but no flavor in `spec.providerConfig` has every registered value, as an entry \
                     without capabilities would"
                .to_owned(),
            Some(flavor) => {
                format!("must be mapped, but no flavor in `spec.providerConfig` has the capabilities {flavor}")
            }
        };
        let path = self.path(location);
        let is_implied = version.flavors().is_empty() && !self.quirks.gardener_paths;
        let path = if is_implied { path } else { path.field("capabilityFlavors").index(index) };
        Some(Violation::required(&PROVIDER_FLAVOR_UNMAPPED, path, detail))
    }
}

pub(crate) fn image_unmapped<'a>(
    image: &MachineImage,
    known: impl Iterator<Item = &'a str>,
    path: FieldPath,
) -> Violation {
    let detail =
        format!("must be mapped, but `spec.providerConfig.machineImages` has no machine image `{}`", image.name);
    Violation::required(&PROVIDER_IMAGE_UNMAPPED, path, detail).with_help(did_you_mean(&image.name, known))
}

fn architecture_surplus(artifact: &PlacedArtifact<'_>, severity: Severity) -> Violation {
    let detail = format!(
        "maps architecture `{}`, for which the core section declares no image of this version; it cannot be chosen",
        artifact.architecture().unwrap_or_default(),
    );
    let path = match artifact.artifact.regional.first() {
        Some(entry) => artifact.entry.path().field("regions").index(entry.index),
        None => artifact.entry.path(),
    };
    surplus(path, detail, severity)
}

fn surplus(path: FieldPath, detail: String, severity: Severity) -> Violation {
    Violation::forbidden(&PROVIDER_MAPPING_SURPLUS, path, detail).with_severity(severity)
}

fn repeated(value: &str, what: &str, path: FieldPath, first: FieldPath, severity: Severity) -> Violation {
    Violation::duplicate(&PROVIDER_MAPPING_REPEATED, path, value)
        .with_severity(severity)
        .with_detail(format!("this {what} is already mapped; merge the entries into one"))
        .with_related(first, "the earlier entry")
}

fn related(violation: Violation, entry: Option<&VersionEntry<'_>>) -> Violation {
    match entry {
        Some(entry) => violation.with_related(entry.path(), "the provider's entry for this version"),
        None => violation,
    }
}
