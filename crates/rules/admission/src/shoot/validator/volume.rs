//! The root disk.

use rootstock_core_model::{Path, Quantity, Source, Violation, VolumeType, listed};

use super::{WorkerScope, fitting};

rootstock_core_model::rules! {
    WORKER_VOLUME_TYPE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    WORKER_VOLUME_TYPE_UNFIT: Error, since "0.1.0", Source::Gardener;
    WORKER_VOLUME_TOO_SMALL: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(volume) = &scope.worker().volume else { return };
    let Some(name) = volume.volume_type.as_deref() else { return };
    let at = path.field("volume");
    let old = scope.old.and_then(|old| old.volume.as_ref()?.volume_type.as_deref());
    let types = scope.judge().profile().spec().volume_types.as_deref().unwrap_or_default();
    let same = || types.iter().filter(|volume_type| volume_type.name == name);
    if old != Some(name) && !same().any(|volume_type| fits(scope, volume_type)) {
        let mut fitting: Vec<&str> = types
            .iter()
            .filter(|volume_type| fits(scope, volume_type))
            .map(|volume_type| volume_type.name.as_str())
            .collect();
        fitting.sort_unstable();
        let path = at.field("type");
        findings.push(match same().next() {
            None => Violation::not_supported(&WORKER_VOLUME_TYPE_UNKNOWN, &path, name, &fitting),
            Some(volume_type) => {
                Violation::invalid(&WORKER_VOLUME_TYPE_UNFIT, &path, name, reasons(scope, volume_type))
                    .with_help(fitting::list_fitting("volume type", name, &fitting))
            }
        });
        return;
    }
    // The rules of form report a missing or malformed size.
    let Some(written) = volume.volume_size.as_deref() else { return };
    let Ok(size) = Quantity::from_scalar(written) else { return };
    let machine_type = scope.pool.machine_type.map(|(machine_type, _)| machine_type);
    let storage = machine_type.and_then(|machine_type| machine_type.storage.as_ref());
    let of_machine = storage.filter(|storage| storage.storage_type == name).and_then(|one| one.min_size.as_ref());
    let of_machine = of_machine.map(|least| (least, "machine type", scope.worker().machine.machine_type.as_str()));
    let of_types = same().filter_map(|one| Some((one.min_size.as_ref()?, "volume type", name)));
    // If the size is too small for several minimums, report the largest, which satisfies them all.
    let missed = of_types.chain(of_machine).filter(|(least, ..)| size < **least).max_by(|a, b| a.0.cmp(b.0));
    if let Some((least, kind, owner)) = missed {
        let detail = format!("with {kind} `{owner}` the size must be at least {least}");
        let path = at.field("size");
        findings.push(Violation::invalid(&WORKER_VOLUME_TOO_SMALL, &path, written, detail));
    }
}

/// Returns the zones of the worker in which a volume type is not available.
fn unavailable_in<'a>(scope: &WorkerScope<'a>, volume_type: &VolumeType) -> Vec<&'a str> {
    let region = scope.judge().profile().region(&scope.shoot.shoot.spec.region);
    let zones = region.and_then(|region| region.zones.as_deref()).unwrap_or_default();
    let without = zones
        .iter()
        .filter(|zone| zone.unavailable_volume_types.iter().flatten().any(|name| *name == volume_type.name));
    without.filter(|zone| scope.worker().zones.contains(&zone.name)).map(|zone| zone.name.as_str()).collect()
}

fn fits(scope: &WorkerScope<'_>, volume_type: &VolumeType) -> bool {
    volume_type.usable.unwrap_or(true) && unavailable_in(scope, volume_type).is_empty()
}

fn reasons(scope: &WorkerScope<'_>, volume_type: &VolumeType) -> String {
    let mut reasons = Vec::new();
    if !volume_type.usable.unwrap_or(true) {
        reasons.push("the profile marks it as not usable".to_owned());
    }
    let zones = unavailable_in(scope, volume_type);
    if !zones.is_empty() {
        reasons.push(format!("it is not available in zone {}", listed(&zones)));
    }
    reasons.join("; ")
}
