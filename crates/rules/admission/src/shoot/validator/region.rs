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
    if region == old || scope.judge.profile().region(region).is_some() {
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
