//! A calendar of the changes that policies will require.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile};
use rootstock_core_model::Settings;
use rootstock_versioning::{Classification, Day, Timestamp};
use serde::Serialize;

use super::additions::rules_after;
use super::{Proposal, ProposalRules, ProposedChange, UnproposedChange, due, propose_and_apply};
use crate::base::Base;
use crate::lifecycle_state::versions;
use crate::{Refusal, VersionName};

/// The changes that policies require over a period.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Calendar {
    /// The days with events or changes, in order.
    pub days: Vec<CalendarDay>,
    /// The changes that a policy requires on the last day but that are not proposed, with reasons.
    pub left: Vec<UnproposedChange>,
    /// The input's text at the end of the period; not part of the JSON form.
    #[serde(skip)]
    pub text: String,
}

/// A day with events or changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalendarDay {
    /// The day.
    pub day: Day,
    /// The versions whose classification changes because a date in the profile is reached.
    pub events: Vec<CalendarEvent>,
    /// The proposed changes, assumed to be applied at once.
    pub changes: Vec<ProposedChange>,
}

/// A change of a version's classification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalendarEvent {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// The new classification.
    pub becomes: Classification,
}

impl fmt::Display for CalendarEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.becomes {
            Classification::Expired => write!(f, "`{}` has expired", self.name),
            _ => write!(f, "`{}` is {} from now on", self.name, self.becomes),
        }
    }
}

/// Lists the changes to propose on each day from the time of the analysis to a last day, assuming that every proposal is
/// applied at once, that nothing else changes, and that versions stay in use.
///
/// # Errors
///
/// Fails like [`propose`](super::propose).
pub fn calendar(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    rules: &ProposalRules,
    until: Day,
) -> Result<Calendar, Refusal> {
    let (mut analysis, mut profile, mut rules) = (analysis.clone(), Arc::clone(profile), Cow::Borrowed(rules));
    let mut settings = *analysis.settings();
    let mut calendar = Calendar::default();
    let mut day = Day::of(settings.now);
    // Changes that were refused are only tried again after something else has changed.
    let mut refused_changes: Option<Vec<ProposedChange>> = None;
    let mut base = Base::of(&profile, settings.gates)?;
    loop {
        let events = events(&base, day, settings.now);
        if !events.is_empty() {
            refused_changes = None;
        }
        let asked = due_changes(&base, &settings, &rules)?;
        let mut changes = Vec::new();
        if !asked.is_empty() && refused_changes.as_ref() != Some(&asked) {
            analysis.set_settings(settings);
            let (Proposal { changes: made, left, postponed, .. }, state) =
                propose_and_apply(&analysis, &profile, &rules)?;
            calendar.left = left;
            refused_changes = postponed.is_none().then_some(asked);
            if let Some(state) = state {
                (analysis, profile, refused_changes) = (state.analysis, state.profile, None);
                base = Base::of(&profile, settings.gates)?;
                rules = Cow::Owned(rules_after(&rules, &made, day));
                changes = made;
            }
        }
        if !events.is_empty() || !changes.is_empty() {
            calendar.days.push(CalendarDay { day, events, changes });
        }
        day = day.plus(1);
        if day > until {
            break;
        }
        settings.now = day.beginning();
    }
    calendar.text = base.text().to_owned();
    Ok(calendar)
}

/// Returns all changes that policies require on a day.
fn due_changes(base: &Base, settings: &Settings, rules: &ProposalRules) -> Result<Vec<ProposedChange>, Refusal> {
    let due = due::Due::of(base, settings, rules)?;
    Ok([due.additions, due.promotions, due.deprecations, due.expirations]
        .into_iter()
        .flatten()
        .chain(due.prune)
        .collect())
}

/// Returns the versions whose classification changes on a day, starting at `from`.
fn events(base: &Base, day: Day, from: Timestamp) -> Vec<CalendarEvent> {
    let images = base.spec().images().iter().map(|image| Some(image.name.as_str()));
    let mut events: Vec<(Timestamp, CalendarEvent)> = Vec::new();
    // Include transitions after the last second of the previous day: they belong to this day.
    let from = if from == day.beginning() { day.plus(-1).end() } else { from };
    for image in std::iter::once(None).chain(images) {
        for one in versions(base.spec(), image) {
            for transition in one.lifecycle_state().of().transitions(from) {
                if transition.after < day.end() {
                    let name = VersionName { image: image.map(str::to_owned), version: one.version().to_owned() };
                    events.push((transition.after, CalendarEvent { name, becomes: transition.classification }));
                }
            }
        }
    }
    events.sort_by(|(at, one), (other_at, other)| (at, &one.name).cmp(&(other_at, &other.name)));
    events.dedup();
    events.into_iter().map(|(_, event)| event).collect()
}
