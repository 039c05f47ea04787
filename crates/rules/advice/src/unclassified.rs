//! Image versions without a classification.

use rootstock_core_model::{Path, Source, Violation, counted};
use rootstock_maintenance::{VersionReport, VersionsReport};
use rootstock_versioning::Classification;

rootstock_core_model::rules! {
    /// Unclassified versions cannot be distinguished from those meant for general use.
    IMAGE_VERSIONS_UNCLASSIFIED: Note, since "0.1.0", Source::CapabilitiesGuide("Why Capabilities");
}

/// Reports one finding for the whole profile. Skips images with a single version that has not expired, because the
/// classification makes no difference there.
pub(crate) fn check(report: &VersionsReport, advice: &mut Vec<Violation>) {
    let is_live = |version: &VersionReport| version.classification != Classification::Expired;
    let images = report.machine_images.iter().enumerate();
    let with_alternatives =
        images.filter(|(_, image)| image.versions.iter().filter(|version| is_live(version)).count() > 1);
    let found = with_alternatives.flat_map(|(i, image)| {
        let versions = image.versions.iter().enumerate();
        let unclassified = versions.filter(|(_, version)| is_live(version) && !version.is_classified);
        unclassified.map(move |(j, version)| (i, image, j, version))
    });
    let found: Vec<_> = found.collect();
    let Some((&(i, image, j, version), others)) = found.split_first() else { return };
    let others = match others.len() {
        0 => String::new(),
        others => format!("; the same holds for {}", counted(others, "other image version")),
    };
    let detail = format!(
        "`{}` `{}` has no classification and counts as supported: automatic updates go to it, and new workers get it{others}",
        image.name, version.version,
    );
    let spec = Path::root("spec");
    let images = spec.field("machineImages");
    let item = images.index(i);
    let versions = item.field("versions");
    let path = versions.index(j);
    let violation =
        Violation::advice(&IMAGE_VERSIONS_UNCLASSIFIED, &path.field("version"), version.version.as_str(), detail);
    let names = found.iter().map(|(_, image, _, version)| format!("{} {}", image.name, version.version));
    advice
        .push(violation.with_items(names).with_help("set `classification` to `preview`, `supported` or `deprecated`"));
}
