//! The verdict of the API server on the updates of a run.
//!
//! Gardener first makes the update of the whole Shoot as a dry run, which includes the admission of extensions. If that
//! is refused, no update is made at all.

use rootstock_core_model::Quirks;
use rootstock_judge::Obstacle;
use rootstock_versioning::Version;

use super::{Decisions, PoolObstacle, Rejection};
use crate::decision::Decision;
use crate::planner::{Change, Planner};
use crate::row::{ShootRow, WorkerRow};

/// The number of minors that a kubelet may be behind the control plane.
const MAX_MINORS_BEHIND: u64 = 3;

/// Returns the rejections, and the updates that would not be rejected but do not work either.
pub(super) fn verdict(
    planner: &mut Planner<'_>,
    shoot: &ShootRow<'_>,
    decisions: &Decisions,
    control_plane: Option<&Version>,
) -> (Vec<Rejection>, Vec<PoolObstacle>) {
    let (mut rejections, mut warnings) = (Vec::new(), Vec::new());
    let control_plane_text = control_plane.map(ToString::to_string).unwrap_or_default();
    for (worker, decided) in shoot.workers.iter().zip(&decisions.workers) {
        let before = worker.image_version.as_deref().unwrap_or_default();
        let version = decided.image.update().map_or(before, |update| &update.to);
        let own = worker.kubernetes_version.as_deref().zip(decided.kubernetes.as_ref());
        let own = own.map(|(before, decision)| decision.update().map_or(before, |update| &update.to));
        let kubelet = own.unwrap_or(&control_plane_text);
        rejections.extend(image_name(planner, worker, &decided.image));
        let change = Change { worker, region: &shoot.region, version, kubelet };
        let admission = planner.admission(&change, decisions.at);
        let pool_obstacle = |obstacle: &Obstacle| PoolObstacle {
            worker: worker.name.clone().into_owned(),
            image: worker.image_name.as_deref().unwrap_or_default().to_owned(),
            version: version.to_owned(),
            obstacle: obstacle.clone(),
        };
        rejections.extend(admission.refusals.iter().map(pool_obstacle).map(Rejection::Image));
        warnings.extend(admission.warnings.iter().map(pool_obstacle));
        rejections.extend(own.and_then(|own| too_far_behind(worker, own, control_plane)));
    }
    (rejections, warnings)
}

/// Checks the image name, because the validator requires the exact name.
fn image_name(planner: &Planner<'_>, worker: &WorkerRow<'_>, decision: &Decision) -> Option<Rejection> {
    let update = decision.update()?;
    let name = worker.image_name.as_deref().unwrap_or_default();
    let is_exact = planner.profile().image(name, &Quirks::NONE).is_some();
    (!is_exact).then(|| Rejection::ImageName {
        worker: worker.name.clone().into_owned(),
        image: name.to_owned(),
        version: update.to.to_string(),
    })
}

fn too_far_behind(worker: &WorkerRow<'_>, kubelet: &str, control_plane: Option<&Version>) -> Option<Rejection> {
    let (own, control_plane) = (kubelet.parse::<Version>().ok()?, control_plane?);
    let behind = control_plane.minor().saturating_sub(own.minor());
    (control_plane.major() == own.major() && behind > MAX_MINORS_BEHIND).then(|| Rejection::TooFarBehind {
        worker: worker.name.clone().into_owned(),
        kubelet: own.to_string(),
        control_plane: control_plane.to_string(),
    })
}
