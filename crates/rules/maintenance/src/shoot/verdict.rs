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
        rejections.extend(own.and_then(|own| skew(worker, own, control_plane)));
        rejections.extend(own.and_then(|own| not_offered(planner, worker, own)));
    }
    rejections.extend(too_many_nodes(planner, shoot));
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

/// Checks a kubelet's version of its own against the control plane's.
fn skew(worker: &WorkerRow<'_>, kubelet: &str, control_plane: Option<&Version>) -> Option<Rejection> {
    let (own, control_plane) = (kubelet.parse::<Version>().ok()?, control_plane?);
    if own > *control_plane {
        return Some(Rejection::AheadOfControlPlane {
            worker: worker.name.clone().into_owned(),
            kubelet: own.to_string(),
            control_plane: control_plane.to_string(),
        });
    }
    let behind = control_plane.minor().saturating_sub(own.minor());
    (control_plane.major() == own.major() && behind > MAX_MINORS_BEHIND).then(|| Rejection::TooFarBehind {
        worker: worker.name.clone().into_owned(),
        kubelet: own.to_string(),
        control_plane: control_plane.to_string(),
    })
}

/// Checks that the profile has a worker's new version: one that is held back may not be in it.
fn not_offered(planner: &Planner<'_>, worker: &WorkerRow<'_>, kubelet: &str) -> Option<Rejection> {
    let is_changed = worker.kubernetes_version.as_deref() != Some(kubelet);
    let is_offered = planner.profile().kubernetes().iter().any(|version| version.version == kubelet);
    (is_changed && !is_offered)
        .then(|| Rejection::VersionNotOffered { worker: worker.name.clone().into_owned(), version: kubelet.to_owned() })
}

/// Checks the limit of the profile, which every update of the Shoot has to keep.
fn too_many_nodes(planner: &Planner<'_>, shoot: &ShootRow<'_>) -> Option<Rejection> {
    let most = planner.profile().spec().limits.as_ref()?.max_nodes_total?;
    let least: i64 = shoot.workers.iter().map(|worker| i64::from(worker.minimum)).sum();
    let largest = shoot.workers.iter().map(|worker| i64::from(worker.maximum)).max();
    let largest = largest.filter(|_| planner.quirks().shoot.maximum_of_a_worker_is_limited);
    let least = least.max(largest.unwrap_or_default());
    (least > i64::from(most)).then_some(Rejection::TooManyNodes { least, most })
}
