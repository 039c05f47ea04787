//! The container runtime interface and its container runtimes.

use rootstock_core_model::{DEFAULT_CRI, Path, Source, Violation};
use rootstock_judge::Obstacle;

use super::WorkerScope;
use super::machine_image::refusal_detail;

rootstock_core_model::rules! {
    WORKER_CRI_UNSUPPORTED: Error, since "0.1.0", Source::Gardener;
    WORKER_CONTAINER_RUNTIME_UNSUPPORTED: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let worker = scope.worker();
    let (Some(cri), Some(image)) = (&worker.cri, &worker.machine.image) else { return };
    let is_unchanged = scope.old.is_some_and(|old| old.cri == worker.cri && old.machine.image == worker.machine.image);
    if is_unchanged || scope.has_unfilled_image() {
        return;
    }
    // An unknown interface has been reported.
    if cri.name != DEFAULT_CRI && !scope.quirks().findings.shoot_errors_hide_others {
        return;
    }
    let version = image.version.as_deref().unwrap_or_default();
    let Some(offer) = scope.profile().offer(&image.name, version) else { return };
    let Some(obstacle) = scope.judge().runtime(&scope.pool, &offer) else { return };
    let at = path.field("cri");
    let Obstacle::ContainerRuntime { interface, missing, offered } = &obstacle else { return };
    if missing.is_empty() {
        let detail = refusal_detail(scope, &offer, &[obstacle]);
        findings.push(Violation::invalid(&WORKER_CRI_UNSUPPORTED, &at.field("name"), cri.name.as_str(), detail));
        return;
    }
    let list = at.field("containerRuntimes");
    for (position, wanted) in cri.container_runtimes.iter().map(|runtime| &runtime.runtime_type).enumerate() {
        if missing.contains(wanted) {
            let (interface, offered) = (interface.clone(), offered.clone());
            let obstacle = Obstacle::ContainerRuntime { interface, missing: vec![wanted.clone()], offered };
            let item = list.index(position);
            let detail = refusal_detail(scope, &offer, &[obstacle]);
            findings.push(Violation::invalid(
                &WORKER_CONTAINER_RUNTIME_UNSUPPORTED,
                &item.field("type"),
                wanted.as_str(),
                detail,
            ));
        }
    }
}
