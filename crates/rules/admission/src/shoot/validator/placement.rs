//! The placement of the control plane, and access restrictions.

use rootstock_core_model::{Path, Releases, Shoot, Source, Violation};

use super::ShootScope;

rootstock_core_model::rules! {
    SHOOT_CONTROL_PLANE_ZONES_FORBIDDEN: Error, since "0.1.0", Source::Gardener, in Releases::since(1, 150), not equal Shoots;
    SHOOT_ACCESS_RESTRICTION_UNSUPPORTED: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    check_zones(scope, findings);
    check_access_restrictions(scope, findings);
}

/// Checks that the control plane is pinned to zones only if the profile allows it.
fn check_zones(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    let zones = |shoot: &Shoot| shoot.spec.control_plane.clone().unwrap_or_default().zones;
    let own = zones(scope.shoot);
    let profile = scope.judge.profile();
    let is_allowed = profile
        .spec()
        .control_plane
        .as_ref()
        .is_some_and(|control_plane| control_plane.allow_zone_pinning == Some(true));
    if is_allowed || own.is_empty() || scope.operation.old().is_some_and(|old| zones(old) == own) {
        return;
    }
    let spec = Path::root("spec");
    let control_plane = spec.field("controlPlane");
    let detail = "the profile does not allow Shoots to choose the zones of the control plane: its \
                  `spec.controlPlane.allowZonePinning` is not true";
    findings.push(
        Violation::forbidden(&SHOOT_CONTROL_PLANE_ZONES_FORBIDDEN, &control_plane.field("zones"), detail)
            .with_help("remove the zones"),
    );
}

/// Checks that each access restriction is offered in the region.
fn check_access_restrictions(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    let shoot = &scope.shoot.spec;
    // An unknown region has been reported.
    let Some(region) = scope.judge.profile().region(&shoot.region) else { return };
    let offered = region.access_restrictions.as_deref().unwrap_or_default();
    let names: Vec<&str> = offered.iter().map(|offered| offered.name.as_str()).collect();
    let same_region = scope.operation.old().filter(|old| old.spec.region == shoot.region);
    let before = same_region.map(|old| old.spec.access_restrictions.as_slice()).unwrap_or_default();
    let spec = Path::root("spec");
    let list = spec.field("accessRestrictions");
    for (index, asked) in shoot.access_restrictions.iter().enumerate() {
        if names.contains(&asked.name.as_str()) || before.iter().any(|before| before.name == asked.name) {
            continue;
        }
        let item = list.index(index);
        let name = item.field("name");
        let path = if scope.quirks().findings.gardener_paths { &item } else { &name };
        let asked = asked.name.as_str();
        let mut violation = Violation::not_supported(&SHOOT_ACCESS_RESTRICTION_UNSUPPORTED, path, asked, &names);
        if names.is_empty() {
            violation.detail = format!("region `{}` offers no access restrictions", shoot.region).into();
        }
        findings.push(violation);
    }
}
