//! Changes of Kubernetes versions that follow from facts: new versions, and ends of life.

use std::collections::BTreeMap;

use rootstock_analysis::configuration::{NewVersions, VersionPolicy};
use rootstock_facts::KubernetesFact;
use rootstock_versioning::{Classification, Day, Timestamp, Version};

use super::days::first_allowed;
use super::reason::{ProposalReason, ProposedChange};
use super::rules::ProposalRules;
use super::version_state::VersionState;
use crate::{Addition, ProfileChange, VersionName};

/// Returns the last day on which a version is maintained; the earliest one if sources differ.
fn end_of_life(facts: &[KubernetesFact], version: &Version) -> Option<Day> {
    let (major, minor, _) = version.numbers();
    let minor = format!("{major}.{minor}");
    let is_about = |fact: &&KubernetesFact| {
        fact.version == minor || fact.version.parse::<Version>().is_ok_and(|one| one == *version)
    };
    facts.iter().filter(is_about).filter_map(|fact| fact.end_of_life).min()
}

/// Returns the end of life of a version, the number of days until it expires by a policy, and the first allowed day on which it is
/// expired; `None` if the policy or the end of life is missing.
pub(super) fn expired_after_end_of_life(
    policy: &VersionPolicy,
    rules: &ProposalRules,
    version: &Version,
) -> Option<(Day, u32, Option<Day>)> {
    let days = policy.end_of_life_days?;
    let end = end_of_life(&rules.kubernetes_versions, version)?;
    Some((end, days, first_allowed(&rules.policies, end.plus(i64::from(days) + 1))))
}

/// Returns the additions that a policy asks for: the newest patch of each minor, as a preview.
pub(super) fn additions(
    all: &[VersionState],
    policy: &VersionPolicy,
    rules: &ProposalRules,
    now: Timestamp,
) -> Vec<ProposedChange> {
    let facts = &rules.kubernetes_versions;
    let Some(wanted) = policy.new_versions else { return Vec::new() };
    let today = Day::of(now);
    let minor_of = |version: &Version| (version.major(), version.minor());
    let Some(newest_minor) = all.iter().map(|one| minor_of(&one.version)).max() else { return Vec::new() };
    let mut newest: BTreeMap<_, (Version, Option<Day>)> = BTreeMap::new();
    for fact in facts {
        let Ok(version) = fact.version.parse::<Version>() else { continue };
        let minor = minor_of(&version);
        let mut own = all.iter().filter(|one| minor_of(&one.version) == minor);
        // A minor that has expired as a whole is not revived, and a patch that was removed is not added again.
        let is_wanted = if own.clone().any(|one| one.is != Classification::Expired) {
            own.all(|one| one.version < version)
        } else {
            wanted == NewVersions::Minors && minor > newest_minor
        };
        let is_over = end_of_life(facts, &version).is_some_and(|end| end < today);
        let is_future = fact.released.is_some_and(|day| day > today);
        if !is_wanted || is_over || is_future || version.is_prerelease() {
            continue;
        }
        let place = newest.entry(minor).or_insert_with(|| (version.clone(), fact.released));
        if place.0 < version {
            *place = (version, fact.released);
        } else if place.0 == version {
            // The earliest date, so that the order of the sources does not matter.
            place.1 = place.1.into_iter().chain(fact.released).min();
        }
    }
    let known = all.iter().map(|one| &one.version);
    let latest = known.chain(newest.values().map(|(version, _)| version)).max().cloned();
    let added = newest.into_values().map(|(version, released)| {
        // A version that is added in a change cannot be changed in it, so it gets its date at once, but the latest cannot have one.
        let expired = expired_after_end_of_life(policy, rules, &version).and_then(|(.., day)| day);
        let expired = expired.filter(|_| latest.as_ref() != Some(&version));
        let expiration_date = expired.filter(|day| *day > today).map(|day| day.plus(-1).end());
        let name = VersionName { image: None, version: version.to_string() };
        ProposedChange {
            change: ProfileChange::Add(Addition { expiration_date, ..Addition::new(name) }),
            reason: ProposalReason::NewVersion { released },
        }
    });
    added.collect()
}
