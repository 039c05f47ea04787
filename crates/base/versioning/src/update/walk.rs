//! The steps of which all update paths consist.

use crate::{Classification, Version};

use super::{Candidates, UpdateCandidate, UpdateError, UpdateQuirks};

/// A candidate with its version.
type Found<'c> = (&'c UpdateCandidate, &'c Version);

/// Keeps the higher of two; the one that came first if they are equal.
fn keep_higher<'c>(best: &mut Option<Found<'c>>, found: Found<'c>) {
    if best.is_none_or(|(_, version)| found.1 > version) {
        *best = Some(found);
    }
}

/// The step that automatic and force updates share: the highest version above the current one, not preview, not
/// expired, that meets a condition; one that is not deprecated, if there is any.
fn highest_live<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    quirks: UpdateQuirks,
    condition: impl Fn(&Version) -> bool,
) -> Result<Option<&'c UpdateCandidate>, UpdateError> {
    let mut best = None;
    let mut best_deprecated = None;
    for candidate in candidates.filter(|candidate| candidate.is_possible_target(quirks)) {
        let version = candidate.named.version.as_ref().map_err(|error| UpdateError::Candidate(error.clone()))?;
        let is_reachable = !quirks.version_zero_is_special || *version > Version::new(0, 0, 0);
        if !candidate.is_live() || !is_reachable || !condition(version) || version <= current {
            continue;
        }
        let best =
            if candidate.classification == Classification::Deprecated { &mut best_deprecated } else { &mut best };
        keep_higher(best, (candidate, version));
    }
    Ok(best.or(best_deprecated).map(|(candidate, _)| candidate))
}

/// The way of a force update through a level: its highest live version as automatic updates find it, or else its highest
/// expired one; of an automatic update the first of the two.
pub(super) fn highest_of_level<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    forced: bool,
    quirks: UpdateQuirks,
    condition: impl Fn(&Version) -> bool,
) -> Result<Option<&'c UpdateCandidate>, UpdateError> {
    let live = highest_live(current, candidates.clone(), quirks, &condition)?;
    if live.is_some() || !forced || quirks.force_update_passes_expired_levels {
        return Ok(live);
    }
    Ok(highest_above(current, candidates.filter(|candidate| !candidate.is_live()), condition))
}

/// The latest version above the current one that an update could go to, if that has expired.
pub(super) fn expired_latest<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    quirks: UpdateQuirks,
) -> Option<&'c UpdateCandidate> {
    let possible = candidates.filter(|candidate| candidate.is_possible_target(quirks));
    highest_above(current, possible, |_| true).filter(|latest| !latest.is_live())
}

/// The highest of some versions above the current one that meet a condition.
fn highest_above<'c>(
    current: &Version,
    candidates: impl Iterator<Item = &'c UpdateCandidate>,
    condition: impl Fn(&Version) -> bool,
) -> Option<&'c UpdateCandidate> {
    let mut best = None;
    let found = candidates.filter_map(|candidate| Some((candidate, candidate.version()?)));
    for found in found.filter(|(_, version)| condition(version) && *version > current) {
        keep_higher(&mut best, found);
    }
    best.map(|(candidate, _)| candidate)
}

/// Whether a version above the current one counts as a patch of it.
pub(super) fn is_patch_of(current: &Version, quirks: UpdateQuirks) -> impl Fn(&Version) -> bool {
    let minor = (current.major(), current.minor());
    let accepts_all = quirks.version_zero_is_special && current.numbers() == (0, 0, 0);
    move |version| accepts_all || (version.major(), version.minor()) == minor
}

/// The numbers between which a force update jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// The minor, within one major.
    Minor,
    /// The major.
    Major,
}

impl Level {
    const fn of(self, version: &Version) -> u64 {
        match self {
            Self::Minor => version.minor(),
            Self::Major => version.major(),
        }
    }

    /// Whether a version is on a higher level that may be jumped to.
    const fn is_above(self, version: &Version, current: &Version) -> bool {
        match self {
            Self::Minor => version.major() == current.major() && version.minor() > current.minor(),
            Self::Major => version.major() > current.major(),
        }
    }
}

/// The jump of a force update: the nearest higher level that has a version to go to, and there the highest that is not
/// expired; the highest expired one if all are.
pub(super) fn next_level<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    level: Level,
    quirks: UpdateQuirks,
) -> Option<&'c UpdateCandidate> {
    let candidates = candidates
        .filter(|candidate| quirks.unavailable_is_a_target || candidate.classification != Classification::Unavailable);
    let eligible = candidates
        .clone()
        .filter(|candidate| candidate.is_possible_target(quirks))
        .filter_map(|candidate| Some((candidate, candidate.version()?)))
        .filter(|(_, version)| level.is_above(version, current));
    let live = eligible.clone().filter(|(candidate, _)| candidate.is_live());
    let Some((target, target_version)) = highest_of_nearest(live.clone(), level) else {
        return highest_of_nearest(eligible, level).map(|(candidate, _)| candidate);
    };
    let target_level = level.of(target_version);
    if quirks.force_update_may_pick_expired {
        let lowest = lowest_level_looked_at(current, candidates, live, level, target_level);
        return if target_level <= lowest {
            Some(target)
        } else {
            highest_of_nearest(eligible, level).map(|(candidate, _)| candidate)
        };
    }
    let nearer = eligible.filter(|(_, version)| level.of(version) < target_level);
    Some(highest_of_nearest(nearer, level).map_or(target, |(candidate, _)| candidate))
}

/// The highest version of the lowest level among some.
fn highest_of_nearest<'c>(found: impl Iterator<Item = Found<'c>>, level: Level) -> Option<Found<'c>> {
    let mut best: Option<Found<'c>> = None;
    for (candidate, version) in found {
        match best {
            Some((_, other)) if level.of(version) > level.of(other) => {}
            Some((_, other)) if level.of(version) == level.of(other) => keep_higher(&mut best, (candidate, version)),
            _ => best = Some((candidate, version)),
        }
    }
    best
}

/// The lowest level above the current one that Gardener meets on its walk through the sorted versions.
///
/// It walks until it meets a live version beyond the level of its target, and it counts every version on its way:
/// previews, and at the level of minors also those of other majors. `force_update_may_pick_expired` is the consequence.
fn lowest_level_looked_at<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    live: impl Iterator<Item = Found<'c>>,
    level: Level,
    target_level: u64,
) -> u64 {
    let end = live.map(|(_, version)| version).filter(|version| level.of(version) > target_level).min();
    candidates
        .filter_map(UpdateCandidate::version)
        .filter(|version| end.is_none_or(|end| *version <= end))
        .map(|version| level.of(version))
        .filter(|found| *found > level.of(current))
        .min()
        .unwrap_or(target_level)
}
