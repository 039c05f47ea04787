//! Remarks about changes.

use std::fmt;

use rootstock_core_model::{Capabilities, FieldPath};
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::VersionName;

/// An image of a version that the provider section does not map.
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
    /// The capabilities of the image.
    pub capabilities: Capabilities,
    /// Whether the copied version lacks it, too.
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

/// A remark about a change for the user.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Remark {
    /// The first entry of a version in the provider section, which has the form of another one.
    #[error("`{name}` had no entry in `providerConfig`: the new one has the form of `{like}`")]
    EntryCopied {
        /// The version.
        name: VersionName,
        /// The version whose entry was copied.
        like: String,
    },
    /// An expiration date for versions that become deprecated, of which there are none.
    #[error(
        "the expiration date {date} has no effect: no version becomes deprecated, because no earlier patch of the minor is supported"
    )]
    NothingExpires {
        /// The date.
        date: Timestamp,
    },
    /// A reference for a region that the profile lacks.
    #[error("`{reference}` is not used: the profile has no region `{region}`")]
    UnknownRegion {
        /// The reference.
        reference: String,
        /// The region.
        region: String,
    },
    /// A reference for an image that the version lacks.
    #[error("`{reference}` is not used: `{like}` has no image with these capabilities")]
    NoSuchImage {
        /// The reference.
        reference: String,
        /// The copied version.
        like: String,
    },
    /// An item of the provider section that was copied for another region.
    #[error("`{path}`, which is for `{like}`, was copied for `{name}`; check the copy")]
    CopiedSettings {
        /// The path of the original.
        path: FieldPath,
        /// The region of the original.
        like: String,
        /// The region of the copy.
        name: String,
    },
    /// A reference that was written for several flavors of a version.
    #[error(
        "`{reference}` was written for {flavors} flavors of `{name}`; give each flavor its own reference if their images differ"
    )]
    SharedReference {
        /// The version.
        name: VersionName,
        /// The reference.
        reference: String,
        /// The number of flavors.
        flavors: usize,
    },
    /// A new version without a mapping, because the copied version has none.
    #[error("nothing was written to `spec.providerConfig`, because `{like}` has no entry there")]
    NotMapped {
        /// The copied version.
        like: String,
    },
    /// An image that has lost its last version.
    #[error("machine image `{image}` is removed with its last version")]
    ImageGone {
        /// The image.
        image: String,
    },
    /// A version that is not pruned.
    #[error("`{name}` is kept: {reason}")]
    Kept {
        /// The version.
        name: VersionName,
        /// A short reason.
        reason: String,
    },
    /// Pruned versions, without a list of Shoots that may use them.
    #[error("no Shoots are known: it was not checked whether removed versions are in use")]
    UsersNotChecked,
    /// A version that matches a pattern but is unchanged.
    #[error("`{name}` is not changed: it is {is}")]
    PassedOver {
        /// The version.
        name: VersionName,
        /// The current classification.
        is: String,
    },
}
