//! What a person should know of a change.

use std::fmt;

use rootstock_core_model::{Capabilities, FieldPath};
use serde::Serialize;

use crate::VersionName;

/// An image of a version that the provider's half does not map.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// The region; absent: everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// What the image supports.
    pub capabilities: Capabilities,
    /// Whether the version that it is like lacks it, too.
    pub as_before: bool,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.region {
            Some(region) => write!(f, "region `{region}`")?,
            None => f.write_str("every region")?,
        }
        if !self.capabilities.is_empty() {
            let values = self.capabilities.iter().map(|(name, values)| format!("{name} [{}]", values.join(", ")));
            write!(f, ": {}", values.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

/// What a person should know of a change.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Remark {
    /// A reference is for a region that the profile does not have.
    #[error("`{reference}` is not used: the profile has no region `{region}`")]
    UnknownRegion {
        /// The reference.
        reference: String,
        /// The region.
        region: String,
    },
    /// A reference is for no image that the version has.
    #[error("`{reference}` is not used: `{like}` has no image with these capabilities")]
    NoSuchImage {
        /// The reference.
        reference: String,
        /// The version that was looked at.
        like: String,
    },
    /// What the provider's half says about a region is copied for another one.
    #[error("`{path}`, which is for `{like}`, was copied for `{name}`; check what the copy says")]
    CopiedSettings {
        /// Where the original stands.
        path: FieldPath,
        /// The region that it is for.
        like: String,
        /// The region that the copy is for.
        name: String,
    },
    /// The version that the new one is like is not mapped, and so the new one is not either.
    #[error("nothing was written to `spec.providerConfig`, because `{like}` has no entry there")]
    NotMapped {
        /// The version that was looked at.
        like: String,
    },
    /// An image has lost its last version.
    #[error("machine image `{image}` is removed with its last version")]
    ImageGone {
        /// The image.
        image: String,
    },
    /// A version is not pruned.
    #[error("`{name}` is kept: {reason}")]
    Kept {
        /// The version.
        name: VersionName,
        /// Who uses it, in a few words.
        reason: String,
    },
    /// Versions are pruned, and nobody knows which Shoots there are.
    #[error("no Shoots are known: whether one uses a version that is removed has not been checked")]
    UsersNotChecked,
    /// A version that a pattern names is left as it is.
    #[error("`{name}` is not changed: it is {is}")]
    PassedOver {
        /// The version.
        name: VersionName,
        /// What it is.
        is: String,
    },
}
