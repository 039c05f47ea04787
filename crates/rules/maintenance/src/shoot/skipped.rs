//! Reasons for which a Shoot has no maintenance.

use rootstock_core_model::CloudProfileReference;
use serde::Serialize;
use strum::IntoStaticStr;

/// The reason for skipping maintenance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Skipped {
    /// The Shoot is being deleted.
    #[error("the Shoot is being deleted")]
    Deleting,
    /// The Shoot does not refer to a profile.
    #[error("the shoot refers to no CloudProfile; set `spec.cloudProfile`")]
    NoProfile,
    /// The profile that it refers to was not given.
    #[error("{kind} `{name}` is not among the given profiles; pass it as well{}", supply_hint(kind))]
    UnknownProfile {
        /// `CloudProfile` or `NamespacedCloudProfile`.
        kind: &'static str,
        /// The name.
        name: String,
    },
}

/// Returns advice on how to provide the profile, if that is not obvious.
fn supply_hint(kind: &str) -> &'static str {
    if kind == CloudProfileReference::NAMESPACED { ", with its parent or with its `status`" } else { "" }
}

impl Skipped {
    /// Returns whether the reason is an error rather than the normal course.
    pub(crate) const fn is_failure(&self) -> bool {
        !matches!(self, Self::Deleting)
    }

    /// Returns the stable name.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.into()
    }
}
