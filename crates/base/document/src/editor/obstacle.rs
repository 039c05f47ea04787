//! Why a change cannot be made by editing the text.

/// A change that would have to guess, with the line to look at, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("line {line}: {reason}")]
#[serde(rename_all = "camelCase")]
pub struct EditObstacle {
    /// The line.
    pub line: u32,
    /// What stands there, and what to do about it, as a clause.
    pub reason: String,
}
