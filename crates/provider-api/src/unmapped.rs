//! How it is said that the provider's half lacks something.

use rootstock_core_model::{Capabilities, MachineImage, MachineImageVersion, Path, Quirks, Source, Violation};

use crate::Checker;
use crate::entries::{Entry, images_path};

rootstock_core_model::rules! {
    /// A machine image without a counterpart.
    PROVIDER_IMAGE_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A version without a counterpart.
    PROVIDER_VERSION_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A flavor without a counterpart.
    PROVIDER_FLAVOR_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A legacy architecture without a counterpart.
    PROVIDER_ARCHITECTURE_UNMAPPED: Error, since "0.1.0", Source::Gardener;
}

impl Checker<'_> {
    /// Reports that the image of the core half that stands at `path` has no counterpart among those `known`.
    pub fn report_unmapped_image<'a>(
        &mut self,
        image: &MachineImage,
        known: impl Iterator<Item = &'a str>,
        path: &Path<'_>,
    ) {
        self.report(image_unmapped(image, known, path));
    }
}

pub(crate) fn image_unmapped<'a>(
    image: &MachineImage,
    known: impl Iterator<Item = &'a str>,
    path: &Path<'_>,
) -> Violation {
    let detail =
        format!("must be mapped, but `spec.providerConfig.machineImages` has no machine image `{}`", image.name);
    Violation::required(&PROVIDER_IMAGE_UNMAPPED, path, detail).with_help(did_you_mean(&image.name, known))
}

pub(crate) fn version_unmapped(
    image: &MachineImage,
    version: &MachineImageVersion,
    mapped: &[usize],
    path: &Path<'_>,
) -> Violation {
    let detail = format!(
        "must be mapped, but `spec.providerConfig` has no version `{}` of machine image `{}`",
        version.version, image.name,
    );
    let violation = Violation::required(&PROVIDER_VERSION_UNMAPPED, path, detail);
    match mapped.last() {
        Some(index) => violation.with_related(images_path().index(*index), "the versions that are mapped"),
        None => violation,
    }
}

pub(crate) fn flavor_unmapped<V>(
    version: &MachineImageVersion,
    index: usize,
    flavor: &Capabilities,
    entries: &[Entry<'_, V>],
    quirks: &Quirks,
    path: &Path<'_>,
) -> Violation {
    let detail = if flavor.is_empty() {
        "must be mapped, but no flavor in `spec.providerConfig` stands for every registered value, which is what an \
         entry without capabilities means"
            .to_owned()
    } else {
        format!("must be mapped, but no flavor in `spec.providerConfig` has the capabilities {flavor}")
    };
    let flavors = path.field("capabilityFlavors");
    let place = flavors.index(index);
    let place = if version.flavors().is_empty() && !quirks.findings.gardener_paths { path } else { &place };
    related(Violation::required(&PROVIDER_FLAVOR_UNMAPPED, place, detail), entries)
}

pub(crate) fn related<V>(violation: Violation, entries: &[Entry<'_, V>]) -> Violation {
    match entries.first() {
        Some(entry) => violation.with_related(entry.path(), "the provider's entry for this version"),
        None => violation,
    }
}

pub(crate) fn did_you_mean<'a>(value: &str, known: impl Iterator<Item = &'a str>) -> String {
    // Names beyond the first few do not help, and comparing them all would cost their number for each finding.
    const COMPARED: usize = 64;
    rootstock_core_model::did_you_mean(value, known.take(COMPARED))
}
