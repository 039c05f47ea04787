//! What policies bring over a time, day after day.

use std::fmt;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile};
use rootstock_core_model::Settings;
use rootstock_versioning::{Classification, Day, Timestamp};
use serde::Serialize;

use super::{LeftAlone, Proposal, ProposalRules, ProposedChange, due, propose_and_apply};
use crate::base::Base;
use crate::life::versions;
use crate::{Refusal, VersionName};

/// What policies bring over a time.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Calendar {
    /// The days on which something happens, in order.
    pub days: Vec<CalendarDay>,
    /// What a policy asks for on the last day, and why it is not proposed.
    pub left: Vec<LeftAlone>,
    /// The text of the input at the end; it is not part of the JSON form.
    #[serde(skip)]
    pub text: String,
}

/// A day on which something happens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalendarDay {
    /// The day.
    pub day: Day,
    /// The versions that become something else by themselves: a date in the profile has come.
    pub events: Vec<CalendarEvent>,
    /// What is proposed, and taken to be made at once.
    pub changes: Vec<ProposedChange>,
}

/// A version becomes something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalendarEvent {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// What it is from then on.
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

/// What is proposed on each day from the instant of the analysis to a last day, when every proposal is made at once and nothing else
/// is changed. Versions that are in use are taken to stay in use.
///
/// # Errors
///
/// As [`propose`](super::propose).
pub fn calendar(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    rules: &ProposalRules,
    until: Day,
) -> Result<Calendar, Refusal> {
    let (mut analysis, mut profile) = (analysis.clone(), Arc::clone(profile));
    let mut settings = *analysis.settings();
    let mut calendar = Calendar::default();
    let mut day = Day::of(settings.now);
    // What has been asked for in vain is asked for again once something is different.
    let mut in_vain: Option<Vec<ProposedChange>> = None;
    let mut base = Base::of(&profile)?;
    loop {
        let events = events(&base, day, settings.now);
        if !events.is_empty() {
            in_vain = None;
        }
        let asked = asked_for(&base, &settings, rules)?;
        let mut changes = Vec::new();
        if !asked.is_empty() && in_vain.as_ref() != Some(&asked) {
            analysis.set_settings(settings);
            let (Proposal { changes: made, left, postponed, .. }, state) =
                propose_and_apply(&analysis, &profile, rules)?;
            calendar.left = left;
            in_vain = postponed.is_none().then_some(asked);
            if let Some(state) = state {
                (analysis, profile, in_vain) = (state.analysis, state.profile, None);
                base = Base::of(&profile)?;
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

/// Everything that policies ask for on a day.
fn asked_for(base: &Base, settings: &Settings, rules: &ProposalRules) -> Result<Vec<ProposedChange>, Refusal> {
    let due = due::Due::of(base, settings, rules)?;
    Ok([due.promotions, due.deprecations, due.expirations].into_iter().flatten().chain(due.prune).collect())
}

/// The versions that become something else on a day, from an instant of it on.
fn events(base: &Base, day: Day, from: Timestamp) -> Vec<CalendarEvent> {
    let images = base.spec().images().iter().map(|image| Some(image.name.as_str()));
    let mut events: Vec<(Timestamp, CalendarEvent)> = Vec::new();
    // What begins after the last second of the day before begins on this day.
    let from = if from == day.beginning() { day.plus(-1).end() } else { from };
    for image in std::iter::once(None).chain(images) {
        for one in versions(base.spec(), image) {
            for transition in one.life().of().transitions(from) {
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
