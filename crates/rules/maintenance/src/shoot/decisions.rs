//! What one maintenance run decides, without the names of what it decides about.

use rootstock_versioning::Timestamp;

use super::{PoolObstacle, Rejection, Skipped};
use crate::decision::Decision;

/// What one maintenance run decides for a Shoot. A [`ShootPlan`](super::ShootPlan) has the names, too; who only compares needs
/// none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    /// When maintenance runs.
    pub at: Timestamp,
    /// Why there is no maintenance, if there is none.
    pub skipped: Option<Skipped>,
    /// What becomes of the control plane's Kubernetes version.
    pub control_plane: Option<Decision>,
    /// What becomes of the workers, in the order of the Shoot.
    pub workers: Vec<WorkerDecisions>,
    /// Why the API server would refuse these updates, all of them together.
    pub rejections: Vec<Rejection>,
    /// Why the machines of pools could not be created with the image versions that they go to, although nobody refuses them.
    pub warnings: Vec<PoolObstacle>,
}

/// What becomes of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerDecisions {
    /// What becomes of its own Kubernetes version, if it has one.
    pub kubernetes: Option<Decision>,
    /// What becomes of its machine image.
    pub image: Decision,
}

impl Decisions {
    /// Nothing is decided.
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

    /// There is no maintenance.
    pub(crate) fn skipped(at: Timestamp, skipped: Skipped) -> Self {
        Self { skipped: Some(skipped), ..Self::none(at) }
    }

    /// Every decision, in the order of [`ShootPlan::items`](super::ShootPlan::items).
    pub fn all(&self) -> impl Iterator<Item = &Decision> {
        let workers = self.workers.iter().flat_map(|worker| worker.kubernetes.iter().chain([&worker.image]));
        self.control_plane.iter().chain(workers)
    }

    /// Whether the API server would refuse the updates, so that none of them happens.
    #[must_use]
    pub const fn is_rejected(&self) -> bool {
        !self.rejections.is_empty()
    }
}
