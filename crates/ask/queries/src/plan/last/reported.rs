//! The maintenance that the status of a Shoot reports.

use rootstock_core_model::{NodeKind, NodeRef, Shoot};
use rootstock_versioning::Timestamp;
use serde::Serialize;

/// The reason why `status.lastMaintenance` cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnreadableStatus {
    #[error("`status.lastMaintenance` cannot be read: it is not an object")]
    NotAnObject,
    #[error("`status.lastMaintenance` cannot be read: it has no `triggeredTime`")]
    NoTime,
    #[error("`status.lastMaintenance` cannot be read: `triggeredTime` is `{0}`, which is not a time (RFC 3339)")]
    OtherTime(String),
}

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

    /// The states of an operation besides those, in Gardener's API.
    const OTHERS: [&str; 4] = ["Aborted", "Error", "Failed", "Pending"];

    /// Reads the status of a Shoot; `None` if it reports no maintenance with a time.
    #[must_use]
    pub fn of(shoot: &Shoot) -> Option<Self> {
        Self::read(shoot).ok().flatten()
    }

    /// Reads the status of a Shoot; `None` if it reports no maintenance.
    pub(super) fn read(shoot: &Shoot) -> Result<Option<Self>, UnreadableStatus> {
        let last = shoot.status.as_ref().and_then(|status| status.get("lastMaintenance"));
        let Some(last) = last.filter(|last| !last.is_null()) else { return Ok(None) };
        if last.kind() != NodeKind::Object {
            return Err(UnreadableStatus::NotAnObject);
        }
        let text = |key: &str| last.get(key).and_then(NodeRef::as_str).unwrap_or_default().to_owned();
        let time = last.get("triggeredTime").filter(|time| !time.is_null()).ok_or(UnreadableStatus::NoTime)?;
        let at = time.as_str().and_then(|time| time.parse().ok());
        let at =
            at.ok_or_else(|| UnreadableStatus::OtherTime(time.raw_text().unwrap_or("a list or an object").to_owned()))?;
        Ok(Some(Self {
            at,
            state: text("state"),
            description: text("description"),
            failure_reason: text("failureReason"),
        }))
    }

    /// Returns whether Gardener's API has the state, or it is missing.
    pub(super) fn has_known_state(&self) -> bool {
        let state = self.state.as_str();
        self.has_succeeded() || self.is_running() || Self::OTHERS.contains(&state)
    }

    /// Returns whether it has succeeded.
    pub(super) fn has_succeeded(&self) -> bool {
        self.state == Self::SUCCEEDED
    }

    /// Returns whether it is over, but has not succeeded.
    pub(super) fn has_failed(&self) -> bool {
        !self.has_succeeded() && !self.is_running() && self.has_known_state()
    }

    /// Returns whether it is not over yet, as far as the state says.
    pub(super) fn is_running(&self) -> bool {
        self.state.is_empty() || self.state == Self::PROCESSING
    }
}
