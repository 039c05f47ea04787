//! The last maintenance of Shoots, next to what was planned for it.

mod reported;

use std::collections::HashSet;
use std::fmt;

use rootstock_analysis::Role;
use rootstock_core_model::Shoot;
use rootstock_maintenance::{Decision, Moment, PlanItem, Planners, ProfileReference, Profiles, ShootPlan, ShootRow};
use rootstock_versioning::Timestamp;
use serde::{Deserialize, Serialize};
use strum::Display;

pub use reported::ReportedMaintenance;

use crate::face::ask_about_fleet;
use crate::fleet::skip_other_kinds;
use crate::{
    AppliedSettings, Example, Face, FleetInput, OtherKinds, Query, QueryContext, QueryError, QuerySubject, Unrendered,
};

/// Asks whether the last maintenance of Shoots did what was planned for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanLastQuery {
    /// Whether to omit Shoots whose maintenance did what was planned.
    pub only_differences: bool,
}

/// The last maintenance of Shoots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanLastAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The number of Shoots.
    pub total: usize,
    /// The number of Shoots whose status reports no maintenance.
    pub without_report: usize,
    /// The number of Shoots whose last maintenance differs from its plan.
    pub differing: usize,
    /// The number of inputs that should be Shoots but cannot be read.
    pub unreadable: usize,
    /// The number of skipped objects of other kinds.
    pub other_kinds: OtherKinds,
    /// The Shoots, in the order of the question.
    pub shoots: Vec<LastMaintenance>,
}

/// The last maintenance of a Shoot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LastMaintenance {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The profile that it refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReference<'static>>,
    /// The maintenance that `status.lastMaintenance` reports, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<ReportedMaintenance>,
    /// The differences from the plan.
    pub differences: Vec<MaintenanceDifference>,
}

/// A difference between the last maintenance and its plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MaintenanceDifference {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The difference in words.
    pub message: String,
}

/// A kind of difference between a maintenance and its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DifferenceKind {
    /// A whole maintenance window has passed since, without maintenance.
    Missed,
    /// An update that was due then has not been made.
    NotUpdated,
    /// A failure that the plan does not have.
    Failed,
    /// A success, although the plan has a failure.
    Succeeded,
    /// The Shoot cannot be planned.
    NotPlanned,
    /// The status of the Shoot cannot be read.
    UnreadableStatus,
    /// The state is not one of Gardener's API.
    UnknownState,
    /// The reported maintenance is later than the instant of the question.
    Later,
}

impl fmt::Display for MaintenanceDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Compares the last maintenance of Shoots with its plan, one Shoot after the other; each thread needs its own.
#[derive(Debug)]
pub struct LastMaintenanceComparer<'p> {
    planners: Planners<'p>,
    now: Timestamp,
}

impl<'p> LastMaintenanceComparer<'p> {
    /// Creates a comparer for the Shoots of these profiles.
    #[must_use]
    pub fn new(profiles: &'p Profiles, asked: QueryContext) -> Self {
        Self { planners: Planners::new(profiles, asked.settings.quirks), now: asked.settings.now }
    }

    /// Compares the last maintenance of a Shoot with the plan for the same instant.
    ///
    /// The plan is made for the versions in use, so it has no update if the maintenance did what was due.
    pub fn compare(&mut self, shoot: &Shoot) -> LastMaintenance {
        let row = ShootRow::from(shoot);
        let (reported, unreadable) = match ReportedMaintenance::read(shoot) {
            Ok(reported) => (reported, Vec::new()),
            Err(reason) => (None, vec![difference(DifferenceKind::UnreadableStatus, reason.to_string())]),
        };
        let differences = match &reported {
            Some(reported) if !row.is_deleting && reported.at > self.now => {
                let message = format!("its status reports a maintenance later than {}", self.now);
                vec![difference(DifferenceKind::Later, message)]
            }
            Some(reported) if !row.is_deleting => {
                let plan = self.planners.plan(&row, Moment::Instant(reported.at));
                self.missed(&row, reported).into_iter().chain(differences(reported, &plan)).collect()
            }
            _ => unreadable,
        };
        LastMaintenance {
            namespace: row.namespace.into_owned(),
            name: row.name.into_owned(),
            profile: row.profile.map(ProfileReference::into_owned),
            reported,
            differences,
        }
    }

    /// Returns the difference if a whole window has passed since.
    fn missed(&self, shoot: &ShootRow<'_>, reported: &ReportedMaintenance) -> Option<MaintenanceDifference> {
        let missed = shoot.window?.next_opening(reported.at);
        // Once the window after it has opened as well, it is over.
        (shoot.window?.next_opening(missed) <= self.now).then(|| MaintenanceDifference {
            kind: DifferenceKind::Missed,
            message: format!("there was no maintenance in the window that opened at {missed}"),
        })
    }
}

fn difference(kind: DifferenceKind, message: String) -> MaintenanceDifference {
    MaintenanceDifference { kind, message }
}

/// Returns the differences between a report and the plan for its instant.
fn differences(reported: &ReportedMaintenance, plan: &ShootPlan) -> Vec<MaintenanceDifference> {
    if let Some(skipped) = &plan.skipped {
        return vec![difference(DifferenceKind::NotPlanned, format!("it cannot be planned: {skipped}"))];
    }
    // An update in several steps makes one of them in each maintenance. The plan for the version that it led to, which the
    // description names, is that of the next one.
    let reached = targets(&reported.description);
    let items: Vec<PlanItem<'_>> = plan.items().filter(|item| !reached.contains(item.from)).collect();
    let has_updates = items.iter().any(|item| item.decision.update().is_some());
    let failures = items.iter().filter_map(|item| {
        let failed = item.decision.failed()?;
        Some(format!("{} {}: {failed}", item.subject.title(), item.from))
    });
    let rejections = plan.rejections.iter().filter(|_| has_updates);
    let rejections = rejections.map(|rejection| format!("the updates are rejected: {rejection}"));
    let failures: Vec<String> = failures.chain(rejections).collect();
    let mut differences = Vec::new();
    if !reported.has_known_state() {
        let message = format!("its state, `{}`, is not one of Gardener's API", reported.state);
        differences.push(difference(DifferenceKind::UnknownState, message));
    }
    if reported.has_failed() && failures.is_empty() {
        let reason = [&reported.failure_reason, &reported.description].into_iter().find(|text| !text.is_empty());
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let message = format!("it failed, but the plan for that time has no failure{reason}");
        differences.push(difference(DifferenceKind::Failed, message));
    }
    if reported.has_succeeded() {
        let succeeded = |failure| format!("it succeeded, but the plan for that time fails: {failure}");
        differences.extend(failures.iter().map(succeeded).map(|one| difference(DifferenceKind::Succeeded, one)));
    }
    let is_over = !reported.is_running();
    for item in items.iter().filter(|_| is_over && !plan.is_rejected()) {
        let Decision::Update(update) = item.decision else { continue };
        let message =
            format!("{} {} was due to be updated to {}: {update}", item.subject.title(), item.from, update.to);
        differences.push(difference(DifferenceKind::NotUpdated, message));
    }
    differences
}

/// Returns the versions that something was updated to by a description: `to 1.2.0`, `to version "1.2.0"`.
fn targets(description: &str) -> HashSet<&str> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '+' | '_' | '.');
    // A full stop at the end of a sentence is not a part of the version.
    let words = description.split(|character: char| !is_part(character)).map(|word| word.trim_end_matches('.'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let pairs = words.windows(2).filter_map(|pair| if let ["to", word] = pair { Some(*word) } else { None });
    let triples = words.windows(3).filter_map(|triple| if let ["to", _, word] = triple { Some(*word) } else { None });
    pairs.chain(triples).collect()
}

/// Running totals over Shoots.
#[derive(Debug, Default)]
pub struct LastMaintenanceTotals {
    total: usize,
    without_report: usize,
    differing: usize,
    unreadable: usize,
    shoots: Vec<LastMaintenance>,
}

impl LastMaintenanceTotals {
    /// Adds a Shoot, or an input that should be one but cannot be read.
    pub fn add<E>(&mut self, answer: Result<LastMaintenance, E>, query: PlanLastQuery) {
        let Ok(shoot) = answer else {
            self.unreadable += 1;
            return;
        };
        self.total += 1;
        self.without_report += usize::from(shoot.reported.is_none() && shoot.differences.is_empty());
        self.differing += usize::from(!shoot.differences.is_empty());
        if !query.only_differences || !shoot.differences.is_empty() {
            self.shoots.push(shoot);
        }
    }

    /// Returns the answer once all Shoots have been added.
    #[must_use]
    pub fn answer(self, asked: QueryContext, other_kinds: OtherKinds) -> PlanLastAnswer {
        let Self { total, without_report, differing, unreadable, shoots } = self;
        PlanLastAnswer { settings: asked.into(), total, without_report, differing, unreadable, other_kinds, shoots }
    }
}

impl Query for PlanLastQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.plan-last/v1";
    const SUBJECT: QuerySubject = QuerySubject::Shoots;
    const EXAMPLE: Example = Example {
        command: "plan --last --profile fixtures/profiles/orchard.yaml fixtures/shoots/maintained.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/shoots/maintained.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = PlanLastAnswer;
    type Input<'a> = FleetInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: FleetInput<'_>) -> Result<PlanLastAnswer, QueryError> {
        let FleetInput { profiles, shoots, asked } = input;
        let (mut totals, mut other_kinds) = (LastMaintenanceTotals::default(), OtherKinds::new());
        let mut comparer = LastMaintenanceComparer::new(profiles, asked);
        for shoot in shoots {
            let compared = shoot.ask_whole(|shoot| comparer.compare(shoot));
            if let Some(compared) = skip_other_kinds(compared, &mut other_kinds) {
                totals.add(compared, *self);
            }
        }
        Ok(totals.answer(asked, other_kinds))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Skipped)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::targets;

    #[rstest]
    #[case("updated from 1.1.0 to 1.2.0.", "1.2.0", true)]
    #[case("updated from 1.1.0 to 1.2.0.", "1.1.0", false)]
    #[case("updated from 1.1.0 to 1.2.0.", "1.2", false)]
    #[case("updated from \"1.1.0\" to version \"1.2.0-gen2\", because", "1.2.0-gen2", true)]
    #[case("updated to 1.2.0-gen2", "1.2.0", false)]
    #[case("to", "", false)]
    fn target_is_found_in_description(#[case] text: &str, #[case] version: &str, #[case] expected: bool) {
        assert_eq!(targets(text).contains(version), expected);
    }
}
