//! What became of a version that came into question.

use std::fmt;

use rootstock_versioning::{Candidate, Classification, ImageUpdateStrategy, UpdateQuirks, UpdateStep, Version};
use serde::Serialize;

use super::DropDetail;
use crate::decision::Decision;

/// What became of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum Fate {
    /// The update goes here.
    Target,
    /// A filter dropped it.
    Dropped {
        /// Which one, and why.
        detail: DropDetail,
    },
    /// It cannot be read as a version.
    Unreadable,
    /// It is not above the version in use.
    NotHigher,
    /// It is a preview.
    Preview,
    /// It is not available yet.
    Unavailable,
    /// It has expired, and there is something better, or the update is not forced.
    Expired,
    /// No update is due.
    NoUpdateDue,
    /// The update strategy does not go there.
    OutOfReach,
    /// A nearer step comes first; later maintenance may go there.
    Later,
    /// The target is preferred: it is higher, nearer, or not deprecated.
    Outranked,
}

impl Fate {
    /// Its stable name.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Dropped { .. } => "dropped",
            Self::Unreadable => "unreadable",
            Self::NotHigher => "not-higher",
            Self::Preview => "preview",
            Self::Unavailable => "unavailable",
            Self::Expired => "expired",
            Self::NoUpdateDue => "no-update-due",
            Self::OutOfReach => "out-of-reach",
            Self::Later => "later",
            Self::Outranked => "outranked",
        }
    }
}

impl fmt::Display for Fate {
    /// One clause without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Target => "the update goes here",
            Self::Dropped { detail } => return detail.fmt(f),
            Self::Unreadable => "it cannot be read as a version",
            Self::NotHigher => "it is not above the version in use",
            Self::Preview => "no update goes to a preview",
            Self::Unavailable => "it is not available yet",
            Self::Expired => "it has expired",
            Self::NoUpdateDue => "no update is due",
            Self::OutOfReach => "the update strategy does not go there",
            Self::Later => "a nearer step comes first, later maintenance may go there",
            Self::Outranked => "the target is preferred: it is higher, nearer, or not deprecated",
        })
    }
}

/// The way an update took through the versions that came into question.
pub(super) struct Path<'d> {
    pub(super) current: Option<Version>,
    pub(super) strategy: ImageUpdateStrategy,
    pub(super) forced: bool,
    pub(super) decision: &'d Decision,
    pub(super) quirks: UpdateQuirks,
}

impl Path<'_> {
    /// What became of a version that no filter dropped. Of versions written alike only the first can be the target.
    pub(super) fn fate(&self, candidate: &Candidate, target_is_found: &mut bool) -> Fate {
        let target = self.decision.update();
        if target.is_some_and(|update| *update.to == *candidate.text()) && !*target_is_found {
            *target_is_found = true;
            return Fate::Target;
        }
        let (Some(version), Some(current)) = (candidate.version(), &self.current) else { return Fate::Unreadable };
        if version <= current {
            return Fate::NotHigher;
        }
        match candidate.classification() {
            Classification::Preview => return Fate::Preview,
            Classification::Unavailable if !self.quirks.unavailable_is_a_target => return Fate::Unavailable,
            _ if *self.decision == Decision::NotDue => return Fate::NoUpdateDue,
            Classification::Expired if !self.forced => return Fate::Expired,
            _ => {}
        }
        if !self.is_within_strategy(version, current) {
            return Fate::OutOfReach;
        }
        match target.map(|update| update.step) {
            Some(step) if is_within_step(step, version, current) => match candidate.classification() {
                Classification::Expired => Fate::Expired,
                _ => Fate::Outranked,
            },
            Some(_) => Fate::Later,
            None => match candidate.classification() {
                Classification::Expired => Fate::Expired,
                _ => Fate::OutOfReach,
            },
        }
    }

    fn is_within_strategy(&self, version: &Version, current: &Version) -> bool {
        let same_major = version.major() == current.major();
        match self.strategy {
            ImageUpdateStrategy::Patch => {
                let is_zero = self.quirks.version_zero_is_special && current.numbers() == (0, 0, 0);
                is_zero || same_major && (self.forced || version.minor() == current.minor())
            }
            ImageUpdateStrategy::Minor => self.forced || same_major,
            ImageUpdateStrategy::Major => true,
        }
    }
}

/// Whether a step chooses among versions one of which is `version`.
fn is_within_step(step: UpdateStep, version: &Version, current: &Version) -> bool {
    let same_major = version.major() == current.major();
    match step {
        UpdateStep::Patch => same_major && version.minor() == current.minor(),
        UpdateStep::SameMajor | UpdateStep::NextMinor => same_major,
        UpdateStep::Latest => true,
        UpdateStep::NextMajor => !same_major,
        UpdateStep::ConsecutiveMinor => same_major && version.minor() == current.minor().saturating_add(1),
    }
}
