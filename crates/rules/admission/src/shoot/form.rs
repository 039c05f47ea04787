//! Rules for a Shoot that do not depend on the profile: required fields, and the direction in which versions may
//! change.

use rootstock_core_model::{Path, Quirks, Shoot, Source, UpdateStrategy, VALID_ARCHITECTURES, Violation, Worker};
use rootstock_versioning::{Operator, Version, compare_versions};

use super::mutator::UnfilledFields;
use super::{ShootOperation, kubelet_amounts, maintenance_window, spec_change, worker_form};

rootstock_core_model::rules! {
    SHOOT_KUBERNETES_DOWNGRADE: Error, since "0.1.0", Source::Gardener;
    SHOOT_KUBERNETES_MINOR_SKIPPED: Error, since "0.1.0", Source::VersioningGuide("Update path for Kubernetes versions");
    WORKER_KUBERNETES_SKEW: Error, since "0.1.0", Source::Gardener;
    WORKER_IMAGE_MISSING: Error, since "0.1.0", Source::Gardener;
    WORKER_UPDATE_STRATEGY_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    WORKER_UPDATE_STRATEGY_CHANGED: Error, since "0.1.0", Source::Gardener;
    WORKER_IMAGE_DOWNGRADE: Error, since "0.1.0", Source::Gardener;
    WORKER_IN_PLACE_CHANGE: Error, since "0.1.0", Source::Gardener;
    WORKER_CRI_UNKNOWN: Error, since "0.1.0", Source::Gardener;
}

const CONTAINER_RUNTIME_INTERFACES: [&str; 1] = ["containerd"];
/// The maximum number of minors that a worker may lag behind its control plane.
const MAX_MINORS_BEHIND: u64 = 3;

/// Returns whether to report here what documented semantics report elsewhere: in Gardener's semantics this phase hides
/// the next.
const fn reports_validator_findings(quirks: &Quirks) -> bool {
    quirks.findings.shoot_errors_hide_others
}

pub(super) fn check(
    shoot: &Shoot,
    operation: ShootOperation<'_>,
    quirks: &Quirks,
    unfilled: &UnfilledFields,
) -> Vec<Violation> {
    let mut findings = Vec::new();
    let spec = Path::root("spec");
    kubelet_amounts::check(shoot, &mut findings);
    spec_change::check(shoot, operation, quirks, unfilled, &mut findings);
    if !unfilled.kubernetes {
        check_control_plane(shoot, operation, &spec, &mut findings);
    }
    maintenance_window::check(shoot, operation, &mut findings);
    let provider = spec.field("provider");
    let list = provider.field("workers");
    worker_form::check(&shoot.spec.provider.workers, &list, &mut findings);
    let old_workers = operation.old_workers();
    for (index, worker) in shoot.spec.provider.workers.iter().enumerate() {
        let path = list.index(index);
        let old = old_workers.get(worker.name.as_str()).copied();
        if !unfilled.kubernetes && !unfilled.worker_kubernetes.contains(&index) {
            check_skew(shoot, operation.old().zip(old), worker, quirks, &path, &mut findings);
        }
        check_values(quirks, worker, &path, &mut findings);
        if !unfilled.images.contains(&index) {
            check_image(worker, &path, &mut findings);
        }
        if let Some(old) = old {
            check_change(worker, old, quirks, &path, &mut findings);
        }
    }
    quirks.retain_rules(&mut findings);
    findings
}

fn holds(left: &str, operator: Operator, right: &str) -> bool {
    compare_versions(left, operator, right) == Ok(true)
}

/// Checks that the control plane is never downgraded and advances one minor at a time.
fn check_control_plane(shoot: &Shoot, operation: ShootOperation<'_>, spec: &Path<'_>, findings: &mut Vec<Violation>) {
    let kubernetes = spec.field("kubernetes");
    let path = kubernetes.field("version");
    let new = shoot.spec.kubernetes.version.as_str();
    let Some(old) = operation.old().map(|old| old.spec.kubernetes.version.as_str()) else { return };
    if holds(new, Operator::Less, old) {
        let detail = format!("`{old}` is in use, and a cluster cannot go back to the older version `{new}`");
        findings.push(Violation::forbidden(&SHOOT_KUBERNETES_DOWNGRADE, &path, detail));
    } else if second_next_minor(old).is_some_and(|next| holds(new, Operator::GreaterOrEqual, &next)) {
        let between = next_minor(old).unwrap_or_default();
        let detail = format!(
            "Kubernetes is updated one minor version at a time, and `{new}` is more than one ahead of `{old}`; update \
             to {between}.x first"
        );
        findings.push(Violation::forbidden(&SHOOT_KUBERNETES_MINOR_SKIPPED, &path, detail));
    }
}

/// Returns the next minor: `1.33`.
fn next_minor(version: &str) -> Option<String> {
    let version: Version = version.parse().ok()?;
    Some(format!("{}.{}", version.major(), version.minor().saturating_add(1)))
}

/// Returns the first version that is more than one minor ahead.
fn second_next_minor(version: &str) -> Option<String> {
    let version: Version = version.parse().ok()?;
    Some(format!("{}.{}.0", version.major(), version.minor().saturating_add(2)))
}

/// Checks that workers are at most three minors behind the control plane and are never downgraded.
fn check_skew(
    shoot: &Shoot,
    old: Option<(&Shoot, &Worker)>,
    worker: &Worker,
    quirks: &Quirks,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let control_plane = shoot.spec.kubernetes.version.as_str();
    let new = worker.kubernetes_version().unwrap_or(control_plane);
    let kubernetes = item.field("kubernetes");
    let path = kubernetes.field("version");
    let forbidden = |rule, detail: String| Violation::forbidden(rule, &path, detail);
    if let Some((old_shoot, old)) = old {
        let before = old.kubernetes_version().unwrap_or(&old_shoot.spec.kubernetes.version);
        // If both follow the control plane, the downgrade has been reported there.
        let follows = !quirks.findings.follow_up_errors
            && worker.kubernetes_version().is_none()
            && old.kubernetes_version().is_none();
        if !follows && holds(new, Operator::Less, before) {
            let detail = format!("worker `{}` has `{before}`, and cannot go back to `{new}`", worker.name);
            findings.push(forbidden(&SHOOT_KUBERNETES_DOWNGRADE, detail));
        }
        let too_far = second_next_minor(before).filter(|next| holds(new, Operator::GreaterOrEqual, next));
        if worker.is_in_place()
            && !follows
            && let Some(next) = too_far
        {
            let detail = format!(
                "worker `{}` is updated in place, one minor version at a time: from `{before}` it can go to versions \
                 before `{next}`, but not to `{new}`",
                worker.name
            );
            findings.push(forbidden(&SHOOT_KUBERNETES_MINOR_SKIPPED, detail));
        }
    }
    let Some(own) = worker.kubernetes_version() else { return };
    if holds(own, Operator::Greater, control_plane) {
        let detail = format!("worker `{}` must not be newer than its control plane, `{control_plane}`", worker.name);
        findings.push(forbidden(&WORKER_KUBERNETES_SKEW, detail));
    } else if let Ok(version) = own.parse::<Version>() {
        let minor = version.minor().saturating_add(MAX_MINORS_BEHIND + 1);
        if holds(control_plane, Operator::GreaterOrEqual, &format!("{}.{minor}.0", version.major())) {
            let detail = format!(
                "worker `{}` with `{own}` is more than {MAX_MINORS_BEHIND} minor versions behind its control plane, \
                 `{control_plane}`",
                worker.name
            );
            findings.push(forbidden(&WORKER_KUBERNETES_SKEW, detail));
        }
    }
}

/// Checks fields whose values come from a fixed set.
fn check_values(quirks: &Quirks, worker: &Worker, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let machine = path.field("machine");
    if let Some(architecture) = worker.machine.architecture.as_deref()
        && reports_validator_findings(quirks)
        && !VALID_ARCHITECTURES.contains(&architecture)
    {
        let rule = &super::validator::WORKER_ARCHITECTURE_UNKNOWN;
        findings.push(Violation::not_supported(
            rule,
            &machine.field("architecture"),
            architecture,
            &VALID_ARCHITECTURES,
        ));
    }
    if let Some(cri) = &worker.cri
        && !CONTAINER_RUNTIME_INTERFACES.contains(&cri.name.as_str())
    {
        let at = path.field("cri");
        let name = cri.name.as_str();
        findings.push(Violation::not_supported(
            &WORKER_CRI_UNKNOWN,
            &at.field("name"),
            name,
            &CONTAINER_RUNTIME_INTERFACES,
        ));
    }
    if let Some(UpdateStrategy::Unknown(text)) = &worker.update_strategy {
        let path = path.field("updateStrategy");
        findings.push(Violation::not_supported(
            &WORKER_UPDATE_STRATEGY_UNKNOWN,
            &path,
            text.as_str(),
            &UpdateStrategy::NAMES,
        ));
    }
}

fn check_image(worker: &Worker, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let machine = path.field("machine");
    let image_path = machine.field("image");
    let mut missing = |path: &Path<'_>, what: &str| {
        let detail = format!("worker `{}` has no machine image{what}", worker.name);
        findings.push(Violation::required(&WORKER_IMAGE_MISSING, path, detail));
    };
    let Some(image) = &worker.machine.image else { return missing(&image_path, "") };
    if image.name.is_empty() {
        missing(&image_path.field("name"), ", only a version");
    }
    if image.version.as_deref().unwrap_or_default().is_empty() {
        missing(&image_path.field("version"), " version");
    }
}

/// Checks fields that cannot change while nodes are kept.
fn check_change(worker: &Worker, old: &Worker, quirks: &Quirks, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let strategy = |worker: &Worker| worker.update_strategy.clone().unwrap_or_default();
    if worker.is_in_place() != old.is_in_place() {
        let detail = format!(
            "worker `{}` cannot be switched between in-place and rolling updates; add a new worker instead",
            worker.name
        );
        let new = match strategy(worker) {
            UpdateStrategy::AutoRollingUpdate => "AutoRollingUpdate".to_owned(),
            UpdateStrategy::AutoInPlaceUpdate => "AutoInPlaceUpdate".to_owned(),
            UpdateStrategy::ManualInPlaceUpdate => "ManualInPlaceUpdate".to_owned(),
            UpdateStrategy::Unknown(text) => text,
        };
        findings.push(Violation::invalid(&WORKER_UPDATE_STRATEGY_CHANGED, &path.field("updateStrategy"), new, detail));
    }
    if !worker.is_in_place() {
        return;
    }
    let machine = path.field("machine");
    let image_path = machine.field("image");
    let version =
        |worker: &Worker| worker.machine.image.as_ref().and_then(|image| image.version.clone()).unwrap_or_default();
    let (new_version, old_version) = (version(worker), version(old));
    if !quirks.shoot.in_place_downgrades_pass && holds(&new_version, Operator::Less, &old_version) {
        let detail = format!(
            "worker `{}` is updated in place, and cannot go back from `{old_version}` to `{new_version}`",
            worker.name
        );
        findings.push(Violation::forbidden(&WORKER_IMAGE_DOWNGRADE, &image_path.field("version"), detail));
    }
    if strategy(worker) != strategy(old) {
        return;
    }
    let name = |worker: &Worker| worker.machine.image.as_ref().map(|image| image.name.clone()).unwrap_or_default();
    let cri = |worker: &Worker| worker.cri.as_ref().map(|cri| cri.name.clone()).unwrap_or_default();
    let cri_path = path.field("cri");
    let fields = [
        (machine.field("type"), worker.machine.machine_type.clone(), old.machine.machine_type.clone(), "machine type"),
        (image_path.field("name"), name(worker), name(old), "machine image"),
        (cri_path.field("name"), cri(worker), cri(old), "container runtime interface"),
    ];
    for (path, new, old, what) in fields {
        if new != old {
            let detail = format!(
                "the {what} of worker `{}` was `{old}` and cannot change, because its nodes are updated in place",
                worker.name
            );
            findings.push(Violation::invalid(&WORKER_IN_PLACE_CHANGE, &path, new, detail));
        }
    }
    if worker.volume != old.volume {
        let detail =
            format!("the volume of worker `{}` cannot change, because its nodes are updated in place", worker.name);
        let size = worker.volume.as_ref().and_then(|volume| volume.volume_size.as_deref()).unwrap_or_default();
        findings.push(Violation::invalid(&WORKER_IN_PLACE_CHANGE, &path.field("volume"), size, detail));
    }
}
