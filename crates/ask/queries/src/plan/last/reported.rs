//! The maintenance that the status of a Shoot reports.

use rootstock_core_model::{NodeRef, Shoot};
use rootstock_versioning::Timestamp;
use serde::Serialize;

/// The content of `status.lastMaintenance`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReportedMaintenance {
    /// The time at which it was triggered.
    pub at: Timestamp,
    /// The state: `Processing`, `Succeeded`, `Failed` or `Error`.
    pub state: String,
    /// The description.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The reason for the failure, if it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub failure_reason: String,
}

impl ReportedMaintenance {
    const SUCCEEDED: &str = "Succeeded";
    const PROCESSING: &str = "Processing";

    /// Reads the status of a Shoot; `None` if it reports no maintenance with a time.
    #[must_use]
    pub fn of(shoot: &Shoot) -> Option<Self> {
        let last = shoot.status.as_ref()?.get("lastMaintenance")?;
        let text = |key: &str| last.get(key).and_then(NodeRef::as_str).unwrap_or_default().to_owned();
        Some(Self {
            at: text("triggeredTime").parse().ok()?,
            state: text("state"),
            description: text("description"),
            failure_reason: text("failureReason"),
        })
    }

    /// Returns whether it has succeeded.
    pub(super) fn has_succeeded(&self) -> bool {
        self.state == Self::SUCCEEDED
    }

    /// Returns whether it is over, but has not succeeded.
    pub(super) fn has_failed(&self) -> bool {
        !self.has_succeeded() && !self.is_running()
    }

    /// Returns whether it is not over yet, as far as the state says.
    pub(super) fn is_running(&self) -> bool {
        self.state.is_empty() || self.state == Self::PROCESSING
    }
}
