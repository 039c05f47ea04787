//! The classification and the lifecycle stages of one version.

use std::collections::HashSet;

use rootstock_core_model::{Path, Releases, Source, Violation};
use rootstock_versioning::{Classification, LifecycleStage, Timestamp};

use super::Versioned;
use crate::scope::Scope;

/// The releases with the field `lifecycle`.
const LIFECYCLE: Releases = Releases::since(1, 137);

rootstock_core_model::rules! {
    LIFECYCLE_GATE_OFF: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots,
        remedy "write `classification` and `expirationDate` instead of `lifecycle`";
    CLASSIFICATION_UNKNOWN: Error, since "0.1.0", Source::VersioningGuide("Version Classifications");
    CLASSIFICATION_EXPIRED: Error, since "0.1.0", Source::Gardener;
    CLASSIFICATION_BESIDE_LIFECYCLE: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
    LIFECYCLE_STAGE_UNKNOWN: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
    LIFECYCLE_STAGE_DUPLICATE: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
    LIFECYCLE_STAGE_ORDER: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
    LIFECYCLE_START_TIME_MISSING: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
    LIFECYCLE_START_TIME_ORDER: Error, since "0.1.0", Source::Gardener, in LIFECYCLE, not equal Shoots;
}

/// Checks one version; `path` is the version's own.
pub(super) fn check<V: Versioned>(scope: &Scope<'_>, version: &V, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let life = version.life();
    let staged = !life.stages.is_empty();
    if staged && !scope.settings.gates.version_classification_lifecycle {
        let detail = "`lifecycle` is not allowed while the feature gate VersionClassificationLifecycle is off";
        let help = "enable the gate, or write `classification` and `expirationDate` instead";
        findings.push(Violation::forbidden(&LIFECYCLE_GATE_OFF, &path.field("lifecycle"), detail).with_help(help));
        return;
    }
    if let Some(classification) = life.classification {
        check_classification(scope, classification, version.has_lifecycle_field(), path, findings);
    }
    if staged && (life.classification.is_some() || life.expiration_date.is_some()) {
        let legacy = if life.classification.is_some() { "classification" } else { "expirationDate" };
        let legacy = path.field(legacy);
        let at = if scope.quirks().findings.gardener_paths { path } else { &legacy };
        let detail = "`classification` and `expirationDate` are not allowed together with `lifecycle`, which replaces \
                      them; remove them";
        findings.push(Violation::forbidden(&CLASSIFICATION_BESIDE_LIFECYCLE, at, detail));
    }
    check_order(scope, life.stages, &path.field("lifecycle"), findings);
    check_start_times(scope, life.stages, &path.field("lifecycle"), findings);
}

/// Returns whether a profile may contain the classification.
fn is_allowed(classification: &Classification) -> bool {
    !matches!(classification, Classification::Unavailable | Classification::Unknown(_))
}

/// The classifications allowed for a version without stages.
const LEGACY_CLASSIFICATIONS: [&str; 3] = ["deprecated", "preview", "supported"];

/// Reports a classification that a profile must not contain.
fn unknown(
    rule: &'static rootstock_core_model::Rule,
    path: &Path<'_>,
    classification: &Classification,
    supported: &[&str],
) -> Violation {
    let violation = Violation::not_supported(rule, path, classification.as_str(), supported);
    if *classification == Classification::Unavailable {
        return violation.with_help(
            "`unavailable` is never written: a version is unavailable before its first lifecycle stage begins",
        );
    }
    violation
}

/// Checks the classification of a version without stages; `path` is the version's own.
pub(in crate::cloud_profile) fn check_classification(
    scope: &Scope<'_>,
    classification: &Classification,
    has_lifecycle_field: bool,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let path = path.field("classification");
    let is_known =
        *classification != Classification::Expired || !scope.quirks().cloud_profile.expired_is_not_a_classification;
    if !is_known || !is_allowed(classification) {
        // Suggesting `expired` would not help: without stages it is refused as well.
        findings.push(unknown(&CLASSIFICATION_UNKNOWN, &path, classification, &LEGACY_CLASSIFICATIONS));
    } else if *classification == Classification::Expired && !has_lifecycle_field {
        let detail = "a version cannot be classified as expired, it expires by its date";
        let help = "write `classification: deprecated` and an `expirationDate` in the past";
        findings.push(Violation::forbidden(&CLASSIFICATION_EXPIRED, &path, detail).with_help(help));
    }
}

/// Checks the classifications of the stages and their order.
fn check_order(scope: &Scope<'_>, stages: &[LifecycleStage], path: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut seen = HashSet::new();
    let mut previous: Option<&Classification> = None;
    for (position, stage) in stages.iter().enumerate() {
        let item = path.index(position);
        let path = item.field("classification");
        let classification = &stage.classification;
        if !is_allowed(classification) {
            findings.push(unknown(&LIFECYCLE_STAGE_UNKNOWN, &path, classification, &Classification::WRITABLE));
            // Gardener ranks an unknown stage lowest, so that it is also out of order.
            if !scope.quirks().findings.follow_up_errors {
                continue;
            }
        }
        if !seen.insert(classification) {
            findings.push(Violation::duplicate(&LIFECYCLE_STAGE_DUPLICATE, &path, classification.as_str()));
        }
        if let Some(previous) = previous.filter(|previous| classification.rank() < previous.rank()) {
            let detail = format!(
                "stage `{classification}` cannot come after `{previous}`: a version goes from preview to supported, \
                 deprecated, expired"
            );
            findings.push(Violation::invalid(&LIFECYCLE_STAGE_ORDER, &path, classification.as_str(), detail));
        }
        previous = Some(classification);
    }
}

fn check_start_times(scope: &Scope<'_>, stages: &[LifecycleStage], path: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut latest = stages.first().and_then(|stage| stage.start_time);
    for (position, stage) in stages.iter().enumerate().skip(1) {
        let item = path.index(position);
        let field = item.field("startTime");
        let at = if scope.quirks().findings.gardener_paths { &item } else { &field };
        match stage.start_time {
            None => {
                let detail = "every stage but the first needs a `startTime`";
                findings.push(Violation::required(&LIFECYCLE_START_TIME_MISSING, at, detail));
            }
            Some(start) => {
                if let Some(before) = latest.filter(|latest| start < *latest) {
                    let bad = if scope.quirks().findings.gardener_paths { go_time(start) } else { start.to_string() };
                    let detail = format!(
                        "stage `{}` begins before the one above it, which begins at {before}",
                        stage.classification
                    );
                    findings.push(Violation::invalid(&LIFECYCLE_START_TIME_ORDER, at, bad, detail));
                }
                latest = Some(start);
            }
        }
    }
}

/// Formats an instant as Go does by default: `2020-01-01 00:00:00 +0000 UTC`.
fn go_time(instant: Timestamp) -> String {
    instant.to_string().replace('T', " ").replace('Z', " +0000 UTC")
}
