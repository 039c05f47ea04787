//! Versions that expire without a target for the force update, and deprecated versions without an expiration date.

use rootstock_core_model::{Path, Source, Violation, counted};
use rootstock_maintenance::{VersionReport, VersionsReport};
use rootstock_versioning::{Classification, Timestamp};

rootstock_core_model::rules! {
    /// Shoots stay on it, and their maintenance fails.
    VERSION_WITHOUT_WAY_FORWARD: Warning, since "0.1.0", Source::VersioningGuide("Update path for Kubernetes versions");
    /// Shoots are never moved off it.
    DEPRECATED_WITHOUT_EXPIRATION: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
}

pub(crate) fn check(report: &VersionsReport, advice: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    advice.extend(no_way_forward(&report.kubernetes, "Kubernetes", &list, |_| true));
    advice.extend(no_expiration(&report.kubernetes, "Kubernetes", &list));
    let images = spec.field("machineImages");
    for (i, image) in report.machine_images.iter().enumerate() {
        let (item, of) = (images.index(i), format!("`{}`", image.name));
        let list = item.field("versions");
        // That the last versions of an image expire is intended: the image ends then.
        let end = image.versions.iter().map(Lifetime::of).max();
        advice.extend(no_way_forward(&image.versions, &of, &list, |version| Some(Lifetime::of(version)) < end));
        advice.extend(no_expiration(&image.versions, &of, &list));
    }
}

/// The end of a version, in chronological order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lifetime {
    Expired,
    Until(Timestamp),
    Unlimited,
}

impl Lifetime {
    fn of(version: &VersionReport) -> Self {
        match version.expires_after() {
            _ if version.classification == Classification::Expired => Self::Expired,
            Some(after) => Self::Until(after),
            None => Self::Unlimited,
        }
    }
}

/// Reports the first version that expires and cannot be left, and the number of others: one finding per list.
fn no_way_forward(
    versions: &[VersionReport],
    of: &str,
    list: &Path<'_>,
    concerns: impl Fn(&VersionReport) -> bool,
) -> Option<Violation> {
    let is_stuck = |version: &VersionReport| version.expires() && version.forced_update_fails.is_some();
    let found = versions.iter().enumerate().filter(|(_, version)| is_stuck(version) && concerns(version));
    let found: Vec<_> = found.collect();
    let ((position, first), others) = found.split_first()?;
    let fails = first.forced_update_fails.as_deref().unwrap_or_default();
    let end = if first.classification == Classification::Expired { "has expired" } else { "expires" };
    let detail = format!(
        "{of} `{}` {end}, and maintenance cannot move a Shoot off it: {fails}{}",
        first.version,
        others_text(others.len())
    );
    let item = list.index(*position);
    let violation =
        Violation::advice(&VERSION_WITHOUT_WAY_FORWARD, &item.field("version"), first.version.as_str(), detail);
    Some(violation.with_items(found.iter().map(|(_, version)| version.version.as_str())))
}

/// Reports the first deprecated version that never expires, and the number of others.
fn no_expiration(versions: &[VersionReport], of: &str, list: &Path<'_>) -> Option<Violation> {
    let never_expires =
        |version: &VersionReport| version.classification == Classification::Deprecated && !version.expires();
    let found: Vec<_> = versions.iter().enumerate().filter(|(_, version)| never_expires(version)).collect();
    let ((position, first), others) = found.split_first()?;
    let detail = format!(
        "{of} `{}` is deprecated but has no expiration date, so Shoots without automatic updates stay on it{}",
        first.version,
        others_text(others.len())
    );
    let item = list.index(*position);
    let violation =
        Violation::advice(&DEPRECATED_WITHOUT_EXPIRATION, &item.field("version"), first.version.as_str(), detail);
    let violation = violation.with_items(found.iter().map(|(_, version)| version.version.as_str()));
    Some(violation.with_help("set `expirationDate`, or a stage `expired`"))
}

fn others_text(others: usize) -> String {
    if others == 0 { String::new() } else { format!("; the same holds for {}", counted(others, "other version")) }
}
