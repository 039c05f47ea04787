//! Proposals of the changes that are due by the policies of a team.

mod additions;
mod calendar;
mod days;
mod due;
mod kubernetes;
mod reason;
mod rules;
mod update_paths;
mod version_state;

use std::borrow::Cow;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile};
use rootstock_capability_engine::TooLarge;
use rootstock_versioning::Day;
use serde::Serialize;

pub use calendar::{Calendar, CalendarDay, CalendarEvent, calendar};
pub use days::DayObstacle;
pub use reason::{ProposalReason, ProposedChange, UnproposedChange};
pub use rules::{KnownSince, ProposalRules, VersionUsers};
pub use update_paths::LostUpdatePath;

use self::additions::rules_after;
use self::due::Due;
use crate::base::Base;
use crate::{ProfileChange, Refusal, UpkeepResult, VersionInUse, VersionName, apply};

/// The maximum number of rounds; every round but the last adds changes.
const MAX_ROUNDS: usize = 10_000;

/// The changes that are due by the policies of a team.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    /// The changes, in the order to apply them; together they are one change.
    pub changes: Vec<ProposedChange>,
    /// The changes that a policy requires but that are not proposed, with reasons.
    pub left: Vec<UnproposedChange>,
    /// The reason why nothing is proposed on this day, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postponed: Option<DayObstacle>,
    /// The next day on which changes are allowed, if they are not on this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_day: Option<Day>,
}

impl Proposal {
    /// Returns the changes without their reasons, for [`apply`].
    #[must_use]
    pub fn changes(&self) -> Vec<ProfileChange> {
        self.changes.iter().map(|one| one.change.clone()).collect()
    }
}

/// Proposes all changes that are due by policies at the time of the analysis. [`apply`] accepts all of them, and no Shoot loses
/// its update path: maintenance can move on from a version that expires or is removed to one that fits. After they are applied,
/// no more changes are due.
///
/// # Errors
///
/// Returns [`Refusal::Rendered`] or [`Refusal::Undecodable`] if the profile cannot be edited.
///
/// ```
/// use rootstock_analysis::configuration::{UpkeepPolicies, VersionPolicy};
/// use rootstock_analysis::{Analysis, ProfileKey, Role};
/// use rootstock_core_model::{Semantics, Settings};
/// use rootstock_upkeep::{ProposalRules, propose};
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: workshop}
/// spec:
///   type: local
///   kubernetes:
///     versions:
///     - version: 1.34.1
///     - {version: 1.33.5, classification: deprecated}
/// ";
/// let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse()?);
/// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
/// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
/// let profile = analysis.profile(&ProfileKey::global("workshop"))?;
///
/// let policy = VersionPolicy { of: "kubernetes".to_owned(), deprecated_days: Some(90), ..VersionPolicy::default() };
/// let policies = UpkeepPolicies { policies: vec![policy], ..UpkeepPolicies::default() };
/// let proposal = propose(&analysis, &profile, &ProposalRules { policies, ..ProposalRules::default() })?;
/// let told: Vec<String> = proposal.changes.iter().map(ToString::to_string).collect();
/// assert_eq!(told, [
///     "`kubernetes@1.33.5` expires at the end of 2026-08-29: deprecated versions expire after 90 days, counted from this day",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn propose(analysis: &Analysis, profile: &Arc<Profile>, rules: &ProposalRules) -> Result<Proposal, Refusal> {
    Ok(propose_and_apply(analysis, profile, rules)?.0)
}

/// Like [`propose`], but also returns the result of [`apply`] with all changes; `None` if nothing is proposed.
///
/// # Errors
///
/// Fails like [`propose`].
pub fn propose_and_apply(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    rules: &ProposalRules,
) -> Result<(Proposal, Option<UpkeepResult>), Refusal> {
    let today = Day::of(analysis.settings().now);
    if let Some(postponed) = days::obstacle(&rules.policies, today) {
        Base::written_of(profile)?;
        let next_day = days::first_allowed(&rules.policies, today);
        return Ok((Proposal { postponed: Some(postponed), next_day, ..Proposal::default() }, None));
    }
    let rules = Cow::Borrowed(rules);
    let mut search = Search { analysis, profile, rules, made: Vec::new(), state: None, left: Vec::new() };
    for _ in 0..MAX_ROUNDS {
        if !search.advance()? {
            break;
        }
    }
    let proposal = Proposal { changes: search.made, left: search.left, ..Proposal::default() };
    Ok((proposal, search.state))
}

/// The search for a proposal.
struct Search<'a> {
    analysis: &'a Analysis,
    profile: &'a Arc<Profile>,
    rules: Cow<'a, ProposalRules>,
    /// The changes proposed so far.
    made: Vec<ProposedChange>,
    /// The profile with those changes.
    state: Option<UpkeepResult>,
    /// The changes that are not proposed in that state.
    left: Vec<UnproposedChange>,
}

/// A reason why a change is not proposed.
enum Obstacle {
    UpdatePath(LostUpdatePath),
    Refused(String),
}

impl Search<'_> {
    /// Adds due changes that can be applied. Returns whether there was any.
    fn advance(&mut self) -> Result<bool, Refusal> {
        let profile = self.state.as_ref().map_or(self.profile, |state| &state.profile);
        let base = Base::of(profile, self.analysis.settings().gates)?;
        let Due { additions, promotions, deprecations, expirations, prune, left } =
            Due::of(&base, self.analysis.settings(), &self.rules)?;
        self.left = left;
        for due in [additions, promotions, deprecations, expirations] {
            if self.make(&due) {
                return Ok(true);
            }
        }
        let Some(prune) = prune else { return Ok(false) };
        match self.attempt(std::slice::from_ref(&prune)) {
            Ok(state) => self.accept(vec![prune], state),
            Err(_) => return self.prune_some(&base),
        }
        Ok(true)
    }

    /// Adds all changes, or else those of them that can be applied. Returns whether there was any.
    fn make(&mut self, due: &[ProposedChange]) -> bool {
        if due.is_empty() {
            return false;
        }
        let obstacle = match self.attempt(due) {
            Ok(state) => {
                self.accept(due.to_vec(), state);
                return true;
            }
            Err(obstacle) => obstacle,
        };
        if let [one] = due {
            self.left.push(unproposed_change(one, obstacle));
            return false;
        }
        // Bisect: usually only a few of the changes are refused.
        let (first, second) = due.split_at(due.len() / 2);
        let is_any_made = self.make(first);
        self.make(second) || is_any_made
    }

    /// Prunes version by version as far as possible. Returns whether there was any.
    fn prune_some(&mut self, base: &Base) -> Result<bool, Refusal> {
        let settings = self.analysis.settings();
        let due = |kept: &[VersionInUse]| due::prune(base, settings, &self.rules, kept);
        let versions = |due: &Option<ProposedChange>| -> Vec<VersionName> {
            match due.as_ref().map(|due| &due.reason) {
                Some(ProposalReason::ExpiredAndUnused { versions, .. }) => versions.clone(),
                _ => Vec::new(),
            }
        };
        let all = versions(&due(&[])?);
        let keep = |name: &VersionName, reason: String| VersionInUse { name: name.clone(), reason };
        let mut kept: Vec<VersionInUse> =
            all.iter().map(|name| keep(name, "it has not been checked yet".to_owned())).collect();
        let mut best: Option<(ProposedChange, UpkeepResult)> = None;
        let mut left = Vec::new();
        for name in &all {
            let tried: Vec<VersionInUse> = kept.iter().filter(|one| one.name != *name).cloned().collect();
            let Some(one) = due(&tried)? else { continue };
            match self.attempt(std::slice::from_ref(&one)) {
                Ok(state) => {
                    kept = tried;
                    best = Some((one, state));
                }
                Err(obstacle) => {
                    let (reason, one) = match obstacle {
                        Obstacle::UpdatePath(way) => {
                            (way.to_string(), UnproposedChange::IsWay { name: name.clone(), way })
                        }
                        Obstacle::Refused(reason) => {
                            let change = format!("`{name}` should be removed");
                            (reason.clone(), UnproposedChange::Refused { change, reason })
                        }
                    };
                    left.push(one);
                    kept.iter_mut().filter(|one| one.name == *name).for_each(|one| one.reason.clone_from(&reason));
                }
            }
        }
        self.left.extend(left);
        Ok(match best {
            Some((change, state)) => {
                self.accept(vec![change], state);
                true
            }
            None => false,
        })
    }

    fn accept(&mut self, changes: Vec<ProposedChange>, state: UpkeepResult) {
        if changes.iter().any(|one| matches!(one.change, ProfileChange::Add(_))) {
            self.rules = Cow::Owned(rules_after(&self.rules, &changes, Day::of(self.analysis.settings().now)));
        }
        self.made.extend(changes);
        self.state = Some(state);
    }

    /// Returns the profile with additional changes, if they can be applied and no Shoot loses its update path.
    fn attempt(&self, more: &[ProposedChange]) -> Result<UpkeepResult, Obstacle> {
        let changes: Vec<ProfileChange> = self.made.iter().chain(more).map(|one| one.change.clone()).collect();
        let accepted: Vec<&str> = self.rules.accepted.iter().map(String::as_str).collect();
        let result = apply(self.analysis, self.profile, &changes, &accepted).map_err(|refusal| {
            let details = refusal.details();
            let details = if details.is_empty() { String::new() } else { format!(": {}", details.join("; ")) };
            Obstacle::Refused(format!("{refusal}{details}"))
        })?;
        match self.lost_update_path(&result) {
            Some(obstacle) => Err(obstacle),
            None => Ok(result),
        }
    }

    /// Returns an obstacle if a Shoot of the profile, or of a NamespacedCloudProfile below it, would lose its update path.
    fn lost_update_path(&self, result: &UpkeepResult) -> Option<Obstacle> {
        let settings = self.analysis.settings();
        let lost = |before: &Profile, after: &Profile| {
            let too_large = |error: TooLarge| Some(Obstacle::Refused(error.to_string()));
            let (before, after) = match (before.compiled(settings.gates), after.compiled(settings.gates)) {
                (Ok(before), Ok(after)) => (before, after),
                (Err(error), _) | (_, Err(error)) => return too_large(error),
            };
            update_paths::lost(&before, &after, &self.rules.users, settings).map(Obstacle::UpdatePath)
        };
        let own = lost(self.profile, &result.profile);
        own.or_else(|| {
            self.rules.children.iter().find_map(|child| {
                let before = self.analysis.render_over(child, self.profile);
                lost(&before, &result.analysis.render_over(child, &result.profile))
            })
        })
    }
}

fn unproposed_change(one: &ProposedChange, obstacle: Obstacle) -> UnproposedChange {
    match (&one.change, obstacle) {
        (ProfileChange::Expire(expiration), Obstacle::UpdatePath(way)) => {
            UnproposedChange::LosesWay { versions: expiration.versions.clone(), way }
        }
        (_, Obstacle::UpdatePath(way)) => {
            UnproposedChange::Refused { change: one.to_string(), reason: way.to_string() }
        }
        (_, Obstacle::Refused(reason)) => UnproposedChange::Refused { change: one.to_string(), reason },
    }
}

#[cfg(test)]
mod tests;
