//! Kubernetes versions of the control plane and of workers.

use rootstock_core_model::{ExpirableVersion, Fix, Path, Severity, Source, Violation, listed};
use rootstock_versioning::{Classification, Version};

use super::{ShootScope, WorkerScope};
use crate::shoot::ShootOperation;

const SECTION: Source = Source::VersioningGuide("Version Classifications");

rootstock_core_model::rules! {
    SHOOT_KUBERNETES_VERSION_NOT_OFFERED: Error, since "0.1.0", SECTION;
}

pub(super) fn check_control_plane(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    if scope.unfilled.kubernetes {
        return;
    }
    let old = scope.operation.old().map(|old| old.spec.kubernetes.version.as_str());
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let new = &scope.shoot.spec.kubernetes.version;
    findings.extend(check(scope, new, old, old.is_none(), &kubernetes.field("version")));
}

pub(super) fn check_worker(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(new) = scope.worker().kubernetes_version() else { return };
    if scope.shoot.unfilled.worker_kubernetes.contains(&scope.index) {
        return;
    }
    let old = scope.old.and_then(|old| old.kubernetes_version());
    let old = old.or_else(|| scope.shoot.operation.old().map(|old| old.spec.kubernetes.version.as_str()));
    let kubernetes = path.field("kubernetes");
    findings.extend(check(&scope.shoot, new, old, scope.old.is_none(), &kubernetes.field("version")));
}

/// Checks one version: new clusters and pools may choose among active versions, existing ones may change to any.
fn check(scope: &ShootScope<'_>, new: &str, old: Option<&str>, is_new: bool, path: &Path<'_>) -> Option<Violation> {
    if Some(new) == old || (new.is_empty() && old.is_none()) {
        return None;
    }
    let now = |version: &ExpirableVersion| version.lifecycle().at(scope.judge.settings().now);
    let offered = scope.judge.profile().spec().kubernetes.offered();
    let is_eligible = |version: &&ExpirableVersion| !is_new || now(version).is_active();
    let mut same = offered.iter().filter(|version| version.version == new);
    if same.clone().any(|version| is_eligible(&version)) {
        return None;
    }
    let eligible: Vec<&str> = offered.iter().filter(is_eligible).map(text_of).collect();
    let is_preview = |version: &&ExpirableVersion| now(version) == Classification::Preview;
    let (previews, others): (Vec<_>, Vec<_>) = offered.iter().filter(is_eligible).partition(is_preview);
    let [previews, others] =
        [previews, others].map(|versions| versions.into_iter().map(text_of).collect::<Vec<&str>>());
    let mut violation = Violation::not_supported(&SHOOT_KUBERNETES_VERSION_NOT_OFFERED, path, new, &eligible);
    if eligible.is_empty() {
        violation.detail = "the profile offers no Kubernetes version".into();
    }
    if let Some(version) = same.next() {
        let classification = now(version);
        let (what, help) = match classification {
            Classification::Expired => ("has expired, and cannot be used for new clusters and workers", ""),
            _ => ("is not available yet", "wait until its first stage begins, or use another version"),
        };
        violation.detail = format!("the version {what}; {}", violation.detail).into();
        violation.help = help.into();
        if classification == Classification::Expired && scope.operation == ShootOperation::State {
            violation.severity = Severity::Warning;
        }
    }
    if violation.help.is_empty() {
        violation = if let Some(patch) = highest_of_minor(new, old, &others) {
            violation
                .with_help(format!("the profile offers `{patch}` of this minor version"))
                .with_fix(Fix::replacing(path.to_field_path(), patch))
        } else if let Some(patch) = highest_of_minor(new, old, &previews) {
            let help = format!("of this minor version, the profile offers only the preview `{patch}`");
            let violation = violation.with_help(help);
            // A preview is written only if there is nothing else.
            match others.as_slice() {
                [] => violation.with_fix(Fix::replacing(path.to_field_path(), patch)),
                _ => violation,
            }
        } else if previews.is_empty() || others.is_empty() {
            violation
        } else {
            let are = if previews.len() == 1 { "is a preview" } else { "are previews" };
            violation.with_help(format!("of these, {} {are}", listed(&previews)))
        };
    }
    Some(violation)
}

fn text_of(version: &ExpirableVersion) -> &str {
    &version.version
}

/// Returns the highest of these versions of the same minor, unless it is a downgrade.
fn highest_of_minor<'a>(new: &str, old: Option<&str>, eligible: &[&'a str]) -> Option<&'a str> {
    let version: Version = new.parse().ok()?;
    let old: Option<Version> = old.and_then(|old| old.parse().ok());
    let versions = eligible.iter().filter_map(|text| Some((text.parse::<Version>().ok()?, *text)));
    let same_minor = versions.filter(|(one, _)| (one.major(), one.minor()) == (version.major(), version.minor()));
    let highest = same_minor.max_by(|(one, _), (other, _)| one.cmp(other));
    highest.filter(|(highest, _)| old.is_none_or(|old| *highest >= old)).map(|(_, text)| text)
}
