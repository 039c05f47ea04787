//! Versions without a classification.

use rootstock_core_model::{Path, Source, Violation, counted};
use rootstock_maintenance::{VersionReport, VersionsReport};
use rootstock_versioning::Classification;

rootstock_core_model::rules! {
    /// Unclassified versions cannot be distinguished from those meant for general use.
    IMAGE_VERSIONS_UNCLASSIFIED: Note, since "0.1.0", Source::CapabilitiesGuide("Why Capabilities");
    /// Like [`IMAGE_VERSIONS_UNCLASSIFIED`], but for Kubernetes.
    KUBERNETES_VERSIONS_UNCLASSIFIED: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
}

/// The help of both rules.
const HELP: &str = "set `classification` to `preview`, `supported` or `deprecated`";

pub(crate) fn check(report: &VersionsReport, advice: &mut Vec<Violation>) {
    check_kubernetes(report, advice);
    check_images(report, advice);
}

fn is_live(version: &VersionReport) -> bool {
    version.classification != Classification::Expired
}

/// Returns the number of others as the end of a sentence.
fn and_others(number: usize, what: &str) -> String {
    match number {
        0 => String::new(),
        others => format!("; the same holds for {}", counted(others, what)),
    }
}

/// Reports one finding for all versions of Kubernetes. Skips a single version that has not expired.
fn check_kubernetes(report: &VersionsReport, advice: &mut Vec<Violation>) {
    let live = || report.kubernetes.iter().enumerate().filter(|(_, version)| is_live(version));
    let found: Vec<_> = live().filter(|(_, version)| !version.is_classified).collect();
    let Some((&(index, version), others)) = found.split_first().filter(|_| live().count() > 1) else { return };
    let detail = format!(
        "Kubernetes `{}` has no classification and counts as supported: automatic updates go to it, and new clusters get it{}",
        version.version,
        and_others(others.len(), "other version"),
    );
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let versions = kubernetes.field("versions");
    let item = versions.index(index);
    let path = item.field("version");
    let violation =
        Violation::advice(&KUBERNETES_VERSIONS_UNCLASSIFIED, &path, version.version.as_str(), detail).with_help(HELP);
    advice.push(violation.with_items(found.iter().map(|(_, version)| version.version.as_str())));
}

/// Reports one finding for the whole profile. Skips images with a single version that has not expired, because the
/// classification makes no difference there.
fn check_images(report: &VersionsReport, advice: &mut Vec<Violation>) {
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
    let others = and_others(others.len(), "other image version");
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
    advice.push(violation.with_items(names).with_help(HELP));
}
