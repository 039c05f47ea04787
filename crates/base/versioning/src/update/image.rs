//! Updates of machine images.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Version;

use super::target_search::{Level, expired_latest, highest_of_level, is_patch_of, next_level};
use super::{
    Candidates, UpdateCandidate, UpdateDecision, UpdateError, UpdateQuirks, UpdateReason, UpdateStep, UpdateTarget,
    update_reason,
};

/// The `updateStrategy` of a machine image, which limits the targets of updates.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Serialize,
    Deserialize,
    strum::Display,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ImageUpdateStrategy {
    /// Within the minor; force updates continue with a higher minor of the same major.
    Patch,
    /// Within the major; force updates continue with a higher major.
    Minor,
    /// To the latest version; there is nothing else for force updates.
    #[default]
    Major,
}

impl ImageUpdateStrategy {
    /// All strategies.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name in a profile.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The error for an unknown update strategy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown update strategy `{0}`; write patch, minor or major")]
pub struct UpdateStrategyError(String);

impl FromStr for ImageUpdateStrategy {
    type Err = UpdateStrategyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|strategy| strategy.as_str() == text)
            .ok_or_else(|| UpdateStrategyError(text.chars().take(60).collect()))
    }
}

/// Returns the target of a machine image update; `None` if an automatic update has no target.
///
/// Every update tries the levels in order: first the patches of the same minor, then the range of the strategy (`minor`: the same
/// major; `major`: all versions). On each level, it selects the latest version, but never a preview, and a deprecated one only if
/// there is no other; a force update also selects the latest expired one of a level without any other. If no level has a target, a
/// force update jumps to the nearest minor (strategy `patch`) or major (strategy `minor`) that has a version other than previews,
/// and there selects the highest version that is not expired, or else the highest expired one. With strategy `major`, it fails if
/// the latest version has expired. No update is ever a downgrade.
///
/// Of versions with equal precedence (`1.1` and `1.1.0`), the first one is selected.
///
/// # Errors
///
/// Returns an error if a force update has no target, or if a version cannot be compared.
pub fn image_target<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
    strategy: ImageUpdateStrategy,
    forced: bool,
    quirks: UpdateQuirks,
) -> Result<Option<UpdateTarget<'c>>, UpdateError> {
    let current: Version = current.parse().map_err(UpdateError::Current)?;
    let at = |step| move |candidate| UpdateTarget { candidate, step };
    let ends_with_latest =
        forced && strategy == ImageUpdateStrategy::Major && !quirks.force_update_passes_expired_latest;
    let latest = ends_with_latest.then(|| expired_latest(&current, candidates.clone(), quirks)).flatten();
    if let Some(latest) = latest.and_then(UpdateCandidate::version) {
        return Err(UpdateError::LatestExpired { current, latest: latest.clone() });
    }
    let is_patch = is_patch_of(&current, quirks);
    if let Some(patch) = highest_of_level(&current, candidates.clone(), forced, quirks, is_patch)? {
        return Ok(Some(at(UpdateStep::Patch)(patch)));
    }
    let further = match strategy {
        ImageUpdateStrategy::Patch => None,
        ImageUpdateStrategy::Minor => {
            let is_same_major = |version: &Version| version.major() == current.major();
            highest_of_level(&current, candidates.clone(), forced, quirks, is_same_major)?
                .map(at(UpdateStep::SameMajor))
        }
        // Expired versions are excluded: the latest one would count, and it is not a target.
        ImageUpdateStrategy::Major => {
            highest_of_level(&current, candidates.clone(), false, quirks, |_| true)?.map(at(UpdateStep::Latest))
        }
    };
    if further.is_some() || !forced {
        return Ok(further);
    }
    let jump = match strategy {
        ImageUpdateStrategy::Patch => {
            next_level(&current, candidates, Level::Minor, quirks).map(at(UpdateStep::NextMinor))
        }
        ImageUpdateStrategy::Minor => {
            next_level(&current, candidates, Level::Major, quirks).map(at(UpdateStep::NextMajor))
        }
        ImageUpdateStrategy::Major => None,
    };
    match jump {
        Some(target) => Ok(Some(target)),
        None => Err(match strategy {
            ImageUpdateStrategy::Patch => UpdateError::NoHigherMinor(current),
            ImageUpdateStrategy::Minor => UpdateError::NoHigherMajor(current),
            ImageUpdateStrategy::Major => UpdateError::EndOfLife(current),
        }),
    }
}

/// Decides what maintenance does with a machine image version in use.
///
/// With automatic updates, the automatic target comes first, even from an expired version; the levels of a force update follow
/// only if there is none.
///
/// `candidates` are the versions of the image that fit the worker; the caller must leave out all others, even the version in use.
/// The version in use is looked up by its exact text.
///
/// ```
/// use rootstock_versioning::{
///     UpdateCandidate, Classification, ImageUpdateStrategy, UpdateQuirks, plan_image_update,
/// };
/// let versions = [
///     UpdateCandidate::new("1.1.0", Classification::Expired),
///     UpdateCandidate::new("1.2.0", Classification::Preview),
///     UpdateCandidate::new("1.4.1", Classification::Supported),
/// ];
/// let decision =
///     plan_image_update("1.1.0", versions.iter(), ImageUpdateStrategy::Patch, false, UpdateQuirks::NONE);
/// assert_eq!(decision.target().map(|target| target.text()), Some("1.4.1"));
/// ```
pub fn plan_image_update<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
    strategy: ImageUpdateStrategy,
    auto_update: bool,
    quirks: UpdateQuirks,
) -> UpdateDecision<'c> {
    let in_use = candidates.clone().find(|candidate| candidate.text() == current);
    match update_reason(in_use.map(|candidate| candidate.classification()), auto_update) {
        None => UpdateDecision::NotDue,
        Some(reason) => plan_due_image_update(reason, current, candidates, strategy, auto_update, quirks),
    }
}

/// Like [`plan_image_update`], but for a caller that has determined the reason for the update itself.
pub fn plan_due_image_update<'c>(
    reason: UpdateReason,
    current: &str,
    candidates: impl Candidates<'c>,
    strategy: ImageUpdateStrategy,
    auto_update: bool,
    quirks: UpdateQuirks,
) -> UpdateDecision<'c> {
    let target = |forced| image_target(current, candidates.clone(), strategy, forced, quirks);
    let found = match (auto_update, reason.is_forced()) {
        (true, true) => target(false).and_then(|automatic| automatic.map_or_else(|| target(true), |it| Ok(Some(it)))),
        (_, forced) => target(forced),
    };
    UpdateDecision::new(reason, found)
}
