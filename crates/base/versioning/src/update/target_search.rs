//! Steps that all update paths share.

use crate::{Classification, Version};

use super::{Candidates, UpdateCandidate, UpdateError, UpdateQuirks};

/// A candidate with its version.
type Found<'c> = (&'c UpdateCandidate, &'c Version);

/// Keeps the higher of two candidates, or the first one if they are equal.
fn keep_higher<'c>(best: &mut Option<Found<'c>>, found: Found<'c>) {
    if best.is_none_or(|(_, version)| found.1 > version) {
        *best = Some(found);
    }
}

/// Returns the result of the step that automatic and force updates share: the highest version above the current one that meets a
/// condition and is neither a preview nor expired, and not deprecated if possible.
fn highest_live<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    quirks: UpdateQuirks,
    condition: impl Fn(&Version) -> bool,
) -> Result<Option<&'c UpdateCandidate>, UpdateError> {
    let mut best = None;
    let mut best_deprecated = None;
    for candidate in candidates.filter(|candidate| candidate.is_possible_target(quirks)) {
        let version = candidate.parsed.version.as_ref().map_err(|error| UpdateError::Candidate(error.clone()))?;
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

/// Returns the target of an update within a level: its highest live version; without one, for force updates, its highest
/// expired one.
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

/// Returns the latest version above the current one that is a possible target, if it has expired.
pub(super) fn expired_latest<'c>(
    current: &Version,
    candidates: impl Candidates<'c>,
    quirks: UpdateQuirks,
) -> Option<&'c UpdateCandidate> {
    let possible = candidates.filter(|candidate| candidate.is_possible_target(quirks));
    highest_above(current, possible, |_| true).filter(|latest| !latest.is_live())
}

/// Returns the highest version above the current one that meets a condition.
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

/// Returns a predicate: whether a version above the current one counts as a patch of it.
pub(super) fn is_patch_of(current: &Version, quirks: UpdateQuirks) -> impl Fn(&Version) -> bool {
    let minor = (current.major(), current.minor());
    let accepts_all = quirks.version_zero_is_special && current.numbers() == (0, 0, 0);
    move |version| accepts_all || (version.major(), version.minor()) == minor
}

/// The kind of level between which a force update jumps.
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

    /// Returns whether a version is on a higher level that a force update may jump to.
    const fn is_above(self, version: &Version, current: &Version) -> bool {
        match self {
            Self::Minor => version.major() == current.major() && version.minor() > current.minor(),
            Self::Major => version.major() > current.major(),
        }
    }
}

/// Returns the target of a force update's jump: on the nearest higher level with a possible target, the highest version that is not
/// expired, or the highest expired one if all are.
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
        let lowest = lowest_visited_level(current, candidates, live, level, target_level);
        return if target_level <= lowest {
            Some(target)
        } else {
            highest_of_nearest(eligible, level).map(|(candidate, _)| candidate)
        };
    }
    let nearer = eligible.filter(|(_, version)| level.of(version) < target_level);
    Some(highest_of_nearest(nearer, level).map_or(target, |(candidate, _)| candidate))
}

/// Returns the highest version on the lowest level.
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

/// Returns the lowest level above the current one that Gardener encounters in its loop over the sorted versions.
///
/// The loop stops at the first live version beyond the level of its target, and counts every version before that: previews, and at
/// the level of minors also those of other majors. This causes `force_update_may_pick_expired`.
fn lowest_visited_level<'c>(
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
