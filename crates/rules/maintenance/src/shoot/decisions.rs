//! The decisions of one maintenance run, without the names of their subjects.

use rootstock_versioning::Timestamp;

use super::{PoolObstacle, Rejection, Skipped};
use crate::decision::Decision;

/// The decisions of one maintenance run for a Shoot. A [`ShootPlan`](super::ShootPlan) adds the names, which
/// comparisons do not need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    /// The time of the maintenance run.
    pub at: Timestamp,
    /// The reason why there is no maintenance, if there is none.
    pub skipped: Option<Skipped>,
    /// The decision about the control plane's Kubernetes version.
    pub control_plane: Option<Decision>,
    /// The decisions about the workers, in the order of the Shoot.
    pub workers: Vec<WorkerDecisions>,
    /// The reasons for which the API server would refuse these updates as a whole.
    pub rejections: Vec<Rejection>,
    /// Obstacles to creating the machines of pools with their new image versions, although the update is not refused.
    pub warnings: Vec<PoolObstacle>,
}

/// The decisions about a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerDecisions {
    /// The decision about its own Kubernetes version, if it has one.
    pub kubernetes: Option<Decision>,
    /// The decision about its machine image.
    pub image: Decision,
}

impl Decisions {
    /// Creates an empty set of decisions.
    pub(crate) const fn none(at: Timestamp) -> Self {
        Self {
            at,
            skipped: None,
            control_plane: None,
            workers: Vec::new(),
            rejections: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Creates the decisions of a skipped maintenance.
    pub(crate) fn skipped(at: Timestamp, skipped: Skipped) -> Self {
        Self { skipped: Some(skipped), ..Self::none(at) }
    }

    /// Returns all decisions, in the order of [`ShootPlan::items`](super::ShootPlan::items).
    pub fn all(&self) -> impl Iterator<Item = &Decision> {
        let workers = self.workers.iter().flat_map(|worker| worker.kubernetes.iter().chain([&worker.image]));
        self.control_plane.iter().chain(workers)
    }

    /// Returns whether the API server would refuse the updates, so that none of them happens.
    #[must_use]
    pub const fn is_rejected(&self) -> bool {
        !self.rejections.is_empty()
    }
}
