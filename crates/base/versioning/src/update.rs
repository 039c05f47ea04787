//! Where maintenance takes a version: whether an update is due, and to which version.
//!
//! Nothing here knows profiles or Shoots. Callers hand over the versions that come into question, classified at the instant
//! they ask about, and get a [`UpdateDecision`].

mod by_minor;
mod image;
mod kubernetes;
mod walk;

use std::sync::Arc;

use serde::Serialize;

use crate::compare::without_suffix;
use crate::{Classification, CompareError, Version, VersionError};

pub use by_minor::CandidatesByMinor;
pub use image::{ImageUpdateStrategy, UnknownStrategy, image_target, plan_image_update};
pub use kubernetes::{kubernetes_target, plan_kubernetes_update};

/// A version of a profile that an update may go to.
///
/// It is cheap to clone: what a version is changes with time, and its text does not.
#[derive(Debug, Clone)]
pub struct UpdateCandidate {
    named: Arc<Named>,
    classification: Classification,
}

/// A version's text, and the version if it is one.
#[derive(Debug)]
struct Named {
    text: Box<str>,
    version: Result<Version, VersionError>,
    /// The same without its suffix, as [`compare_versions`](crate::compare_versions) sees it: what is asked again and again.
    comparable: Result<Version, VersionError>,
}

impl Named {
    fn new(text: &str, version: Result<Version, VersionError>) -> Self {
        let comparable = match &version {
            Ok(version) => {
                let (major, minor, patch) = version.numbers();
                Ok(Version::new(major, minor, patch))
            }
            // What is no version may become one when its suffix is cut off.
            Err(_) => without_suffix(text).parse(),
        };
        Self { text: text.into(), version, comparable }
    }
}

impl UpdateCandidate {
    /// A version as written in the profile, and what it is at the instant in question.
    #[must_use]
    pub fn new(text: &str, classification: Classification) -> Self {
        Self { named: Arc::new(Named::new(text, text.parse())), classification }
    }

    /// The same version as something else, at another instant.
    ///
    /// ```
    /// use rootstock_versioning::{Classification, UpdateCandidate};
    ///
    /// let preview = UpdateCandidate::new("1.2.3", Classification::Preview);
    /// let supported = preview.classified(Classification::Supported);
    /// assert_eq!((supported.text(), supported.classification()), ("1.2.3", &Classification::Supported));
    /// ```
    #[must_use]
    pub fn classified(&self, classification: Classification) -> Self {
        Self { named: Arc::clone(&self.named), classification }
    }

    /// The version as written in the profile.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        &self.named.text
    }

    /// The version, if the text is one.
    #[must_use]
    #[inline]
    pub fn version(&self) -> Option<&Version> {
        self.named.version.as_ref().ok()
    }

    /// What it is at the instant in question.
    #[must_use]
    pub const fn classification(&self) -> &Classification {
        &self.classification
    }

    /// The version as [`compare_versions`](crate::compare_versions) sees it: without suffix.
    #[inline]
    fn comparable(&self) -> Result<&Version, VersionError> {
        self.named.comparable.as_ref().map_err(Clone::clone)
    }

    #[inline]
    fn is_live(&self) -> bool {
        self.classification != Classification::Expired
    }

    /// Whether an update may go there at all, were it the last version left.
    #[inline]
    fn is_possible_target(&self, quirks: UpdateQuirks) -> bool {
        match self.classification {
            Classification::Preview => false,
            Classification::Unavailable => quirks.unavailable_is_a_target,
            _ => true,
        }
    }
}

/// The places where Gardener's updates do not go where its documents say, one switch each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct UpdateQuirks {
    /// A version whose first lifecycle stage is still to come can be a target.
    pub unavailable_is_a_target: bool,
    /// In two cases a force update goes to an expired version beside a live one of the same level.
    pub force_update_may_pick_expired: bool,
    /// A force update does not stop at a level (the same minor, the same major) that has only expired versions.
    pub force_update_passes_expired_levels: bool,
    /// With update strategy `major` a force update goes to the latest live version, though a later one has expired.
    pub force_update_passes_expired_latest: bool,
    /// From 0.0.0 every version counts as a patch, and no automatic update goes to 0.0.0.
    pub version_zero_is_special: bool,
}

impl UpdateQuirks {
    /// The documents as they are written.
    pub const NONE: Self = Self {
        unavailable_is_a_target: false,
        force_update_may_pick_expired: false,
        force_update_passes_expired_levels: false,
        force_update_passes_expired_latest: false,
        version_zero_is_special: false,
    };
    /// Gardener v1.150.
    pub const GARDENER_1_150: Self = Self {
        unavailable_is_a_target: true,
        force_update_may_pick_expired: true,
        force_update_passes_expired_levels: true,
        force_update_passes_expired_latest: true,
        version_zero_is_special: true,
    };
}

/// Why an update is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UpdateReason {
    /// The version in use is not among those that come into question.
    Missing,
    /// The version in use has expired.
    Expired,
    /// Automatic updates are switched on.
    Auto,
}

impl UpdateReason {
    /// Whether the update happens although its owner has not asked for updates.
    #[must_use]
    pub const fn is_forced(self) -> bool {
        matches!(self, Self::Missing | Self::Expired)
    }
}

/// Why an update is due, if it is.
///
/// `current` is what the version in use is now, `None` if it does not come into question (any more). That it is deprecated,
/// a preview, or unavailable is no reason by itself.
pub(crate) fn update_reason(current: Option<&Classification>, auto_update: bool) -> Option<UpdateReason> {
    match current {
        None => Some(UpdateReason::Missing),
        Some(Classification::Expired) => Some(UpdateReason::Expired),
        Some(_) if auto_update => Some(UpdateReason::Auto),
        Some(_) => None,
    }
}

/// Which step of the update path led to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpdateStep {
    /// The latest patch of the same minor.
    Patch,
    /// The latest version of the same major.
    SameMajor,
    /// The latest version of all.
    Latest,
    /// Forced: the nearest higher minor that has a version to go to.
    NextMinor,
    /// Forced: the nearest higher major that has a version to go to.
    NextMajor,
    /// Forced: the consecutive Kubernetes minor.
    ConsecutiveMinor,
}

/// Where an update goes.
#[derive(Debug, Clone, Copy)]
pub struct UpdateTarget<'c> {
    /// The version.
    pub candidate: &'c UpdateCandidate,
    /// The step of the update path that led there.
    pub step: UpdateStep,
}

/// What maintenance does with one version.
#[derive(Debug, Clone)]
pub enum UpdateDecision<'c> {
    /// No update is due.
    NotDue,
    /// Automatic updates are on, and there is nothing to update to.
    UpToDate,
    /// An update to another version.
    Update {
        /// Which one.
        target: UpdateTarget<'c>,
        /// Why.
        reason: UpdateReason,
    },
    /// An update is due, and there is no version to update to.
    Failed {
        /// Why it should.
        reason: UpdateReason,
        /// Why it cannot.
        error: UpdateError,
    },
}

impl<'c> UpdateDecision<'c> {
    /// From the outcome of a search for a target.
    fn new(reason: UpdateReason, found: Result<Option<UpdateTarget<'c>>, UpdateError>) -> Self {
        match found {
            Ok(Some(target)) => Self::Update { target, reason },
            Ok(None) => Self::UpToDate,
            Err(error) => Self::Failed { reason, error },
        }
    }

    /// The version it goes to, if it goes anywhere.
    #[must_use]
    pub const fn target(&self) -> Option<&'c UpdateCandidate> {
        match self {
            Self::Update { target, .. } => Some(target.candidate),
            _ => None,
        }
    }
}

/// Why there is no version to update to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpdateError {
    /// The version in use cannot be compared with others.
    #[error("the version in use cannot be compared: {0}")]
    Current(#[source] VersionError),
    /// A version of the profile cannot be compared with others.
    #[error("a version of the profile cannot be compared: {0}")]
    Candidate(#[source] VersionError),
    /// Strategy `major` goes to the latest version only.
    #[error(
        "no version higher than `{0}` can be updated to, and with update strategy `major` that is the end of the image's life; add a version to the profile that is neither preview nor expired"
    )]
    EndOfLife(Version),
    /// Strategy `major` goes to the latest version only, and that has expired.
    #[error(
        "update strategy `major` forces updates to the latest version only, and that one, `{latest}`, has expired as well: that is the end of the image's life; add a higher version to the profile that is neither preview nor expired"
    )]
    LatestExpired {
        /// The version in use.
        current: Version,
        /// The latest version that is no preview.
        latest: Version,
    },
    /// Strategy `patch` needs a higher minor.
    #[error(
        "no patch and no higher minor of {major} after `{0}` can be updated to, and update strategy `patch` never leaves the major; add such a version to the profile, not a preview",
        major = .0.major()
    )]
    NoHigherMinor(Version),
    /// Strategy `minor` needs a higher major.
    #[error("no version higher than `{0}` can be updated to; add one to the profile, not a preview")]
    NoHigherMajor(Version),
    /// Kubernetes needs the consecutive minor.
    #[error(
        "no patch of `{0}` and no version {major}.{next} can be updated to, and Kubernetes minors cannot be skipped; add a version {major}.{next} to the profile, not a preview",
        major = .0.major(), next = .0.minor().saturating_add(1)
    )]
    NoConsecutiveMinor(Version),
}

/// The versions that come into question, in the order of the profile.
pub trait Candidates<'c>: Iterator<Item = &'c UpdateCandidate> + Clone {}

impl<'c, I: Iterator<Item = &'c UpdateCandidate> + Clone> Candidates<'c> for I {}

/// Finds the version in use among the candidates as Gardener does for Kubernetes: by comparison.
fn find_comparable<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
) -> Result<Option<&'c UpdateCandidate>, CompareError> {
    let constraint = format!("= {}", without_suffix(current)).parse::<crate::Constraint>();
    for candidate in candidates {
        if constraint.as_ref().map_err(Clone::clone)?.accepts(candidate.comparable()?) {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}
