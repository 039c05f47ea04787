//! Reasons for which the API server would refuse the updates of a run.

use std::fmt;

use rootstock_judge::{Obstacle, ObstacleKind};
use rootstock_versioning::Classification;
use serde::Serialize;

/// A reason for which the API server would refuse the updates of a run as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "rejection", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Rejection {
    /// A worker cannot have the image version that it has after the update.
    #[error("{refused}, so the update is refused as a whole; {remedy}", refused = .0, remedy = remedy(.0))]
    Image(PoolObstacle),
    /// The profile does not have the worker's image under exactly this name.
    #[error(
        "worker {worker}: image {image} is spelled differently in the profile, so the update to {version} is refused as a whole; correct the image's name in the Shoot"
    )]
    ImageName {
        /// The worker.
        worker: String,
        /// The image, as spelled by the worker.
        image: String,
        /// The target version.
        version: String,
    },
    /// The control plane would be too far ahead of the worker.
    #[error(
        "worker {worker}: kubelet {kubelet} would be more than three minor versions behind the control plane {control_plane}, so the update is refused as a whole; update the pool's Kubernetes version first"
    )]
    TooFarBehind {
        /// The worker.
        worker: String,
        /// The kubelet's version after the update.
        kubelet: String,
        /// The control plane's version after the update.
        control_plane: String,
    },
    /// A worker would be ahead of the control plane.
    #[error(
        "worker {worker}: kubelet {kubelet} would be newer than the control plane {control_plane}, so the update is refused as a whole; update the control plane first"
    )]
    AheadOfControlPlane {
        /// The worker.
        worker: String,
        /// The kubelet's version after the update.
        kubelet: String,
        /// The control plane's version after the update.
        control_plane: String,
    },
    /// The profile does not have the worker's new Kubernetes version.
    #[error(
        "worker {worker}: the profile does not have Kubernetes {version}, the control plane's version, so the update is refused as a whole; add the version to the profile, or update the control plane to one that it has"
    )]
    VersionNotOffered {
        /// The worker.
        worker: String,
        /// The kubelet's version after the update.
        version: String,
    },
    /// The workers together have more nodes than the profile allows.
    #[error(
        "all workers together have at least {least} nodes, and `limits.maxNodesTotal` of the profile is {most}, so every update of the Shoot is refused; raise the limit, or lower the `minimum` of the workers"
    )]
    TooManyNodes {
        /// The sum of the workers' minimum sizes.
        least: i64,
        /// The limit of the profile.
        most: i32,
    },
}

/// An obstacle of a worker to an image version.
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
    /// The obstacle.
    #[serde(flatten)]
    pub obstacle: Obstacle,
}

impl PoolObstacle {
    /// Formats a warning: the update is not refused, but does not work either.
    #[must_use]
    pub fn warning(&self) -> String {
        format!("{self}; the update is accepted, but the machines of the pool cannot be created; {}", remedy(self))
    }
}

impl fmt::Display for PoolObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "worker {}: image {} {}: {}", self.worker, self.image, self.version, self.obstacle)
    }
}

/// Returns advice for the obstacle.
fn remedy(refused: &PoolObstacle) -> &'static str {
    match refused.obstacle.kind() {
        ObstacleKind::Kubelet => {
            "add a version of the image that works with the kubelet, or widen `kubeletVersionConstraint`"
        }
        ObstacleKind::Classification => "remove the version from the profile until its first stage begins",
        ObstacleKind::Unmapped => "map the version in the profile's `providerConfig`, or remove it from the profile",
        _ => "add a version that fits, or give the pool another machine type",
    }
}

impl Rejection {
    /// Returns the worker; empty if the reason is not about a single one.
    #[must_use]
    pub fn worker(&self) -> &str {
        match self {
            Self::Image(PoolObstacle { worker, .. })
            | Self::ImageName { worker, .. }
            | Self::TooFarBehind { worker, .. }
            | Self::AheadOfControlPlane { worker, .. }
            | Self::VersionNotOffered { worker, .. } => worker,
            Self::TooManyNodes { .. } => "",
        }
    }

    /// Returns the stable name: that of the obstacle, if there is one, or else of the classification.
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
            Self::AheadOfControlPlane { .. } => "ahead-of-control-plane",
            Self::VersionNotOffered { .. } => "version-not-offered",
            Self::TooManyNodes { .. } => "too-many-nodes",
        }
    }
}
