//! What the API server would refuse once the updates of a run are made.
//!
//! Gardener tries the update of the whole Shoot before it makes it, and the extensions' admission with it. What is refused
//! there discards everything.

use std::fmt;

use rootstock_core_model::Quirks;
use rootstock_judge::{Obstacle, ObstacleKind};
use rootstock_versioning::{Classification, Version};
use serde::Serialize;

use super::Decisions;
use crate::decision::Decision;
use crate::planner::{Change, Planner};
use crate::row::{ShootRow, WorkerRow};

/// How far behind the control plane a kubelet may be: so many minors.
const MOST_MINORS_BEHIND: u64 = 3;

/// One reason for which the API server would refuse the updates of a run, all of them together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "rejection", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Rejection {
    /// A worker cannot have the image version that it has after the update.
    #[error("{refused}, so the update is refused as a whole; {way_out}", refused = .0, way_out = way_out(.0))]
    Image(PoolObstacle),
    /// The worker's image is not in the profile under exactly that name.
    #[error(
        "worker {worker}: image {image} is spelled differently in the profile, so the update to {version} is refused as a whole; correct the image's name in the Shoot"
    )]
    ImageName {
        /// The worker.
        worker: String,
        /// The image, as it spells it.
        image: String,
        /// The version it goes to.
        version: String,
    },
    /// The control plane runs away from the worker.
    #[error(
        "worker {worker}: kubelet {kubelet} would be more than three minors behind the control plane {control_plane}, so the update is refused as a whole; update the pool's Kubernetes version first"
    )]
    TooFarBehind {
        /// The worker.
        worker: String,
        /// The kubelet's version after the update.
        kubelet: String,
        /// The control plane's version after the update.
        control_plane: String,
    },
}

/// What keeps a worker from having an image version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolObstacle {
    /// The worker.
    pub worker: String,
    /// The image.
    pub image: String,
    /// The version.
    pub version: String,
    /// Why not.
    #[serde(flatten)]
    pub obstacle: Obstacle,
}

impl PoolObstacle {
    /// The sentence of a warning: nobody refuses the update, and it does not work either.
    #[must_use]
    pub fn warning(&self) -> String {
        format!("{self}; nobody refuses the update, but the machines of the pool cannot be created; {}", way_out(self))
    }
}

impl fmt::Display for PoolObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "worker {}: image {} {}: {}", self.worker, self.image, self.version, self.obstacle)
    }
}

/// What to do about it.
fn way_out(refused: &PoolObstacle) -> &'static str {
    match refused.obstacle.kind() {
        ObstacleKind::Kubelet => "add a version of the image that runs both, or widen `kubeletVersionConstraint`",
        ObstacleKind::Classification => "take the version out of the profile until its first stage begins",
        ObstacleKind::Unmapped => "map the version in the provider's half of the profile, or take it out of both",
        _ => "add a version that fits, or give the pool another machine type",
    }
}

impl Rejection {
    /// The worker.
    #[must_use]
    pub fn worker(&self) -> &str {
        match self {
            Self::Image(PoolObstacle { worker, .. })
            | Self::ImageName { worker, .. }
            | Self::TooFarBehind { worker, .. } => worker,
        }
    }

    /// The stable name: that of the obstacle, if one is in the way, or else of what the version is.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Image(refused) => match refused.obstacle {
                Obstacle::Classification { classification: Classification::Unavailable } => "unavailable",
                Obstacle::Classification { classification: Classification::Expired } => "expired",
                _ => refused.obstacle.kind().as_str(),
            },
            Self::ImageName { .. } => "image-name",
            Self::TooFarBehind { .. } => "too-far-behind",
        }
    }
}

/// Everything that would be refused, and what would not be refused and not work either.
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
        let told = |obstacle: &Obstacle| PoolObstacle {
            worker: worker.name.clone().into_owned(),
            image: worker.image_name.as_deref().unwrap_or_default().to_owned(),
            version: version.to_owned(),
            obstacle: obstacle.clone(),
        };
        rejections.extend(admission.refusals.iter().map(told).map(Rejection::Image));
        warnings.extend(admission.warnings.iter().map(told));
        rejections.extend(own.and_then(|own| too_far_behind(worker, own, control_plane)));
    }
    (rejections, warnings)
}

/// The validator knows images by their exact name.
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
    (control_plane.major() == own.major() && behind > MOST_MINORS_BEHIND).then(|| Rejection::TooFarBehind {
        worker: worker.name.clone().into_owned(),
        kubelet: own.to_string(),
        control_plane: control_plane.to_string(),
    })
}
