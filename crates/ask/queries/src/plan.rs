//! `plan`: the changes that maintenance makes to Shoots, next or up to a date, and the reasons.

mod comparer;
mod explain;
mod last;
mod planned_shoot;
mod totals;

use std::io;

use rootstock_analysis::Role;
use rootstock_maintenance::{Moment, Planners, Profiles, ShootPlan, ShootRow, TimelineEnd, Unreadable};
use rootstock_versioning::Timestamp;
use serde::{Deserialize, Serialize};

pub use explain::{ExplainedShoot, PlanExplainAnswer, PlanExplainQuery, PoolExplanation, PoolImages};
pub use last::{
    DifferenceKind, LastMaintenance, LastMaintenanceComparer, LastMaintenanceTotals, MaintenanceDifference,
    PlanLastAnswer, PlanLastQuery, ReportedMaintenance,
};
pub use planned_shoot::PlannedShoot;
pub use totals::{PlanHead, PlanSummary, PlanTotals};

use self::comparer::Comparer;
use crate::envelope::{write_envelope_with_shoots, write_shoot_lines};
use crate::face::ask_about_fleet;
use crate::fleet::skip_other_kinds;
use crate::{
    Example, Face, FleetInput, OtherKinds, Query, QueryContext, QueryError, QuerySubject, Unrendered, WasmModule,
};

/// Asks for the changes that maintenance makes to Shoots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanQuery {
    /// The end of the period to simulate, run after run; if absent, only the next run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Whether to omit Shoots in which nothing happens.
    pub only_changes: bool,
}

/// The changes that maintenance makes to Shoots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanAnswer {
    /// The totals over all Shoots.
    #[serde(flatten)]
    pub head: PlanHead,
    /// The Shoots, in the order of the question.
    pub shoots: Vec<PlanEntry>,
}

/// The plan for a Shoot, or the reason why it cannot be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlanEntry {
    /// The plan for a Shoot.
    Shoot(PlannedShoot),
    /// An input that should be a Shoot.
    Unreadable {
        /// The reason why it cannot be read.
        unreadable: Unreadable,
    },
}

impl Query for PlanQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.plan/v1";
    const SUBJECT: QuerySubject = QuerySubject::Shoots;
    const EXAMPLE: Example = Example {
        command: "plan --profile fixtures/profiles/orchard.yaml fixtures/shoots/fleet.yaml --only-changes",
        question: r#"{"onlyChanges": true}"#,
        files: &[(Role::Checked, "fixtures/shoots/fleet.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Rootstock;
    type Answer = PlanAnswer;
    type Input<'a> = FleetInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: FleetInput<'_>) -> Result<PlanAnswer, QueryError> {
        self.check(input.asked)?;
        let FleetInput { profiles, shoots, asked } = input;
        let (mut totals, mut other_kinds, mut entries) = (PlanTotals::default(), OtherKinds::new(), Vec::new());
        let mut planner = FleetPlanner::new(*self, profiles, asked);
        for shoot in shoots {
            match skip_other_kinds(shoot.ask(|shoot| planner.plan(shoot)), &mut other_kinds) {
                None => {}
                Some(Ok(shoot)) => {
                    totals.add(&shoot);
                    if !self.leaves_out(&shoot) {
                        entries.push(PlanEntry::Shoot(shoot));
                    }
                }
                Some(Err(unreadable)) => {
                    totals.add_unreadable();
                    entries.push(PlanEntry::Unreadable { unreadable });
                }
            }
        }
        Ok(PlanAnswer { head: totals.head(*self, asked, other_kinds), shoots: entries })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Skipped)
    }

    fn write(answer: &PlanAnswer, tool_version: &str, out: &mut dyn io::Write) -> io::Result<()> {
        let lines = |out: &mut dyn io::Write| write_shoot_lines(&answer.shoots, out);
        write_envelope_with_shoots(Self::ANSWER_SCHEMA, tool_version, &answer.head, lines, out)
    }
}

impl PlanQuery {
    /// Checks that the question makes sense at the instant at which it is asked.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::UntilInPast`] if the period is over.
    pub fn check(&self, asked: QueryContext) -> Result<(), QueryError> {
        let from = asked.settings.now;
        match self.until.filter(|until| *until < from) {
            Some(until) => Err(QueryError::UntilInPast { until, from }),
            None => Ok(()),
        }
    }

    /// Returns whether a Shoot is omitted because nothing happens to it.
    #[must_use]
    pub fn leaves_out(&self, shoot: &PlannedShoot) -> bool {
        self.only_changes && shoot.is_uneventful() && shoot.difference.is_none()
    }
}

/// A planner for Shoots, one after the other; each thread needs its own.
#[derive(Debug)]
pub struct FleetPlanner<'p> {
    query: PlanQuery,
    from: Timestamp,
    planners: Planners<'p>,
    comparer: Comparer<'p>,
}

/// The relevant runs, and the end of the timeline.
type Runs = (Vec<ShootPlan>, Option<TimelineEnd>);

impl<'p> FleetPlanner<'p> {
    /// Creates a planner for the Shoots of these profiles.
    #[must_use]
    pub fn new(query: PlanQuery, profiles: &'p Profiles, asked: QueryContext) -> Self {
        let planners = Planners::new(profiles, asked.settings.quirks);
        Self { query, from: asked.settings.now, planners, comparer: Comparer::new(profiles, asked) }
    }

    /// Plans a Shoot, and notes where the other semantics decide differently.
    pub fn plan(&mut self, shoot: &ShootRow<'_>) -> PlannedShoot {
        let (steps, end) = self.query.runs(&mut self.planners, shoot, self.from);
        let mut planned = PlannedShoot::new(shoot, steps, end);
        planned.difference = self.comparer.difference(&planned, self.query, shoot, self.from);
        planned
    }
}

impl PlanQuery {
    fn runs(self, planners: &mut Planners<'_>, shoot: &ShootRow<'_>, from: Timestamp) -> Runs {
        match self.until {
            None => (vec![planners.plan(shoot, Moment::NextWindow(from))], None),
            Some(until) => {
                let timeline = planners.timeline(shoot, from, until);
                (timeline.steps, Some(timeline.end))
            }
        }
    }
}
