//! Decisions about one version, and the reasons for them.

use std::fmt;
use std::sync::Arc;

use rootstock_judge::ObstacleKind;
use rootstock_versioning::{Classification, ImageUpdateStrategy, Timestamp, UpdateStep};
use serde::Serialize;
use strum::IntoStaticStr;

use crate::failure::{HigherVersions, UpdateFailure};

/// The decision about the version of a machine image or of Kubernetes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Decision {
    /// No update is due.
    NotDue,
    /// Automatic updates are on, but there is nothing to update to.
    UpToDate {
        /// The versions higher than the one in use, if the worker cannot have some of them.
        #[serde(skip_serializing_if = "Option::is_none")]
        higher: Option<Arc<HigherVersions>>,
        /// The limit of the update strategy, if only that keeps the worker from a higher version.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<Arc<StrategyLimit>>,
    },
    /// An update to another version.
    Update(Update),
    /// An update is due but cannot be made.
    Failed(Failed),
}

/// A higher version that the update strategy of the image rules out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error(
    "the update strategy of the image is `{strategy}`, and the next fitting version, {version}, has another {}",
    if *.strategy == ImageUpdateStrategy::Patch { "minor" } else { "major" }
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrategyLimit {
    /// The update strategy.
    pub strategy: ImageUpdateStrategy,
    /// The lowest version beyond it that is supported and fits the worker, as written in the profile.
    pub version: String,
}

/// An update.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// The target version, as written in the profile.
    pub to: Arc<str>,
    /// The classification of the target at that time.
    pub classification: Classification,
    /// The reason why the update is due.
    #[serde(flatten)]
    pub cause: UpdateCause,
    /// The time at which the version in use expired, if that is the cause and the profile has the date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_at: Option<Timestamp>,
    /// The step of the update path that led to the target.
    pub step: UpdateStep,
    /// Whether this is a pool's Kubernetes version that was held back to that of the control plane.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub limited_by_control_plane: bool,
}

/// An update that is due but has no possible target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failed {
    /// The reason why the update is due; absent if even that could not be determined.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub cause: Option<UpdateCause>,
    /// The time at which the version in use expired, if that is the cause and the profile has the date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_at: Option<Timestamp>,
    /// The reason why it cannot be made, and advice.
    #[serde(flatten)]
    pub failure: Arc<UpdateFailure>,
}

/// A reason why an update is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, IntoStaticStr, thiserror::Error)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "cause", content = "reason", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpdateCause {
    /// The version in use is not in the profile.
    #[error("the version in use is not in the profile")]
    NotInProfile,
    /// The version in use is in the profile, but does not fit the worker (any more), for this reason.
    #[error("the version in use does not fit {0}")]
    DoesNotFit(ObstacleKind),
    /// Gardener looked the image up case-insensitively, and did not find the version because the names differ.
    #[error("the image's name is spelled differently in the profile")]
    SpelledDifferently,
    /// The version in use has expired.
    #[error("the version in use has expired")]
    Expired,
    /// Automatic updates are on.
    #[error("automatic updates are on")]
    AutoUpdate,
}

impl UpdateCause {
    /// Returns whether the update happens although its owner did not ask for updates.
    #[must_use]
    pub const fn is_forced(self) -> bool {
        !matches!(self, Self::AutoUpdate)
    }

    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Decision {
    /// Returns whether the version stays and no update is due.
    #[must_use]
    pub const fn is_uneventful(&self) -> bool {
        matches!(self, Self::NotDue | Self::UpToDate { .. })
    }

    /// Returns the update, if there is one.
    #[must_use]
    pub const fn update(&self) -> Option<&Update> {
        match self {
            Self::Update(update) => Some(update),
            _ => None,
        }
    }

    /// Returns the failure, if there is one.
    #[must_use]
    pub const fn failed(&self) -> Option<&Failed> {
        match self {
            Self::Failed(failed) => Some(failed),
            _ => None,
        }
    }

    /// Returns the reason why an update is due, if one is and the reason is known; `None` for a version that is up to
    /// date.
    #[must_use]
    pub fn cause(&self) -> Option<UpdateCause> {
        match self {
            Self::NotDue | Self::UpToDate { .. } => None,
            Self::Update(update) => Some(update.cause),
            Self::Failed(failed) => failed.cause,
        }
    }

    /// Adds the time at which the version in use expired, if that is the cause.
    pub(crate) fn with_expiration(mut self, expired_at: impl FnOnce() -> Option<Timestamp>) -> Self {
        match &mut self {
            Self::Update(update) if update.cause == UpdateCause::Expired => update.expired_at = expired_at(),
            Self::Failed(failed) if failed.cause == Some(UpdateCause::Expired) => failed.expired_at = expired_at(),
            _ => {}
        }
        self
    }

    /// Returns the stable name: `not-due`, `up-to-date`, `update`, `failed`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Decision {
    /// Formats the reason as one sentence without a full stop: `automatic updates are on: the latest supported patch
    /// available in the same minor`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDue => {
                f.write_str("the version in use is in the profile and not expired, and automatic updates are off")
            }
            Self::UpToDate { higher, limit } => {
                match limit {
                    Some(limit) => write!(f, "automatic updates are on, but {limit}")?,
                    None => f.write_str("automatic updates are on, and there is no version to update to")?,
                }
                higher.as_ref().map_or(Ok(()), |higher| f.write_str(&higher.in_words()))
            }
            Self::Update(update) => update.fmt(f),
            Self::Failed(failed) => failed.fmt(f),
        }
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Versions that are previews or do not fit may be higher, and so may deprecated ones if the target is
        // supported.
        let latest = if self.classification == Classification::Supported { "latest supported" } else { "latest" };
        write_cause(self.cause, self.expired_at, f)?;
        match self.step {
            UpdateStep::Patch => write!(f, ": the {latest} patch available in the same minor"),
            UpdateStep::SameMajor => write!(f, ": the {latest} version available in the same major"),
            UpdateStep::Latest => write!(f, ": the {latest} version available"),
            UpdateStep::NextMinor => f.write_str(": forced to the next minor that has a suitable version"),
            UpdateStep::NextMajor => f.write_str(": forced to the next major that has a suitable version"),
            UpdateStep::ConsecutiveMinor => f.write_str(": forced to the consecutive minor"),
        }?;
        if self.limited_by_control_plane {
            f.write_str(", held back to the control plane's version")?;
        }
        match self.classification {
            Classification::Expired => f.write_str(", which has expired as well, so another update is due next time"),
            Classification::Unavailable => f.write_str(", which is not available yet"),
            Classification::Deprecated => f.write_str(", which is deprecated"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cause) = self.cause {
            write_cause(cause, self.expired_at, f)?;
            f.write_str(", but ")?;
        }
        self.failure.fmt(f)
    }
}

/// Writes the cause, with its date if there is one.
fn write_cause(cause: UpdateCause, expired_at: Option<Timestamp>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match expired_at {
        Some(date) => write!(f, "the version in use expired on {date}"),
        None => write!(f, "{cause}"),
    }
}
