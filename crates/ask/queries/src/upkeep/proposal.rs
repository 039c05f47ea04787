//! `upkeep propose`: what is due by the policies of a team.

use rootstock_analysis::Role;
use rootstock_analysis::configuration::{MOST_DAYS, UpkeepPolicies};
use rootstock_upkeep::{
    Calendar, DayObstacle, KnownSince, LeftAlone, Proposal, ProposalRules, ProposedChange, VersionUsers, calendar,
    propose_and_apply,
};
use rootstock_versioning::Day;
use serde::{Deserialize, Serialize};

use super::{UpkeepAnswer, UpkeepAsked, UpkeepQuery, ask_about_work};
use crate::{About, Example, Face, NoAnswer, Query};

/// What is due for a CloudProfile by policies, and what does that change?
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalQuery {
    /// What is agreed on about versions.
    pub policies: UpkeepPolicies,
    /// Since when versions are what they are, where the profile does not say.
    pub since: Vec<KnownSince>,
    /// The last day of a calendar; absent: no calendar is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// The rules of which findings may be new.
    pub accept: Vec<String>,
}

/// What is due for a CloudProfile.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProposalAnswer {
    /// What comes of it when all of it is made.
    #[serde(flatten)]
    pub upkeep: UpkeepAnswer,
    /// What is proposed; the edits are those of all changes together.
    pub proposed: Vec<ProposedEntry>,
    /// What a policy asks for, and why it is not proposed.
    pub left: Vec<LeftEntry>,
    /// Why nothing is proposed on this day, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postponed: Option<PostponedProposal>,
    /// What policies bring up to the day that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<Calendar>,
}

/// A change that is proposed, with its sentence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProposedEntry {
    /// The change and its reason.
    #[serde(flatten)]
    pub proposed: ProposedChange,
    /// The same in words.
    pub message: String,
}

/// Something that is not proposed, with its sentence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LeftEntry {
    /// What is not proposed.
    #[serde(flatten)]
    pub left: LeftAlone,
    /// The same in words.
    pub message: String,
}

/// Why nothing is proposed on a day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PostponedProposal {
    /// What is in the way.
    #[serde(flatten)]
    pub obstacle: DayObstacle,
    /// The next day on which something may be proposed; absent if there is none within ten years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_day: Option<Day>,
    /// The same in words.
    pub message: String,
}

impl Query for ProposalQuery {
    const FORM: &'static str = "rootstock.upkeep-propose/v1";
    const ABOUT: About = About::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep propose fixtures/upkeep/aws.yaml --config fixtures/upkeep/without-pruning.toml",
        question: r#"{"policies": {"policies": [
            {"of": "kubernetes", "previewDays": 14, "supported": 3, "supportedPerMinor": 1, "deprecatedDays": 120},
            {"of": "*", "previewDays": 7, "supported": 2, "deprecatedDays": 90}
        ]}}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = ProposalAnswer;
    type Over<'a> = UpkeepAsked<'a>;
    type Error = NoAnswer;

    /// # Errors
    ///
    /// [`NoAnswer::Upkeep`] when the profile is not a CloudProfile, or cannot be decoded; [`NoAnswer::UntilThePast`] when the calendar
    /// would end before it begins, [`NoAnswer::UntilTooFar`] when it would have more than [`MOST_DAYS`] days.
    fn ask(&self, over: UpkeepAsked<'_>) -> Result<ProposalAnswer, NoAnswer> {
        let from = over.asked.settings.now;
        if let Some(until) = self.until.map(Day::end).filter(|until| *until < from) {
            return Err(NoAnswer::UntilThePast { until, from });
        }
        let days = |until: Day| Day::of(from).until(until);
        if let Some(until) = self.until.filter(|until| days(*until) > i64::from(MOST_DAYS)) {
            return Err(NoAnswer::UntilTooFar { until: until.end(), from });
        }
        let rules = ProposalRules {
            policies: self.policies.clone(),
            since: self.since.clone(),
            users: VersionUsers { in_use: over.in_use(), are_all_known: over.usage.is_some() },
            children: over.below(),
            accepted: self.accept.clone(),
        };
        let calendar = self.until.map(|until| calendar(over.analysis, over.profile, &rules, until));
        let calendar = calendar.transpose().map_err(Box::new)?;
        let (proposal, made) = propose_and_apply(over.analysis, over.profile, &rules).map_err(Box::new)?;
        // What is proposed has been made already.
        let query = UpkeepQuery { changes: proposal.changes(), accept: self.accept.clone(), in_order: false };
        let Proposal { changes: proposed, left, postponed, next_day } = proposal;
        let postponed = postponed.map(|obstacle| PostponedProposal {
            message: postponed_until(&obstacle, next_day),
            obstacle,
            next_day,
        });
        Ok(ProposalAnswer {
            upkeep: match made {
                Some(made) => query.answer(&over, Ok(made))?,
                None => query.ask(over)?,
            },
            proposed: proposed
                .into_iter()
                .map(|one| ProposedEntry { message: one.to_string(), proposed: one })
                .collect(),
            left: left.into_iter().map(|one| LeftEntry { message: one.to_string(), left: one }).collect(),
            postponed,
            calendar,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let mut query = self.clone();
        if query.policies == UpkeepPolicies::default() {
            query.policies = face.policies()?;
        }
        ask_about_work(face, true, |over| query.ask(over))
    }
}

fn postponed_until(obstacle: &DayObstacle, next_day: Option<Day>) -> String {
    match next_day {
        Some(day) => format!("{obstacle}; the next day is {day}"),
        None => format!("{obstacle}; there is no other day within ten years"),
    }
}
