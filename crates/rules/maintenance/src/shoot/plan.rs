//! The plan of one maintenance run.

use std::fmt;

use rootstock_versioning::Timestamp;
use serde::Serialize;
use strum::IntoStaticStr;

use super::{Decisions, PlannedRollout, PoolObstacle, Rejection, Skipped, WorkerDecisions};
use crate::decision::Decision;
use crate::row::{ProfileReference, ShootRow, WorkerRow};

/// The plan of one maintenance run for a Shoot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootPlan {
    /// The Shoot's namespace.
    pub namespace: String,
    /// The Shoot's name.
    pub name: String,
    /// The profile that it refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReference<'static>>,
    /// The time of the maintenance run.
    pub at: Timestamp,
    /// The reason why there is no maintenance, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Skipped>,
    /// The plan for the control plane's Kubernetes version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_plane: Option<KubernetesPlan>,
    /// The plans for the workers, in the order of the Shoot.
    pub workers: Vec<WorkerPlan>,
    /// The reasons for which the API server would refuse these updates as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rejections: Vec<Rejection>,
    /// Obstacles to creating the machines of pools with their new image versions, although the update is not refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<PoolObstacle>,
}

/// The plan for a Kubernetes version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KubernetesPlan {
    /// The version before.
    pub from: String,
    /// The decision about it.
    #[serde(flatten)]
    pub decision: Decision,
}

/// The plan for a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerPlan {
    /// The name.
    pub name: String,
    /// The machine type.
    pub machine_type: String,
    /// The plan for its machine image.
    pub image: ImagePlan,
    /// The plan for its own Kubernetes version, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes: Option<KubernetesPlan>,
    /// The effect on its nodes; absent if they stay, or if the update is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout: Option<PlannedRollout>,
}

/// The plan for the machine image of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImagePlan {
    /// The image; empty if the worker has none.
    pub name: String,
    /// The version before; empty if the worker has none.
    pub from: String,
    /// The decision about it.
    #[serde(flatten)]
    pub decision: Decision,
}

/// The subject of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PlanSubject<'a> {
    /// The control plane's Kubernetes version.
    ControlPlane,
    /// A worker's own Kubernetes version.
    WorkerKubernetes {
        /// The worker.
        worker: &'a str,
    },
    /// A worker's machine image.
    MachineImage {
        /// The worker.
        worker: &'a str,
        /// The image.
        image: &'a str,
    },
}

impl<'a> PlanSubject<'a> {
    /// Returns the beginning of a line about it: `pool apple: Kubernetes`.
    #[must_use]
    pub fn title(self) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::ControlPlane => f.write_str("control plane: Kubernetes"),
            Self::WorkerKubernetes { worker } => write!(f, "pool {worker}: Kubernetes"),
            Self::MachineImage { worker, image: "" } => write!(f, "pool {worker}: image"),
            Self::MachineImage { worker, image } => write!(f, "pool {worker}: {image}"),
        })
    }

    /// Returns the worker, unless the subject is the control plane.
    #[must_use]
    pub const fn worker(self) -> Option<&'a str> {
        match self {
            Self::ControlPlane => None,
            Self::WorkerKubernetes { worker } | Self::MachineImage { worker, .. } => Some(worker),
        }
    }

    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for PlanSubject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ControlPlane => f.write_str("control plane: Kubernetes"),
            Self::WorkerKubernetes { worker } => write!(f, "worker {worker}: Kubernetes"),
            Self::MachineImage { worker, image } => write!(f, "worker {worker}: image {image}"),
        }
    }
}

/// One line of a plan: the decision about one version.
#[derive(Debug, Clone, Copy)]
pub struct PlanItem<'a> {
    /// The subject of the decision.
    pub subject: PlanSubject<'a>,
    /// The version before.
    pub from: &'a str,
    /// The decision.
    pub decision: &'a Decision,
}

impl ShootPlan {
    pub(crate) fn new(shoot: &ShootRow<'_>, decisions: Decisions) -> Self {
        let (is_rejected, control_plane) = (decisions.is_rejected(), decisions.control_plane.as_ref());
        let rollout = |worker: &WorkerRow<'_>, decided: &WorkerDecisions| {
            PlannedRollout::of(shoot, worker, decided, control_plane).filter(|_| !is_rejected)
        };
        let workers = shoot.workers.iter().zip(decisions.workers).map(|(worker, decided)| WorkerPlan {
            rollout: rollout(worker, &decided),
            name: worker.name.clone().into_owned(),
            machine_type: worker.machine_type.clone().into_owned(),
            image: ImagePlan {
                name: worker.image_name.as_deref().unwrap_or_default().to_owned(),
                from: worker.image_version.as_deref().unwrap_or_default().to_owned(),
                decision: decided.image,
            },
            kubernetes: worker
                .kubernetes_version
                .as_deref()
                .zip(decided.kubernetes)
                .map(|(from, decision)| KubernetesPlan { from: from.to_owned(), decision }),
        });
        let workers = workers.collect();
        Self {
            namespace: shoot.namespace.clone().into_owned(),
            name: shoot.name.clone().into_owned(),
            profile: shoot.profile.clone().map(ProfileReference::into_owned),
            at: decisions.at,
            skipped: decisions.skipped,
            control_plane: decisions
                .control_plane
                .map(|decision| KubernetesPlan { from: shoot.kubernetes_version.clone().into_owned(), decision }),
            workers,
            rejections: decisions.rejections,
            warnings: decisions.warnings,
        }
    }

    /// Returns all decisions: the control plane, then for each worker its Kubernetes version, if it has one, and its
    /// image.
    pub fn items(&self) -> impl Iterator<Item = PlanItem<'_>> {
        let control_plane = self.control_plane.iter().map(|plan| PlanItem {
            subject: PlanSubject::ControlPlane,
            from: &plan.from,
            decision: &plan.decision,
        });
        control_plane.chain(self.workers.iter().flat_map(WorkerPlan::items))
    }

    /// Returns whether the plan contains an update, even if it would be rejected.
    #[must_use]
    pub fn has_updates(&self) -> bool {
        self.items().any(|item| item.decision.update().is_some())
    }

    /// Returns whether any version changes.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        !self.is_rejected() && self.has_updates()
    }

    /// Returns whether the API server would refuse the updates, so that none of them happens.
    #[must_use]
    pub const fn is_rejected(&self) -> bool {
        !self.rejections.is_empty()
    }

    /// Returns whether an update is due but does not happen, or the Shoot could not be planned.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.is_rejected()
            || self.skipped.as_ref().is_some_and(Skipped::is_failure)
            || self.items().any(|item| item.decision.failed().is_some())
    }

    /// Returns whether two plans have the same failures.
    pub(crate) fn has_same_failures(&self, other: &Self) -> bool {
        let failures =
            |plan: &'_ Self| -> Vec<_> { plan.items().map(|item| item.decision.failed().cloned()).collect() };
        self.rejections == other.rejections && failures(self) == failures(other)
    }
}

impl WorkerPlan {
    fn items(&self) -> impl Iterator<Item = PlanItem<'_>> {
        let kubernetes = self.kubernetes.iter().map(|plan| PlanItem {
            subject: PlanSubject::WorkerKubernetes { worker: &self.name },
            from: &plan.from,
            decision: &plan.decision,
        });
        let image = PlanItem {
            subject: PlanSubject::MachineImage { worker: &self.name, image: &self.image.name },
            from: &self.image.from,
            decision: &self.image.decision,
        };
        kubernetes.chain([image])
    }
}
