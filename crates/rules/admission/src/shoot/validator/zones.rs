//! The zones of a worker.

use rootstock_core_model::{Path, Source, Violation};

use super::WorkerScope;
use crate::seen::{Seen, with_first_occurrence};

rootstock_core_model::rules! {
    WORKER_ZONE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    WORKER_ZONE_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    WORKER_ZONES_IN_REGION_WITHOUT_ZONES: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let zones = &scope.worker().zones;
    let name = scope.shoot.shoot.spec.region.as_str();
    let same_region = scope.shoot.operation.old().is_some_and(|old| old.spec.region == name);
    if same_region && scope.old.is_some_and(|old| old.zones == *zones) {
        return;
    }
    let region = scope.judge().profile().region(name);
    if region.is_none() && !scope.quirks().findings.shoot_errors_hide_others {
        // An unknown region has been reported.
        return;
    }
    let known = region.and_then(|region| region.zones.as_deref()).unwrap_or_default();
    let mut names: Vec<&str> = known.iter().map(|zone| zone.name.as_str()).collect();
    names.sort_unstable();
    let list = path.field("zones");
    let mut seen = Seen::default();
    for (position, zone) in zones.iter().enumerate() {
        let path = list.index(position);
        if known.is_empty() {
            let bad = if scope.quirks().findings.gardener_paths { name } else { zone };
            let detail = format!("region `{name}` has no zones");
            findings.push(
                Violation::invalid(&WORKER_ZONES_IN_REGION_WITHOUT_ZONES, &path, bad, detail)
                    .with_help("remove the zones"),
            );
        } else if !names.contains(&zone.as_str()) {
            findings.push(Violation::not_supported(&WORKER_ZONE_UNKNOWN, &path, zone.as_str(), &names));
        }
        if let Some(first) = seen.repeats(zone, position) {
            let violation = Violation::duplicate(&WORKER_ZONE_DUPLICATE, &path, zone.as_str());
            findings.push(with_first_occurrence(violation, list.index(first).to_field_path()));
        }
    }
}
