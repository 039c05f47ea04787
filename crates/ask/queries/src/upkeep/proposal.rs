//! `upkeep propose`: the changes that are due under a team's policies.

use rootstock_analysis::Role;
use rootstock_analysis::configuration::{MAX_DAYS, UpkeepPolicies};
use rootstock_facts::FactSheet;
use rootstock_upkeep::{
    Calendar, DayObstacle, KnownSince, Proposal, ProposalRules, ProposedChange, UnproposedChange, VersionUsers,
    calendar, propose_and_apply,
};
use rootstock_versioning::Day;
use serde::{Deserialize, Serialize};

use super::{UpkeepAnswer, UpkeepInput, UpkeepQuery, ask_about_upkeep};
use crate::{Example, Face, Query, QueryError, QuerySubject};

/// Asks which changes of a CloudProfile are due under policies, and for their effects.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalQuery {
    /// The policies for versions.
    pub policies: UpkeepPolicies,
    /// The days since when versions have had their classification, for profiles that do not record it.
    pub since: Vec<KnownSince>,
    /// Facts about Kubernetes versions, for policies with `newVersions` or `endOfLifeDays`. Facts about images and machine types
    /// are ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactSheet>,
    /// The last day of the calendar; if absent, there is no calendar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// The rules that may have new findings.
    pub accept: Vec<String>,
}

/// The changes that are due for a CloudProfile.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProposalAnswer {
    /// The outcome of making all proposed changes.
    #[serde(flatten)]
    pub upkeep: UpkeepAnswer,
    /// The proposed changes; the edits are those of all changes together.
    pub proposed: Vec<ProposedEntry>,
    /// The changes that a policy asks for but that are not proposed, with reasons.
    pub left: Vec<UnproposedEntry>,
    /// The reason why nothing is proposed on this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postponed: Option<PostponedProposal>,
    /// The changes that the policies ask for up to the requested day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<Calendar>,
}

/// A proposed change and its message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProposedEntry {
    /// The change and its reason.
    #[serde(flatten)]
    pub proposed: ProposedChange,
    /// The change in words.
    pub message: String,
}

/// A change that is not proposed, and its message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnproposedEntry {
    /// The change that is not proposed.
    #[serde(flatten)]
    pub left: UnproposedChange,
    /// The entry in words.
    pub message: String,
}

/// The reason why nothing is proposed on a day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PostponedProposal {
    /// The obstacle.
    #[serde(flatten)]
    pub obstacle: DayObstacle,
    /// The next day on which changes may be proposed; absent if there is none within ten years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_day: Option<Day>,
    /// The reason in words.
    pub message: String,
}

impl Query for ProposalQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upkeep-propose/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep propose fixtures/upkeep/aws.yaml --config fixtures/upkeep/without-pruning.toml",
        question: r#"{"policies": {"policies": [
            {"of": "kubernetes", "previewDays": 14, "supported": 3, "supportedPerMinor": 1, "deprecatedDays": 120},
            {"of": "*", "previewDays": 7, "supported": 2, "deprecatedDays": 90}
        ]}}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = ProposalAnswer;
    type Input<'a> = UpkeepInput<'a>;
    type Error = QueryError;

    /// # Errors
    ///
    /// Returns [`QueryError::Upkeep`] if the profile is not a CloudProfile, or cannot be decoded;
    /// [`QueryError::UntilInPast`] if the calendar would end before it begins, and [`QueryError::UntilTooFar`] if it would
    /// have more than [`MAX_DAYS`] days.
    fn ask(&self, input: UpkeepInput<'_>) -> Result<ProposalAnswer, QueryError> {
        let from = input.asked.settings.now;
        if let Some(until) = self.until.map(Day::end).filter(|until| *until < from) {
            return Err(QueryError::UntilInPast { until, from });
        }
        let days = |until: Day| Day::of(from).until(until);
        if let Some(until) = self.until.filter(|until| days(*until) > i64::from(MAX_DAYS)) {
            return Err(QueryError::UntilTooFar { until: until.end(), from });
        }
        let rules = ProposalRules {
            policies: self.policies.clone(),
            since: self.since.clone(),
            kubernetes_versions: self.facts.iter().flat_map(|sheet| sheet.kubernetes_versions.clone()).collect(),
            users: VersionUsers { in_use: input.in_use(), are_all_known: input.usage.is_some() },
            children: input.below(),
            accepted: self.accept.clone(),
        };
        let calendar = self.until.map(|until| calendar(input.analysis, input.profile, &rules, until));
        let calendar = calendar.transpose().map_err(Box::new)?;
        let (proposal, made) = propose_and_apply(input.analysis, input.profile, &rules).map_err(Box::new)?;
        // The proposed changes were made while preparing the proposal.
        let query = UpkeepQuery { changes: proposal.changes(), accept: self.accept.clone(), in_order: false };
        let Proposal { changes: proposed, left, postponed, next_day } = proposal;
        let postponed = postponed.map(|obstacle| PostponedProposal {
            message: postponed_until(&obstacle, next_day),
            obstacle,
            next_day,
        });
        Ok(ProposalAnswer {
            upkeep: match made {
                Some(made) => query.answer(&input, Ok(made))?,
                None => query.ask(input)?,
            },
            proposed: proposed
                .into_iter()
                .map(|one| ProposedEntry { message: one.to_string(), proposed: one })
                .collect(),
            left: left.into_iter().map(|one| UnproposedEntry { message: one.to_string(), left: one }).collect(),
            postponed,
            calendar,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let mut query = self.clone();
        if query.policies == UpkeepPolicies::default() {
            query.policies = face.policies()?;
        }
        ask_about_upkeep(face, true, |input| query.ask(input))
    }
}

fn postponed_until(obstacle: &DayObstacle, next_day: Option<Day>) -> String {
    match next_day {
        Some(day) => format!("{obstacle}; the next day is {day}"),
        None => format!("{obstacle}; there is no other day within ten years"),
    }
}
