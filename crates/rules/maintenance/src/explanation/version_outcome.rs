//! Outcomes of the versions considered for an update.

use rootstock_judge::{Obstacle, Offer};
use rootstock_versioning::{Classification, ImageUpdateStrategy, UpdateError, UpdateQuirks, UpdateStep, Version};
use serde::Serialize;
use strum::IntoStaticStr;

use crate::decision::Decision;
use crate::failure::UpdateFailure;

/// The outcome of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, thiserror::Error)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "fate", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VersionOutcome {
    /// The update goes to this version.
    #[error("the update goes here")]
    Target,
    /// The worker cannot have the version.
    #[error("{obstacle}")]
    Dropped {
        /// The obstacle.
        #[serde(flatten)]
        obstacle: Obstacle,
    },
    /// The text cannot be parsed as a version.
    #[error("it cannot be read as a version")]
    Unreadable,
    /// The version is not higher than the one in use.
    #[error("it is not higher than the version in use")]
    NotHigher,
    /// The version is a preview.
    #[error("no update goes to a preview")]
    Preview,
    /// The version is not available yet.
    #[error("it is not available yet")]
    Unavailable,
    /// The version has expired. Only a force update without a better target goes to such a version.
    #[error("it has expired")]
    Expired,
    /// The version has expired, and Gardener skips the current minor or major if it has only expired versions.
    #[error(
        "it has expired, and Gardener's forced updates skip the current minor or major if it has only expired versions"
    )]
    ExpiredLevel,
    /// A later version has expired, and with strategy `major` there is no force update in this case.
    #[error(
        "a later version has expired, and with update strategy `major` forced updates go only to the latest version"
    )]
    BelowExpired,
    /// No update is due.
    #[error("no update is due")]
    NoUpdateDue,
    /// Updates of the version in use do not reach it: not with this strategy, or only when forced.
    #[error("updates of the version in use cannot go there")]
    OutOfReach,
    /// A nearer step comes first; a later maintenance may go there.
    #[error("a nearer step comes first; a later maintenance may go there")]
    Later,
    /// The target is preferred, because it is higher, nearer, or not deprecated.
    #[error("the target is preferred: it is higher, nearer, or not deprecated")]
    Outranked,
}

impl VersionOutcome {
    /// Returns the stable name.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        self.into()
    }
}

/// The path that an update takes through the versions.
pub(super) struct Path<'d> {
    pub(super) current: Option<Version>,
    pub(super) strategy: ImageUpdateStrategy,
    pub(super) forced: bool,
    pub(super) decision: &'d Decision,
    pub(super) quirks: UpdateQuirks,
}

impl Path<'_> {
    /// Returns the outcome of a version that no filter dropped. Of identical versions only the first can be the target.
    pub(super) fn fate(
        &self,
        offer: &Offer<'_>,
        classification: &Classification,
        target_is_found: &mut bool,
    ) -> VersionOutcome {
        let target = self.decision.update();
        if target.is_some_and(|update| *update.to == *offer.text()) && !*target_is_found {
            *target_is_found = true;
            return VersionOutcome::Target;
        }
        let (Some(version), Some(current)) = (offer.parsed(), &self.current) else { return VersionOutcome::Unreadable };
        if version <= current {
            return VersionOutcome::NotHigher;
        }
        match classification {
            Classification::Preview => return VersionOutcome::Preview,
            Classification::Unavailable if !self.quirks.unavailable_is_a_target => return VersionOutcome::Unavailable,
            _ if *self.decision == Decision::NotDue => return VersionOutcome::NoUpdateDue,
            Classification::Expired if self.passes_level_of(version, current) => return VersionOutcome::ExpiredLevel,
            Classification::Expired => return VersionOutcome::Expired,
            _ if self.is_stopped_by_latest() => return VersionOutcome::BelowExpired,
            _ => {}
        }
        let is_in_reach = self.is_within_reach(version, current);
        match target {
            Some(update) if is_in_reach => {
                let is_above = update.to.parse().is_ok_and(|target| *version > target);
                if is_above && !is_within_step(update.step, version, current) {
                    VersionOutcome::Later
                } else {
                    VersionOutcome::Outranked
                }
            }
            _ => VersionOutcome::OutOfReach,
        }
    }

    /// Returns whether a force update skipped the minor or major of the version in use, which has the expired `version`.
    fn passes_level_of(&self, version: &Version, current: &Version) -> bool {
        let same_major = version.major() == current.major();
        let same_minor = same_major && version.minor() == current.minor();
        let is_passed = match self.decision {
            Decision::Failed(_) => same_minor || same_major && self.strategy == ImageUpdateStrategy::Minor,
            Decision::Update(update) => match update.step {
                UpdateStep::NextMajor => same_major,
                UpdateStep::Patch => false,
                _ => same_minor,
            },
            _ => false,
        };
        self.quirks.force_update_passes_expired_levels && self.forced && is_passed
    }

    /// Returns whether there is no update because the latest version has expired.
    fn is_stopped_by_latest(&self) -> bool {
        let failure = self.decision.failed().map(|failed| &*failed.failure);
        matches!(failure, Some(UpdateFailure::NoTarget { error: UpdateError::LatestExpired { .. }, .. }))
    }

    fn is_within_reach(&self, version: &Version, current: &Version) -> bool {
        let same_major = version.major() == current.major();
        let same_minor = same_major && version.minor() == current.minor();
        let is_zero = self.quirks.version_zero_is_special && current.numbers() == (0, 0, 0);
        match self.strategy {
            ImageUpdateStrategy::Patch => is_zero || same_minor || same_major && self.forced,
            ImageUpdateStrategy::Minor => is_zero || same_major || self.forced,
            ImageUpdateStrategy::Major => true,
        }
    }
}

/// Returns whether `version` is among the candidates of a step.
fn is_within_step(step: UpdateStep, version: &Version, current: &Version) -> bool {
    let same_major = version.major() == current.major();
    match step {
        UpdateStep::Patch => same_major && version.minor() == current.minor(),
        UpdateStep::SameMajor | UpdateStep::NextMinor => same_major,
        UpdateStep::Latest => true,
        UpdateStep::NextMajor => !same_major,
        // A step of Kubernetes only, not of images.
        UpdateStep::ConsecutiveMinor => false,
    }
}
