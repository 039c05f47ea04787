//! The kubelet: the versions that an image works with, and its reservations.

use std::ops::ControlFlow;

use rootstock_core_model::{Path, Quantity, RawObject, Source, Violation};
use rootstock_versioning::Version;

use super::{SHOOT_KUBERNETES_VERSION_UNREADABLE, WorkerScope};

rootstock_core_model::rules! {
    WORKER_IMAGE_KUBELET_VERSION: Error, since "0.1.0", Source::Gardener;
    WORKER_KUBELET_RESERVATION: Error, since "0.1.0", Source::Gardener;
}

/// Checks that the image works with the kubelet's version. In Gardener a version that cannot be parsed ends the
/// validation.
pub(super) fn check_constraint(
    scope: &WorkerScope<'_>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) -> ControlFlow<()> {
    let worker = scope.worker();
    if scope.quirks().findings.shoot_errors_hide_others
        && let Some(version) = worker.kubernetes_version()
        && let Err(error) = version.parse::<Version>()
    {
        let kubernetes = path.field("kubernetes");
        let path = kubernetes.field("version");
        findings.push(Violation::invalid(&SHOOT_KUBERNETES_VERSION_UNREADABLE, &path, version, error.to_string()));
        return ControlFlow::Break(());
    }
    let Some(image) = worker.machine.image.as_ref().filter(|_| !scope.has_unfilled_image()) else {
        return ControlFlow::Continue(());
    };
    let version = image.version.as_deref().unwrap_or_default();
    if let Some(offer) = scope.profile().offer(&image.name, version)
        && let Some(obstacle) = scope.judge().kubelet(&scope.pool, &offer)
    {
        let machine = path.field("machine");
        let bad = super::machine_image::rendered(scope, image);
        let detail = super::machine_image::refusal_detail(scope, &offer, &[obstacle]);
        let violation = Violation::invalid(&WORKER_IMAGE_KUBELET_VERSION, &machine.field("image"), bad, detail);
        findings.push(violation.with_help(super::machine_image::advice(scope, image)));
    }
    ControlFlow::Continue(())
}

/// Checks that the kubelet reserves less than the machine has.
///
/// `leaking` holds the settings of the last worker that had any: under the quirk `kubelet_settings_leak` they also
/// apply to the workers after it.
pub(super) fn check_reservations<'a>(
    scope: &WorkerScope<'a>,
    leaking: &mut Option<&'a RawObject>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let Some(kubernetes) = &scope.worker().kubernetes else { return };
    let own = kubernetes.kubelet.as_ref();
    if own.is_some() {
        *leaking = own;
    }
    let inherited = scope.shoot.shoot.spec.kubernetes.kubelet.as_ref();
    let leaked = leaking.filter(|_| scope.quirks().shoot.kubelet_settings_leak);
    let Some(settings) = own.or(leaked).or(inherited) else { return };
    let Some((machine_type, _)) = scope.pool.machine_type else { return };
    let with_system = scope.quirks().shoot.system_reservations_count;
    let kubernetes = path.field("kubernetes");
    let at = kubernetes.field("kubelet");
    for (resource, shown, capacity) in [("cpu", "CPU", &machine_type.cpu), ("memory", "memory", &machine_type.memory)] {
        let text = |section| settings.get(section)?.get(resource)?.raw_text();
        // A resource without a reservation has zero reserved, which is too much if the capacity is zero as well.
        let amount = |section| text(section).map_or(Ok(Quantity::ZERO), Quantity::from_scalar);
        let Ok(of_kubernetes) = amount("kubeReserved") else { continue };
        let of_system = if with_system { amount("systemReserved").unwrap_or_default() } else { Quantity::ZERO };
        let Some(amount) = of_kubernetes.plus(&of_system) else { continue };
        if amount >= *capacity {
            let detail = format!(
                "the reservation is not less than the {resource} of machine type `{}`, {capacity}: nothing would be \
                 left for pods",
                machine_type.name
            );
            let kube_reserved = at.field("kubeReserved");
            let precise = kube_reserved.field(resource);
            let is_written = own.is_some() && text("kubeReserved").is_some();
            findings.push(if scope.quirks().findings.gardener_paths || !is_written {
                let system = if with_system { format!(" + systemReserved {shown}") } else { String::new() };
                let bad = format!("kubeReserved {shown}{system}: {amount}");
                Violation::invalid(&WORKER_KUBELET_RESERVATION, &at, bad, detail)
            } else {
                Violation::invalid(&WORKER_KUBELET_RESERVATION, &precise, amount.to_string(), detail)
            });
        }
    }
}
