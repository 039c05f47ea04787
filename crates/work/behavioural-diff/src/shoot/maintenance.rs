//! Differences in the next maintenance.

use std::fmt;

use rootstock_maintenance::{Decision, PlanItem, PlanSubject, ShootPlan};
use serde::Serialize;

/// A version that the next maintenance treats differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MaintenanceChange {
    /// `control-plane`, `worker-kubernetes` or `machine-image`.
    pub subject: &'static str,
    /// The worker; absent for the control plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version in use.
    pub version: String,
    /// The outcome by the old profile.
    pub before: MaintenanceOutcome,
    /// The outcome by the new profile.
    pub after: MaintenanceOutcome,
}

/// The outcome of a maintenance for a version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MaintenanceOutcome {
    /// The version stays.
    Stays,
    /// The version is updated.
    Update {
        /// The target version.
        to: String,
    },
    /// An update is due, and the API server would refuse it.
    Refused {
        /// The target version.
        to: String,
        /// The stable name of the reason.
        rejection: &'static str,
    },
    /// An update is due, and there is no version to update to.
    Failed {
        /// The stable name of the reason.
        failure: &'static str,
    },
}

impl fmt::Display for MaintenanceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stays => f.write_str("stays"),
            Self::Update { to } => write!(f, "is updated to {to}"),
            Self::Refused { to, rejection } => {
                write!(f, "would be updated to {to}, but the update is refused: {}", rejection.replace('-', " "))
            }
            Self::Failed { failure } => write!(f, "cannot be updated: {}", failure.replace('-', " ")),
        }
    }
}

/// Returns every version that is treated differently. Only the outcome counts, not the reason for an update.
pub(super) fn compare(before: &ShootPlan, after: &ShootPlan) -> Vec<MaintenanceChange> {
    before
        .items()
        .zip(after.items())
        .filter_map(|(one, other)| {
            let (then, now) = (maintenance_outcome(before, &one), maintenance_outcome(after, &other));
            (then != now).then(|| MaintenanceChange {
                subject: one.subject.as_str(),
                worker: one.subject.worker().map(str::to_owned),
                image: match one.subject {
                    PlanSubject::MachineImage { image, .. } => Some(image.to_owned()),
                    _ => None,
                },
                version: one.from.to_owned(),
                before: then,
                after: now,
            })
        })
        .collect()
}

fn maintenance_outcome(plan: &ShootPlan, item: &PlanItem<'_>) -> MaintenanceOutcome {
    match item.decision {
        Decision::NotDue | Decision::UpToDate { .. } => MaintenanceOutcome::Stays,
        Decision::Failed(failed) => MaintenanceOutcome::Failed { failure: failed.failure.code() },
        Decision::Update(update) => match plan.rejections.first() {
            None => MaintenanceOutcome::Update { to: update.to.to_string() },
            Some(rejection) => MaintenanceOutcome::Refused { to: update.to.to_string(), rejection: rejection.code() },
        },
    }
}
