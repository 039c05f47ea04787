//! Automatic updates that lead from a supported version to a deprecated one.

use std::collections::HashMap;

use rootstock_core_model::{Path, Source, Violation, counted};
use rootstock_maintenance::{VersionReport, VersionsReport};
use rootstock_versioning::Classification;

rootstock_core_model::rules! {
    /// Maintenance updates to a deprecated version if there is no higher supported one.
    UPDATE_LEADS_TO_DEPRECATED: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
}

pub(crate) fn check(report: &VersionsReport, advice: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    advice.extend(check_updates(&report.kubernetes, "Kubernetes", &kubernetes.field("versions")));
    let images = spec.field("machineImages");
    for (i, image) in report.machine_images.iter().enumerate() {
        let item = images.index(i);
        advice.extend(check_updates(&image.versions, &format!("`{}`", image.name), &item.field("versions")));
    }
}

/// Reports the first version from which an update leads to a deprecated one, and the number of others: one finding per
/// list.
fn check_updates(versions: &[VersionReport], of: &str, list: &Path<'_>) -> Option<Violation> {
    // The order is reversed so that the first version of each name wins.
    let named: HashMap<&str, &Classification> =
        versions.iter().rev().map(|version| (version.version.as_str(), &version.classification)).collect();
    let targets_deprecated = |version: &&VersionReport| {
        let target = version.automatic_update.as_deref().and_then(|target| named.get(target));
        version.classification == Classification::Supported && target == Some(&&Classification::Deprecated)
    };
    let found: Vec<_> = versions.iter().enumerate().filter(|(_, version)| targets_deprecated(version)).collect();
    let ((position, first), others) = found.split_first()?;
    let target = first.automatic_update.as_deref().unwrap_or_default();
    let again = match others.len() {
        0 => String::new(),
        number => format!("; the same holds for {}", counted(number, "other version")),
    };
    let detail = format!(
        "automatic updates of {of} go from `{}`, which is supported, to `{target}`, which is deprecated{again}",
        first.version
    );
    let item = list.index(*position);
    let violation =
        Violation::advice(&UPDATE_LEADS_TO_DEPRECATED, &item.field("version"), first.version.as_str(), detail);
    let violation = violation.with_items(found.iter().map(|(_, version)| version.version.as_str()));
    Some(
        violation.with_help("classify the newest version as supported, or let the deprecated versions above it expire"),
    )
}
