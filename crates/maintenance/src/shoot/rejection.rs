//! What the API server would refuse once the updates of a run are made.
//!
//! Gardener tries the update of the whole shoot before it makes it. What is refused there discards everything.

use rootstock_core_model::Quirks;
use rootstock_versioning::{Classification, Version};
use serde::Serialize;

use super::{ShootPlan, WorkerPlan};
use crate::filters;
use crate::planner::Planner;
use crate::profile::{CompiledProfile, KubeletRule};
use crate::row::{ShootRow, WorkerRow};

/// How far behind the control plane a kubelet may be: so many minors.
const MOST_MINORS_BEHIND: u64 = 3;

/// One reason for which the API server would refuse the updates of a run, all of them together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "rejection", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Rejection {
    /// The image does not run the kubelet that the worker gets.
    #[error(
        "worker {worker}: image {image} {version} does not run kubelet {kubelet} ({obstacle}), so the update is refused as a whole; add a version of the image that runs both, or widen `kubeletVersionConstraint`"
    )]
    KubeletConstraint {
        /// The worker.
        worker: String,
        /// Its image.
        image: String,
        /// The image's version after the update.
        version: String,
        /// The kubelet's version after the update.
        kubelet: String,
        /// The terms in the way.
        obstacle: String,
    },
    /// The worker stays on an image that does not fit its machine type (any more).
    #[error(
        "worker {worker}: image {image} {version} does not fit machine type {machine_type}, so every update of the shoot is refused; add a version that fits, or give the pool another machine type"
    )]
    Capabilities {
        /// The worker.
        worker: String,
        /// Its image.
        image: String,
        /// The image's version.
        version: String,
        /// Its machine type.
        machine_type: String,
    },
    /// The image goes to a version that is not available yet.
    #[error(
        "worker {worker}: image {image} {version} is not available yet, so the update is refused as a whole; take the version out of the profile until its first stage begins"
    )]
    Unavailable {
        /// The worker.
        worker: String,
        /// Its image.
        image: String,
        /// The version it goes to.
        version: String,
    },
    /// The worker's image is not in the profile under exactly that name.
    #[error(
        "worker {worker}: image {image} is spelled differently in the profile, so the update to {version} is refused as a whole; correct the image's name in the Shoot"
    )]
    ImageName {
        /// The worker.
        worker: String,
        /// Its image, as it spells it.
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

impl Rejection {
    /// The worker.
    #[must_use]
    pub fn worker(&self) -> &str {
        match self {
            Self::KubeletConstraint { worker, .. }
            | Self::Capabilities { worker, .. }
            | Self::Unavailable { worker, .. }
            | Self::ImageName { worker, .. }
            | Self::TooFarBehind { worker, .. } => worker,
        }
    }

    /// Its stable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::KubeletConstraint { .. } => "kubelet-constraint",
            Self::Capabilities { .. } => "capabilities",
            Self::Unavailable { .. } => "unavailable",
            Self::ImageName { .. } => "image-name",
            Self::TooFarBehind { .. } => "too-far-behind",
        }
    }
}

/// Everything that would be refused.
pub(super) fn rejections(
    planner: &Planner<'_>,
    shoot: &ShootRow<'_>,
    plan: &ShootPlan,
    control_plane: Option<&Version>,
) -> Vec<Rejection> {
    let mut rejections = Vec::new();
    for (worker, planned) in shoot.workers.iter().zip(&plan.workers) {
        let after = After::new(planner, worker, planned, control_plane);
        rejections.extend(after.image_name());
        rejections.extend(after.unavailable());
        rejections.extend(after.capabilities());
        rejections.extend(after.kubelet_constraint());
        rejections.extend(after.too_far_behind());
    }
    rejections
}

/// A worker after its updates.
struct After<'a> {
    profile: &'a CompiledProfile,
    quirks: &'a Quirks,
    worker: &'a WorkerRow<'a>,
    plan: &'a WorkerPlan,
    version: &'a str,
    kubelet: Option<Version>,
    control_plane: Option<&'a Version>,
}

impl<'a> After<'a> {
    fn new(
        planner: &'a Planner<'_>,
        worker: &'a WorkerRow<'a>,
        plan: &'a WorkerPlan,
        control_plane: Option<&'a Version>,
    ) -> Self {
        let own = plan.kubernetes.as_ref().map(|plan| plan.decision.update().map_or(&*plan.from, |update| &update.to));
        Self {
            profile: planner.profile(),
            quirks: planner.quirks(),
            worker,
            plan,
            version: plan.image.decision.update().map_or(&plan.image.from, |update| &update.to),
            kubelet: own.map_or_else(|| control_plane.cloned(), |own| own.parse().ok()),
            control_plane,
        }
    }

    fn names(&self) -> (String, String, String) {
        (self.plan.name.clone(), self.plan.image.name.clone(), self.version.to_owned())
    }

    /// The validator knows images by their exact name.
    fn image_name(&self) -> Option<Rejection> {
        let exact = self.profile.image(&self.plan.image.name, &Quirks::NONE).is_some();
        (self.plan.image.decision.update().is_some() && !exact).then(|| {
            let (worker, image, version) = self.names();
            Rejection::ImageName { worker, image, version }
        })
    }

    fn unavailable(&self) -> Option<Rejection> {
        let update = self.plan.image.decision.update()?;
        (update.classification == Classification::Unavailable).then(|| {
            let (worker, image, version) = self.names();
            Rejection::Unavailable { worker, image, version }
        })
    }

    /// A worker that is changed has been filtered; one that stays is looked at again, for there is no shortcut.
    fn capabilities(&self) -> Option<Rejection> {
        if self.plan.image.decision.update().is_some() || self.profile.catalog().is_legacy() {
            return None;
        }
        let (_, machine_type) = self.profile.machine_type(&self.worker.machine_type)?;
        let version = self.profile.catalog().image(&self.plan.image.name)?.version(self.version)?;
        (!self.profile.catalog().fits(machine_type, version, None, self.quirks)).then(|| {
            let (worker, image, version) = self.names();
            Rejection::Capabilities { worker, image, version, machine_type: self.plan.machine_type.clone() }
        })
    }

    fn kubelet_constraint(&self) -> Option<Rejection> {
        let (_, image) = self.profile.image(&self.plan.image.name, &Quirks::NONE)?;
        let version = image.versions.get(image.position(self.version)?)?;
        let kubelet = self.kubelet.as_ref()?;
        if filters::runs_kubelet(self.profile, version, kubelet) {
            return None;
        }
        let obstacle = match &version.kubelet {
            KubeletRule::Any => return None,
            KubeletRule::Unreadable(error) => error.to_string(),
            KubeletRule::Constraint(number) => {
                let obstacles = self.profile.constraints().get(*number)?.obstacles(kubelet);
                obstacles.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            }
        };
        let (worker, image, version) = self.names();
        Some(Rejection::KubeletConstraint { worker, image, version, kubelet: kubelet.to_string(), obstacle })
    }

    fn too_far_behind(&self) -> Option<Rejection> {
        let (kubelet, control_plane) = (self.kubelet.as_ref()?, self.control_plane?);
        let behind = control_plane.minor().saturating_sub(kubelet.minor());
        (control_plane.major() == kubelet.major() && behind > MOST_MINORS_BEHIND).then(|| Rejection::TooFarBehind {
            worker: self.plan.name.clone(),
            kubelet: kubelet.to_string(),
            control_plane: control_plane.to_string(),
        })
    }
}
