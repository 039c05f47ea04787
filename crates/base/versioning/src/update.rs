//! Targets of version updates: whether maintenance updates a version, and to which one.
//!
//! This module does not know profiles or Shoots. Callers pass the candidate versions with their classification at the instant in
//! question, and get an [`UpdateDecision`].

mod by_minor;
mod image;
mod kubernetes;
mod target_search;

use std::sync::Arc;

use serde::Serialize;

use crate::compare::without_suffix;
use crate::{Classification, CompareError, Version, VersionError};

pub use by_minor::CandidatesByMinor;
pub use image::{ImageUpdateStrategy, UpdateStrategyError, image_target, plan_due_image_update, plan_image_update};
pub use kubernetes::{kubernetes_target, plan_kubernetes_update};

/// A version of a profile that an update may select.
///
/// Cheap to clone: its classification changes over time, but its text does not.
#[derive(Debug, Clone)]
pub struct UpdateCandidate {
    parsed: Arc<ParsedVersion>,
    classification: Classification,
}

/// The text of a version, and the parsed version if it is valid.
#[derive(Debug)]
struct ParsedVersion {
    text: Box<str>,
    version: Result<Version, VersionError>,
    /// The version without its suffix, as [`compare_versions`](crate::compare_versions) compares it; cached because it is needed
    /// often.
    comparable: Result<Version, VersionError>,
}

impl ParsedVersion {
    fn new(text: &str, version: Result<Version, VersionError>) -> Self {
        let comparable = match &version {
            Ok(version) => {
                let (major, minor, patch) = version.numbers();
                Ok(Version::new(major, minor, patch))
            }
            // An invalid version may become valid without its suffix.
            Err(_) => without_suffix(text).parse(),
        };
        Self { text: text.into(), version, comparable }
    }
}

impl UpdateCandidate {
    /// Creates a candidate from a version as written in the profile, and its classification at the instant in question.
    #[must_use]
    pub fn new(text: &str, classification: Classification) -> Self {
        Self { parsed: Arc::new(ParsedVersion::new(text, text.parse())), classification }
    }

    /// Returns the same version with another classification, for another instant.
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
        Self { parsed: Arc::clone(&self.parsed), classification }
    }

    /// Sets the classification, for another instant.
    #[inline]
    pub fn set_classification(&mut self, classification: Classification) {
        self.classification = classification;
    }

    /// Returns the version as written in the profile.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        &self.parsed.text
    }

    /// Returns the version, if the text is valid.
    #[must_use]
    #[inline]
    pub fn version(&self) -> Option<&Version> {
        self.parsed.version.as_ref().ok()
    }

    /// Returns the classification at the instant in question.
    #[must_use]
    pub const fn classification(&self) -> &Classification {
        &self.classification
    }

    /// Returns the version as [`compare_versions`](crate::compare_versions) compares it, that is, without its suffix.
    #[inline]
    fn comparable(&self) -> Result<&Version, VersionError> {
        self.parsed.comparable.as_ref().map_err(Clone::clone)
    }

    #[inline]
    fn is_live(&self) -> bool {
        self.classification != Classification::Expired
    }

    /// Returns whether an update may select this version at all, even as a last resort.
    #[inline]
    fn is_possible_target(&self, quirks: UpdateQuirks) -> bool {
        match self.classification {
            Classification::Preview => false,
            Classification::Unavailable => quirks.unavailable_is_a_target,
            _ => true,
        }
    }
}

/// Deviations of Gardener's updates from its documentation, with one switch each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct UpdateQuirks {
    /// A version whose first lifecycle stage has not started yet can be a target.
    pub unavailable_is_a_target: bool,
    /// In two cases, a force update selects an expired version although there is a live one on the same level.
    pub force_update_may_pick_expired: bool,
    /// A force update skips a level (the same minor, the same major) that has only expired versions. An automatic update does
    /// so in both semantics.
    pub force_update_passes_expired_levels: bool,
    /// With update strategy `major`, a force update selects the latest live version, even if a later one has expired.
    pub force_update_passes_expired_latest: bool,
    /// For version 0.0.0, every version counts as a patch, and no automatic update selects 0.0.0.
    pub version_zero_is_special: bool,
}

impl UpdateQuirks {
    /// The documented behaviour.
    pub const NONE: Self = Self {
        unavailable_is_a_target: false,
        force_update_may_pick_expired: false,
        force_update_passes_expired_levels: false,
        force_update_passes_expired_latest: false,
        version_zero_is_special: false,
    };
    /// The behaviour of Gardener v1.150.
    pub const GARDENER_1_150: Self = Self {
        unavailable_is_a_target: true,
        force_update_may_pick_expired: true,
        force_update_passes_expired_levels: true,
        force_update_passes_expired_latest: true,
        version_zero_is_special: true,
    };
}

/// The reason for an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UpdateReason {
    /// A version in use that is not among the candidates.
    Missing,
    /// An expired version in use.
    Expired,
    /// Enabled automatic updates.
    Auto,
}

impl UpdateReason {
    /// Returns whether the update happens even if its owner has not enabled automatic updates.
    #[must_use]
    pub const fn is_forced(self) -> bool {
        matches!(self, Self::Missing | Self::Expired)
    }
}

/// Returns the reason for an update, if one is due.
///
/// `current` is the current classification of the version in use; `None` if it is not a candidate (any more). Being deprecated, a
/// preview, or unavailable is not a reason.
pub(crate) fn update_reason(current: Option<&Classification>, auto_update: bool) -> Option<UpdateReason> {
    match current {
        None => Some(UpdateReason::Missing),
        Some(Classification::Expired) => Some(UpdateReason::Expired),
        Some(_) if auto_update => Some(UpdateReason::Auto),
        Some(_) => None,
    }
}

/// The step of the update path that selected a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpdateStep {
    /// The latest patch of the same minor.
    Patch,
    /// The latest version of the same major.
    SameMajor,
    /// The latest of all versions.
    Latest,
    /// Forced: the nearest higher minor with a possible target.
    NextMinor,
    /// Forced: the nearest higher major with a possible target.
    NextMajor,
    /// Forced: the next consecutive Kubernetes minor.
    ConsecutiveMinor,
}

/// The target of an update.
#[derive(Debug, Clone, Copy)]
pub struct UpdateTarget<'c> {
    /// The target version.
    pub candidate: &'c UpdateCandidate,
    /// The step of the update path that selected it.
    pub step: UpdateStep,
}

/// The decision of maintenance about a version.
#[derive(Debug, Clone)]
pub enum UpdateDecision<'c> {
    /// No update, because none is due.
    NotDue,
    /// No update: automatic updates are enabled, but have no target.
    UpToDate,
    /// An update to another version.
    Update {
        /// The target version.
        target: UpdateTarget<'c>,
        /// The reason for the update.
        reason: UpdateReason,
    },
    /// A due update without a possible target.
    Failed {
        /// The reason for the update.
        reason: UpdateReason,
        /// The reason for the failure.
        error: UpdateError,
    },
}

impl<'c> UpdateDecision<'c> {
    /// Creates a decision from the result of a search for a target.
    fn new(reason: UpdateReason, found: Result<Option<UpdateTarget<'c>>, UpdateError>) -> Self {
        match found {
            Ok(Some(target)) => Self::Update { target, reason },
            Ok(None) => Self::UpToDate,
            Err(error) => Self::Failed { reason, error },
        }
    }

    /// Returns the target version, if there is an update.
    #[must_use]
    pub const fn target(&self) -> Option<&'c UpdateCandidate> {
        match self {
            Self::Update { target, .. } => Some(target.candidate),
            _ => None,
        }
    }
}

/// The reason why there is no target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpdateError {
    /// An invalid version in use, which cannot be compared with others.
    #[error("the version in use cannot be compared: {0}")]
    Current(#[source] VersionError),
    /// An invalid version in the profile, which cannot be compared with others.
    #[error("a version of the profile cannot be compared: {0}")]
    Candidate(#[source] VersionError),
    /// No version above the current one, with strategy `major`.
    #[error(
        "there is no version higher than `{0}` to update to, so with update strategy `major` the image has reached its end of life; add a version to the profile that is neither preview nor expired"
    )]
    EndOfLife(Version),
    /// An expired latest version, with strategy `major`, which updates to no other version.
    #[error(
        "update strategy `major` forces updates to the latest version only, and the latest version `{latest}` has expired as well, so the image has reached its end of life; add a higher version to the profile that is neither preview nor expired"
    )]
    LatestExpired {
        /// The version in use.
        current: Version,
        /// The latest version that is not a preview.
        latest: Version,
    },
    /// No higher minor, which strategy `patch` requires.
    #[error(
        "there is no patch and no higher minor of {major} after `{0}` to update to, and update strategy `patch` never leaves the major; add such a version to the profile (not a preview)",
        major = .0.major()
    )]
    NoHigherMinor(Version),
    /// No higher major, which strategy `minor` requires.
    #[error("there is no version higher than `{0}` to update to; add one to the profile (not a preview)")]
    NoHigherMajor(Version),
    /// No version of the consecutive minor, which Kubernetes requires.
    #[error(
        "there is no patch of `{0}` and no version {major}.{next} to update to, and Kubernetes minors cannot be skipped; add a version {major}.{next} to the profile (not a preview)",
        major = .0.major(), next = .0.minor().saturating_add(1)
    )]
    NoConsecutiveMinor(Version),
}

/// The candidate versions, in the order of the profile.
pub trait Candidates<'c>: Iterator<Item = &'c UpdateCandidate> + Clone {}

impl<'c, I: Iterator<Item = &'c UpdateCandidate> + Clone> Candidates<'c> for I {}

/// Finds the version in use among the candidates like Gardener does for Kubernetes: by comparison.
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
