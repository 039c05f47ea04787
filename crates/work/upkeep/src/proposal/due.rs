//! Changes that policies require at a time.

use std::collections::BTreeSet;

use rootstock_analysis::configuration::VersionPolicy;
use rootstock_core_model::Settings;
use rootstock_versioning::{Classification, Day, Timestamp};

use super::days::first_allowed;
use super::kubernetes::{additions, expired_after_end_of_life};
use super::reason::{ProposalReason, ProposedChange, UnproposedChange};
use super::rules::ProposalRules;
use super::version_state::VersionState;
use crate::base::Base;
use crate::draft::Draft;
use crate::lifecycle_changes::is_patch_before;
use crate::lifecycle_state::{LifecycleState, versions};
use crate::{
    Expiration, NewClassification, ProfileChange, Promotion, Pruning, Refusal, VersionInUse, VersionName, pruning,
};

/// The changes that policies require, in the order to apply them: a promotion may open the update path that another version
/// needs to expire.
#[derive(Debug, Default)]
pub(super) struct Due {
    pub(super) additions: Vec<ProposedChange>,
    pub(super) promotions: Vec<ProposedChange>,
    pub(super) deprecations: Vec<ProposedChange>,
    pub(super) expirations: Vec<ProposedChange>,
    pub(super) prune: Option<ProposedChange>,
    pub(super) left: Vec<UnproposedChange>,
}

impl Due {
    /// Evaluates the policies for a profile.
    pub(super) fn of(base: &Base, settings: &Settings, rules: &ProposalRules) -> Result<Self, Refusal> {
        let mut due = Self::default();
        let mut subjects: Vec<Option<&str>> = vec![None];
        for image in base.spec().images() {
            if !subjects.contains(&Some(image.name.as_str())) {
                subjects.push(Some(&image.name));
            }
        }
        for subject in subjects {
            if let Some(policy) = rules.policies.of(base.profile().name(), subject) {
                let all = VersionState::all(base, subject, settings.now);
                if subject.is_none() {
                    due.additions = additions(&all, policy, rules, settings.now);
                }
                due.promote(&all, policy, rules, settings.now);
                due.deprecate(&all, policy, settings.now);
                due.expire(&all, policy, rules, settings.now);
            }
        }
        due.prune = prune(base, settings, rules, &[])?;
        Ok(due)
    }

    fn promote(&mut self, all: &[VersionState], policy: &VersionPolicy, rules: &ProposalRules, now: Timestamp) {
        let Some(days) = policy.preview_days else { return };
        let mut waiting_time_over: Vec<(&VersionState, Day)> = Vec::new();
        for one in all.iter().filter(|one| one.is == Classification::Preview && !one.is_scheduled(now)) {
            let is_later = |other: &&VersionState| {
                other.is == Classification::Supported && is_patch_before(&one.version, &other.version)
            };
            if let Some(by) = all.iter().find(is_later) {
                self.left.push(UnproposedChange::Overtaken { name: one.name.clone(), by: by.name.clone() });
                continue;
            }
            match one.since(rules, now) {
                None => self.left.push(UnproposedChange::UnknownSince { name: one.name.clone() }),
                Some(since) if since.plus(i64::from(days)) <= Day::of(now) => waiting_time_over.push((one, since)),
                Some(_) => {}
            }
        }
        // Only the newest preview of a minor is promoted.
        let is_superseded = |one: &VersionState| {
            waiting_time_over.iter().any(|(other, _)| is_patch_before(&one.version, &other.version))
        };
        for (one, since) in waiting_time_over.iter().filter(|(one, _)| !is_superseded(one)) {
            let change = Promotion { versions: one.name.clone().into(), from: None, expires: None };
            let reason = ProposalReason::PreviewHasWaited { since: *since, days };
            self.promotions.push(ProposedChange { change: ProfileChange::Promote(change), reason });
        }
    }

    fn deprecate(&mut self, all: &[VersionState], policy: &VersionPolicy, now: Timestamp) {
        let mut supported: Vec<&VersionState> = all.iter().filter(|one| one.is == Classification::Supported).collect();
        supported.sort_by(|one, other| other.version.cmp(&one.version));
        let per_minor = policy.supported_per_minor.map(std::num::NonZeroU32::get);
        let in_all = policy.supported.map(std::num::NonZeroU32::get);
        // Builds of one version for different machines count once.
        let mut kept: Vec<Numbers> = Vec::new();
        for one in supported {
            let numbers = one.version.numbers();
            let is_full = |most: u32, kept: usize| kept >= usize::try_from(most).unwrap_or(usize::MAX);
            let of_minor = kept.iter().filter(|other| (other.0, other.1) == (numbers.0, numbers.1)).count();
            let reason = match (per_minor, in_all) {
                _ if kept.contains(&numbers) => continue,
                (Some(most), _) if is_full(most, of_minor) => ProposalReason::TooManySupportedOfMinor { most },
                (_, Some(most)) if is_full(most, kept.len()) => ProposalReason::TooManySupported { most },
                _ => {
                    kept.push(numbers);
                    continue;
                }
            };
            if one.is_scheduled(now) {
                continue;
            }
            let classification = Classification::Deprecated;
            let change = NewClassification { versions: one.name.clone().into(), classification, from: None };
            self.deprecations.push(ProposedChange { change: ProfileChange::Classify(change), reason });
        }
    }

    fn expire(&mut self, all: &[VersionState], policy: &VersionPolicy, rules: &ProposalRules, now: Timestamp) {
        let open = |one: &&VersionState| one.is != Classification::Expired && one.lifecycle_state.expires().is_none();
        let latest = all.iter().map(|one| &one.version).max();
        for one in all.iter().filter(open) {
            let is_latest = latest == Some(&one.version);
            let mut due: Vec<(Day, ProposalReason)> = Vec::new();
            for asked in [one.deprecation(policy, rules, now), one.end_of_life(policy, rules, now, is_latest)] {
                match asked {
                    Ok(found) => due.extend(found),
                    Err(left) => self.left.push(*left),
                }
            }
            // The version must be expired from the first second of the day.
            if let Some((day, reason)) = due.into_iter().min_by_key(|(day, _)| *day) {
                let change = Expiration { versions: one.name.clone().into(), date: Some(day.plus(-1).end()) };
                self.expirations.push(ProposedChange { change: ProfileChange::Expire(change), reason });
            }
        }
    }
}

type Numbers = (u64, u64, u64);

/// Returns the pruning that is due, except for the versions in `kept`.
pub(super) fn prune(
    base: &Base,
    settings: &Settings,
    rules: &ProposalRules,
    kept: &[VersionInUse],
) -> Result<Option<ProposedChange>, Refusal> {
    let Some(days) = rules.policies.prune_days else { return Ok(None) };
    let today = Day::of(settings.now);
    let is_recent = |lifecycle_state: &LifecycleState| {
        lifecycle_state.expires().is_some_and(|date| Day::of(date).plus(i64::from(days)) >= today)
    };
    let mut in_use: Vec<VersionInUse> = Vec::new();
    for name in pruning::expired(base.spec(), settings.now) {
        let lifecycle_states = versions(base.spec(), name.image.as_deref());
        if lifecycle_states.iter().any(|one| one.version() == name.version && is_recent(&one.lifecycle_state())) {
            let reason = format!("it has not been expired for more than {days} days yet");
            in_use.push(VersionInUse { name, reason });
        }
    }
    in_use.extend(rules.users.in_use.iter().chain(kept).cloned());
    let change = Pruning { in_use };
    let mut draft = Draft::new(base, settings);
    pruning::plan(&mut draft, &change)?;
    let dropped_versions: BTreeSet<VersionName> = draft.dropped_versions.into_iter().collect();
    let reason = ProposalReason::ExpiredAndUnused { days, versions: dropped_versions.into_iter().collect() };
    Ok((!draft.removed.is_empty()).then_some(ProposedChange { change: ProfileChange::Prune(change), reason }))
}

/// The first day on which a version should be expired, with the reason; `None` if the policy does not say.
type ExpirationDay = Result<Option<(Day, ProposalReason)>, Box<UnproposedChange>>;

impl VersionState {
    /// Returns the expiration that follows from the deprecation of the version.
    fn deprecation(&self, policy: &VersionPolicy, rules: &ProposalRules, now: Timestamp) -> ExpirationDay {
        let Some(days) = policy.deprecated_days.filter(|_| self.is == Classification::Deprecated) else {
            return Ok(None);
        };
        let today = Day::of(now);
        let after = |since: Day| first_allowed(&rules.policies, since.plus(i64::from(days)));
        // Users need notice, so the date is never today.
        let known = self.since(rules, now).and_then(|since| Some((since, after(since)?)));
        let known = known.filter(|(_, day)| *day > today);
        let day = known.map(|(_, day)| day).or_else(|| after(today));
        let day = day.ok_or_else(|| Box::new(UnproposedChange::NoDay { name: self.name.clone() }))?;
        Ok(Some((day, ProposalReason::DeprecatedWithoutDate { since: known.map(|(since, _)| since), days })))
    }

    /// Returns the expiration that follows from the end of life of the version, which facts have for Kubernetes. The latest version
    /// cannot have a date, which only matters after its end of life.
    fn end_of_life(
        &self,
        policy: &VersionPolicy,
        rules: &ProposalRules,
        now: Timestamp,
        is_latest: bool,
    ) -> ExpirationDay {
        if self.name.image.is_some() {
            return Ok(None);
        }
        let Some((end_of_life, days, planned)) = expired_after_end_of_life(policy, rules, &self.version) else {
            return Ok(None);
        };
        let today = Day::of(now);
        let no_day = || Box::new(UnproposedChange::NoDay { name: self.name.clone() });
        let planned = planned.ok_or_else(no_day)?;
        let day = match policy.deprecated_days {
            _ if planned > today && is_latest => return Ok(None),
            _ if planned > today => planned,
            Some(notice) => first_allowed(&rules.policies, today.plus(i64::from(notice))).ok_or_else(no_day)?,
            None => return Err(Box::new(UnproposedChange::NoNotice { name: self.name.clone(), end_of_life })),
        };
        Ok(Some((day, ProposalReason::EndOfLife { end_of_life, days })))
    }

    /// Returns whether the profile schedules another change of classification than expiration.
    fn is_scheduled(&self, now: Timestamp) -> bool {
        let transitions = self.lifecycle_state.of().transitions(now);
        transitions.iter().any(|one| one.classification != Classification::Expired)
    }
}
