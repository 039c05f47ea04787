//! The plan of one maintenance run for a Shoot.

mod decisions;
mod plan;
mod planned_rollout;
mod rejection;
mod skipped;
mod verdict;

use rootstock_core_model::Quirks;
use rootstock_versioning::{Timestamp, Version};

pub use decisions::{Decisions, WorkerDecisions};
pub use plan::{ImagePlan, KubernetesPlan, PlanItem, PlanSubject, ShootPlan, WorkerPlan};
pub use planned_rollout::PlannedRollout;
pub use rejection::{PoolObstacle, Rejection};
pub use skipped::Skipped;

use crate::decision::{Decision, Update};
use crate::failure::UpdateFailure;
use crate::planner::{Planner, failed};
use crate::row::ShootRow;

impl Planner<'_> {
    /// Plans maintenance of a Shoot at an instant.
    ///
    /// The order is: the image of each worker, chosen for the Kubernetes version before the update; the control plane's
    /// Kubernetes version; the Kubernetes version of each worker that has its own, held back to that of the control
    /// plane. A worker with an unresolvable reference gets a failure, and the others continue. The reasons for which
    /// the API server would then refuse the update are listed: it refuses the update as a whole.
    pub fn shoot(&mut self, shoot: &ShootRow<'_>, at: Timestamp) -> ShootPlan {
        ShootPlan::new(shoot, self.decisions(shoot, at))
    }

    /// Like [`shoot`](Self::shoot), but without the names.
    pub(crate) fn decisions(&mut self, shoot: &ShootRow<'_>, at: Timestamp) -> Decisions {
        let mut decisions = Decisions::none(at);
        if shoot.is_deleting {
            decisions.skipped = Some(Skipped::Deleting);
            return decisions;
        }
        let images = self.images(shoot, at);
        let control_plane = self.kubernetes(&shoot.kubernetes_version, shoot.auto_update_kubernetes, at);
        let version = control_plane.update().map_or(shoot.kubernetes_version.as_ref(), |update| &update.to);
        let version: Option<Version> = version.parse().ok();
        decisions.workers.reserve_exact(shoot.workers.len());
        for (worker, image) in shoot.workers.iter().zip(images) {
            let kubernetes = worker.kubernetes_version.as_deref().map(|current| {
                limit_to_control_plane(
                    self.kubernetes(current, shoot.auto_update_kubernetes, at),
                    current,
                    version.as_ref(),
                )
            });
            decisions.workers.push(WorkerDecisions { kubernetes, image });
        }
        decisions.control_plane = Some(control_plane);
        if decisions.all().any(|decision| decision.update().is_some()) {
            (decisions.rejections, decisions.warnings) = verdict::verdict(self, shoot, &decisions, version.as_ref());
        }
        decisions
    }

    /// Decides about the images of all workers.
    fn images(&mut self, shoot: &ShootRow<'_>, at: Timestamp) -> Vec<Decision> {
        let mut stopped_at = None;
        if self.quirks().maintenance.missing_reference_aborts && shoot.kubernetes_version.parse::<Version>().is_err() {
            stopped_at = Some("");
        }
        let mut decisions = Vec::with_capacity(shoot.workers.len());
        for worker in &shoot.workers {
            if let Some(worker) = stopped_at {
                decisions.push(failed(None, UpdateFailure::Aborted { worker: worker.to_owned() }));
                continue;
            }
            let decided = self.image(worker, &shoot.kubernetes_version, shoot.auto_update_images, at);
            if aborts_image_updates(&decided, self.quirks()) {
                stopped_at = Some(worker.name.as_ref());
            }
            decisions.push(decided);
        }
        decisions
    }
}

/// Returns whether Gardener stops updating images of the Shoot at this worker.
fn aborts_image_updates(decision: &Decision, quirks: &Quirks) -> bool {
    quirks.maintenance.missing_reference_aborts
        && decision.failed().is_some_and(|failed| failed.failure.is_unresolved_reference())
}

/// Limits a worker's Kubernetes version to that of the control plane.
fn limit_to_control_plane(decision: Decision, current: &str, control_plane: Option<&Version>) -> Decision {
    let Decision::Update(update) = &decision else { return decision };
    let (Some(control_plane), Ok(target), Ok(current)) =
        (control_plane, update.to.parse::<Version>(), current.parse::<Version>())
    else {
        return decision;
    };
    if target <= *control_plane {
        return decision;
    }
    if *control_plane <= current {
        let failure = UpdateFailure::AheadOfControlPlane { worker: current, control_plane: control_plane.clone() };
        return failed(Some(update.cause), failure);
    }
    let to = control_plane.to_string().into();
    Decision::Update(Update { to, limited_by_control_plane: true, ..update.clone() })
}

impl ShootRow<'_> {
    /// Applies a plan to the Shoot; does nothing if the plan would be rejected.
    pub fn apply(&mut self, plan: &ShootPlan) {
        if plan.is_rejected() {
            return;
        }
        let target = |decision: &Decision| decision.update().map(|update| update.to.to_string().into());
        if let Some(to) = plan.control_plane.as_ref().and_then(|control_plane| target(&control_plane.decision)) {
            self.kubernetes_version = to;
        }
        for (worker, planned) in self.workers.iter_mut().zip(&plan.workers) {
            if let Some(to) = target(&planned.image.decision) {
                worker.image_version = Some(to);
            }
            if let Some(to) = planned.kubernetes.as_ref().and_then(|kubernetes| target(&kubernetes.decision)) {
                worker.kubernetes_version = Some(to);
            }
        }
    }
}
