//! Collects the planned updates and the version usage of Shoots, one Shoot at a time.

use rootstock_maintenance::{FleetItem, Profiles, ShootRow, Unreadable};
use rootstock_queries::{
    FleetPlanner, OtherKinds, PlanQuery, PlannedShoot, QueryContext, QueryError, ShootUsage, UsageAnswer, UsageCounter,
    UsageQuery, UsageTotals, skip_other_kinds,
};
use rootstock_versioning::Timestamp;

use super::FleetPage;

/// The question that a page asks of each Shoot: its updates until an instant, and its version usage.
#[derive(Debug, Clone, Copy)]
pub struct FleetQuestion<'p> {
    profiles: &'p Profiles,
    until: Timestamp,
    asked: QueryContext,
}

/// Asks Shoots one at a time. Each thread needs its own.
#[derive(Debug)]
pub struct FleetEvaluator<'p> {
    planner: FleetPlanner<'p>,
    counter: UsageCounter<'p>,
}

/// The answer of one Shoot.
#[derive(Debug)]
pub struct EvaluatedShoot {
    planned: PlannedShoot,
    usage: ShootUsage,
}

/// The answers of all Shoots.
#[derive(Debug)]
pub struct FleetParts {
    /// The planned updates.
    pub(crate) page: FleetPage,
    /// The end of the plan.
    pub(crate) until: Timestamp,
    /// The usage of each version.
    pub(crate) usage: UsageAnswer,
}

/// The answers of the Shoots so far.
#[derive(Debug)]
pub struct FleetAnswers {
    page: FleetPage,
    totals: UsageTotals,
}

impl<'p> FleetQuestion<'p> {
    /// Creates a question about Shoots of these profiles.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError`] if `until` is before the instant of the question.
    pub fn new(profiles: &'p Profiles, until: Timestamp, asked: QueryContext) -> Result<Self, QueryError> {
        let question = Self { profiles, until, asked };
        question.plan().check(asked)?;
        Ok(question)
    }

    const fn plan(&self) -> PlanQuery {
        PlanQuery { until: Some(self.until), only_changes: true }
    }

    /// Creates an asker for one thread.
    #[must_use]
    pub fn evaluator(&self) -> FleetEvaluator<'p> {
        FleetEvaluator {
            planner: FleetPlanner::new(self.plan(), self.profiles, self.asked),
            counter: UsageCounter::new(self.profiles, self.asked),
        }
    }

    /// Creates an empty collection of answers.
    #[must_use]
    pub fn answers(&self) -> FleetAnswers {
        FleetAnswers { page: FleetPage::default(), totals: UsageTotals::new(self.profiles) }
    }

    /// Combines the answers.
    #[must_use]
    pub fn finish(&self, answers: FleetAnswers, other_kinds: OtherKinds) -> FleetParts {
        let query = UsageQuery { removable_only: false };
        let usage = answers.totals.answer(query, self.profiles, self.asked, other_kinds);
        FleetParts { page: answers.page, until: self.until, usage }
    }

    /// Asks all Shoots on the current thread.
    #[must_use]
    pub fn ask(&self, shoots: impl IntoIterator<Item = FleetItem>) -> FleetParts {
        let (mut answers, mut other_kinds, mut evaluator) = (self.answers(), OtherKinds::new(), self.evaluator());
        for shoot in shoots {
            if let Some(answer) = skip_other_kinds(shoot.ask(|shoot| evaluator.ask(shoot)), &mut other_kinds) {
                answers.add(answer);
            }
        }
        self.finish(answers, other_kinds)
    }
}

impl FleetEvaluator<'_> {
    /// Asks one Shoot.
    pub fn ask(&mut self, shoot: &ShootRow<'_>) -> EvaluatedShoot {
        EvaluatedShoot { planned: self.planner.plan(shoot), usage: self.counter.count(shoot) }
    }
}

impl FleetAnswers {
    /// Adds the answer of a Shoot, or the error of an object that should be one but cannot be parsed.
    pub fn add(&mut self, answer: Result<EvaluatedShoot, Unreadable>) {
        match answer {
            Ok(EvaluatedShoot { planned, usage }) => {
                self.page.add(&planned);
                self.totals.add(Ok(usage));
            }
            Err(unreadable) => {
                self.page.add_unreadable(&unreadable);
                self.totals.add(Err(unreadable));
            }
        }
    }
}

impl FleetParts {
    /// Returns whether all Shoots could be parsed and refer to a known profile.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.usage.unreadable == 0 && self.usage.uncounted.is_empty()
    }
}
