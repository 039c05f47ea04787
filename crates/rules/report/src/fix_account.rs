//! The account of a run that mends: which fixes were made, and which were not although a machine may make them.

use serde::Serialize;

/// A fix that was made, or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixRecord {
    /// The input, as it was named.
    pub file: String,
    /// The rule of the finding.
    pub rule: &'static str,
    /// Where the finding was.
    pub path: String,
    /// What the fix does.
    pub title: String,
    /// Why it was not made; empty if it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
}

/// What became of the fixes of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixAccount {
    /// Fixes that were made.
    pub made: Vec<FixRecord>,
    /// Fixes that would have brought other findings, or would not have mended theirs.
    pub not_made: Vec<FixRecord>,
}
