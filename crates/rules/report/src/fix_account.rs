//! The account of a run that makes fixes: those that were made, and safe ones that were not.

use serde::Serialize;

/// A fix that was or was not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixRecord {
    /// The input, by the name given.
    pub file: String,
    /// The rule of the finding.
    pub rule: &'static str,
    /// The path of the finding.
    pub path: String,
    /// A description of the fix.
    pub title: String,
    /// The reason why it was not made; empty if it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
}

/// The outcome of the fixes of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixAccount {
    /// Fixes that were made.
    pub made: Vec<FixRecord>,
    /// Fixes that would have caused other findings, or would not have resolved their own.
    pub not_made: Vec<FixRecord>,
}
