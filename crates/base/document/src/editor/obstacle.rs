//! Reasons why a change cannot be made by editing the text.

/// A change that would require guessing, with the line to look at, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("line {line}: {reason}")]
#[serde(rename_all = "camelCase")]
pub struct EditObstacle {
    /// The line number.
    pub line: u32,
    /// The obstacle and the way to resolve it, as a clause.
    pub reason: String,
}
