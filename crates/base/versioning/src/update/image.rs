//! Updates of machine images.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Version;

use super::walk::{Level, expired_latest, highest_of_level, is_patch_of, next_level};
use super::{
    Candidates, UpdateCandidate, UpdateDecision, UpdateError, UpdateQuirks, UpdateStep, UpdateTarget, update_reason,
};

/// `updateStrategy` of a machine image: how far updates go.
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
    /// Within the minor; force updates go on to a higher minor of the same major.
    Patch,
    /// Within the major; force updates go on to a higher major.
    Minor,
    /// To the latest version; there is nothing further for a force update.
    #[default]
    Major,
}

impl ImageUpdateStrategy {
    /// Every strategy.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in a profile.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// No update strategy has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no update strategy `{0}`; write patch, minor or major")]
pub struct UnknownStrategy(String);

impl FromStr for ImageUpdateStrategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|strategy| strategy.as_str() == text)
            .ok_or_else(|| UnknownStrategy(text.chars().take(60).collect()))
    }
}

/// The version an update of a machine image goes to; `None` if an automatic update has nowhere to go.
///
/// Every update takes the levels in order: the patches of the same minor, then what the strategy allows (`minor`: the same
/// major; `major`: all). Of a level it takes the latest version, never a preview, and a deprecated one only if there is no
/// other; a force update also takes the latest expired one of a level that has no other. From there a force update jumps to
/// the nearest minor (strategy `patch`) or major (strategy `minor`) that has a version other than previews, and there to the
/// highest version that is not expired, or else to the highest expired one. With strategy `major` it goes nowhere if the latest
/// version has expired. No update ever goes down.
///
/// Among versions of equal precedence (`1.1` and `1.1.0`) the first one is taken.
///
/// # Errors
///
/// When a force update has nowhere to go, or a version cannot be compared.
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
        // Of expired ones the latest would count, and that goes nowhere.
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

/// What maintenance does with the version of a machine image in use.
///
/// `candidates` are the versions of the image that fit the worker: whatever does not fit must have been left out, also the
/// version in use. It is found by its exact text.
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
        Some(reason) => {
            UpdateDecision::new(reason, image_target(current, candidates, strategy, reason.is_forced(), quirks))
        }
    }
}
