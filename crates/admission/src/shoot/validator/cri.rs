//! The container runtime interface and the runtimes on top of it (D.2.6).

use rootstock_core_model::{Path, Source, Violation};

use super::WorkerScope;
use crate::shoot::acceptance::DEFAULT_CRI;
use crate::shoot::obstacle::listed;

rules! {
    /// D.2.6.
    CRI = "worker-cri-unsupported", "", Error, Source::Gardener;
    /// D.2.6.
    RUNTIME = "worker-container-runtime-unsupported", "", Error, Source::Gardener;
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let worker = scope.worker();
    let (Some(cri), Some(image)) = (&worker.cri, &worker.machine.image) else { return };
    let is_unchanged =
        scope.pool.old.is_some_and(|old| old.cri == worker.cri && old.machine.image == worker.machine.image);
    if is_unchanged || scope.has_open_image() {
        return;
    }
    // That there is no such interface at all has been said.
    if cri.name != DEFAULT_CRI && !scope.quirks().shoot_errors_hide_others {
        return;
    }
    let Some(offer) = scope.profile().offer(&image.name, image.version.as_deref().unwrap_or_default()) else { return };
    let offered = offer.version.cri.as_deref().unwrap_or_default();
    let at = path.field("cri");
    let Some(entry) = offered.iter().find(|entry| entry.name == cri.name) else {
        let names: Vec<&str> = offered.iter().map(|entry| entry.name.as_str()).collect();
        let detail = format!("machine image {} supports {}", offer.shown(), listed(&names));
        findings.push(Violation::invalid(&CRI, &at.field("name"), cri.name.as_str(), detail));
        return;
    };
    let runtimes: Vec<&str> =
        entry.container_runtimes.iter().flatten().map(|runtime| runtime.runtime_type.as_str()).collect();
    let list = at.field("containerRuntimes");
    for (position, wanted) in cri.container_runtimes.iter().enumerate() {
        if !runtimes.contains(&wanted.runtime_type.as_str()) {
            let offered = if runtimes.is_empty() { "no others".to_owned() } else { listed(&runtimes) };
            let detail = format!("on top of `{}` machine image {} supports {offered}", cri.name, offer.shown());
            let item = list.index(position);
            findings.push(Violation::invalid(&RUNTIME, &item.field("type"), wanted.runtime_type.as_str(), detail));
        }
    }
}
