//! Overrides of Kubernetes versions: they change the expiration date and nothing else.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{ExpirableVersion, Path, Source, Violation};
use rootstock_versioning::{Classification, Timestamp};

use super::Comparison;
use crate::scope::SPEC;

rootstock_core_model::rules! {
    KUBERNETES_OVERRIDE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    KUBERNETES_OVERRIDE_WITHOUT_DATE: Error, since "0.1.0", Source::Gardener;
    OVERRIDE_EXPIRED: Error, since "0.1.0", Source::Gardener;
}

pub(crate) fn check(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let kubernetes = SPEC.field("kubernetes");
    let list = kubernetes.field("versions");
    let parents = comparison.parent.kubernetes.offered().iter().map(|parent| parent.version.as_str()).collect();
    let old = comparison.old().map(|old| {
        // Of several entries for a version, the first one counts.
        let versions = old.status.kubernetes.offered().iter().rev();
        versions.map(|old| (old.version.as_str(), old.expiration_date)).collect()
    });
    for (index, version) in comparison.written().kubernetes_versions().iter().enumerate() {
        if let Some(violation) = check_version(comparison, &parents, old.as_ref(), version, &list.index(index)) {
            findings.push(violation);
            if comparison.settings.quirks.namespaced_cloud_profile.namespaced_stages_hide_others {
                return;
            }
        }
    }
}

/// Checks the override of a version. `parents` are the parent's versions, `old` the previous dates, as Shoots saw them.
fn check_version(
    comparison: &Comparison<'_>,
    parents: &HashSet<&str>,
    old: Option<&HashMap<&str, Option<Timestamp>>>,
    version: &ExpirableVersion,
    item: &Path<'_>,
) -> Option<Violation> {
    let text = version.version.as_str();
    if !parents.contains(text) {
        let detail = format!(
            "Kubernetes version `{text}` is not in CloudProfile `{}`: a NamespacedCloudProfile can change the \
             expiration dates of its versions, but add none",
            comparison.parent_name()
        );
        let violation = Violation::invalid(&KUBERNETES_OVERRIDE_UNKNOWN, &item.field("version"), text, detail);
        let parents = comparison.parent.kubernetes.offered();
        return Some(violation.with_nearest(parents.iter().map(|parent| parent.version.as_str())));
    }
    let Some(date) = version.expiration_date else {
        let detail = format!(
            "the override of Kubernetes version `{text}` has no expiration date, and cannot change anything else"
        );
        return Some(
            Violation::required(&KUBERNETES_OVERRIDE_WITHOUT_DATE, &item.field("expirationDate"), detail)
                .with_help("write the new `expirationDate`, or remove the version here"),
        );
    };
    let was = old?.get(text).copied().flatten();
    if version.lifecycle().at(comparison.settings.now) == Classification::Expired {
        return expired(text, date, was, item);
    }
    None
}

/// Reports an override that lets a version expire while it is in use. `was` is the previous date, as Shoots saw it.
pub(super) fn expired(text: &str, date: Timestamp, was: Option<Timestamp>, item: &Path<'_>) -> Option<Violation> {
    if was == Some(date) {
        return None;
    }
    let before = was.map_or_else(|| "it had no date before".to_owned(), |was| format!("it was {was} before"));
    let detail = format!("the override makes version `{text}` expire at {date}, in the past; {before}");
    Some(
        Violation::invalid(&OVERRIDE_EXPIRED, &item.field("expirationDate"), date.to_string(), detail)
            .with_help("write a date in the future, or remove the override"),
    )
}
