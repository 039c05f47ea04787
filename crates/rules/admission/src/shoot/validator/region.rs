//! The region.

use rootstock_core_model::{Path, Source, Violation};

use super::ShootScope;

rootstock_core_model::rules! {
    SHOOT_REGION_UNKNOWN: Error, since "0.1.0", Source::Gardener;
}

/// Checks that a new region of the Shoot is in the profile.
pub(super) fn check(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    let region = scope.shoot.spec.region.as_str();
    let old = scope.operation.old().map(|old| old.spec.region.as_str()).unwrap_or_default();
    // A missing region, and a change of the region, have been reported.
    let is_reported = (!old.is_empty() || region.is_empty()) && !scope.quirks().findings.shoot_errors_hide_others;
    if region == old || is_reported || scope.judge.profile().region(region).is_some() {
        return;
    }
    let mut names: Vec<&str> =
        scope.judge.profile().spec().regions.iter().flatten().map(|region| region.name.as_str()).collect();
    names.sort_unstable();
    let spec = Path::root("spec");
    let mut violation = Violation::not_supported(&SHOOT_REGION_UNKNOWN, &spec.field("region"), region, &names);
    if names.is_empty() {
        violation.detail = "the profile has no regions".into();
    }
    findings.push(violation);
}
