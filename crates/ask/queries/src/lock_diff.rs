//! The answer of `lock diff`: the decisions that differ from those of a lock. Only the command has a lock, so it is not a question.

use rootstock_guarantees::LockChange;
use serde::Serialize;

use crate::AppliedSettings;

/// The decisions that differ from those of a lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockDiffAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The compared profiles.
    pub profiles: Vec<String>,
    /// The differing decisions.
    pub changes: Vec<DescribedLockChange>,
}

/// A differing decision, and the difference in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DescribedLockChange {
    /// The difference.
    #[serde(flatten)]
    pub change: LockChange,
    /// The difference in words, without the profile.
    pub message: String,
}

impl LockDiffAnswer {
    /// The name and version of the schema.
    pub const SCHEMA: &'static str = "rootstock.lock-diff/v1";
}

impl From<LockChange> for DescribedLockChange {
    fn from(change: LockChange) -> Self {
        Self { message: change.sentence(), change }
    }
}
