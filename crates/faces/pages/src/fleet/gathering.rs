//! Shoots asked one after the other what becomes of them, and what they use.

use rootstock_maintenance::{FleetItem, Profiles, ShootRow, Unreadable};
use rootstock_queries::{
    Asked, FleetPlanner, NoAnswer, OtherKinds, PlanQuery, PlannedShoot, ShootUsage, UsageAnswer, UsageCounter,
    UsageQuery, UsageTotals, sort_out,
};
use rootstock_versioning::Timestamp;

use super::FleetPage;

/// What a page asks of Shoots: their updates until an instant, and what they use.
#[derive(Debug, Clone, Copy)]
pub struct FleetQuestion<'p> {
    profiles: &'p Profiles,
    until: Timestamp,
    asked: Asked,
}

/// Asks Shoots, one after the other; each thread has its own.
#[derive(Debug)]
pub struct FleetAsker<'p> {
    planner: FleetPlanner<'p>,
    counter: UsageCounter<'p>,
}

/// What one Shoot answers.
#[derive(Debug)]
pub struct AskedShoot {
    planned: PlannedShoot,
    usage: ShootUsage,
}

/// What is told of Shoots.
#[derive(Debug)]
pub struct FleetParts {
    /// What becomes of each.
    pub(crate) page: FleetPage,
    /// Until when it was planned.
    pub(crate) until: Timestamp,
    /// Who uses which version.
    pub(crate) usage: UsageAnswer,
}

/// What Shoots answer, while one after the other is added.
#[derive(Debug)]
pub struct FleetAnswers {
    page: FleetPage,
    totals: UsageTotals,
}

impl<'p> FleetQuestion<'p> {
    /// A question about Shoots of these profiles.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] when the end lies before the beginning.
    pub fn new(profiles: &'p Profiles, until: Timestamp, asked: Asked) -> Result<Self, NoAnswer> {
        let question = Self { profiles, until, asked };
        question.plan().check(asked)?;
        Ok(question)
    }

    const fn plan(&self) -> PlanQuery {
        PlanQuery { until: Some(self.until), only_changes: true }
    }

    /// Somebody who asks.
    #[must_use]
    pub fn asker(&self) -> FleetAsker<'p> {
        FleetAsker {
            planner: FleetPlanner::new(self.plan(), self.profiles, self.asked),
            counter: UsageCounter::new(self.profiles, self.asked),
        }
    }

    /// The answers of no Shoots yet.
    #[must_use]
    pub fn answers(&self) -> FleetAnswers {
        FleetAnswers { page: FleetPage::default(), totals: UsageTotals::new(self.profiles) }
    }

    /// All answers together.
    #[must_use]
    pub fn finish(&self, answers: FleetAnswers, other_kinds: OtherKinds) -> FleetParts {
        let query = UsageQuery { removable_only: false };
        let usage = answers.totals.answer(query, self.profiles, self.asked, other_kinds);
        FleetParts { page: answers.page, until: self.until, usage }
    }

    /// Asks Shoots.
    #[must_use]
    pub fn ask(&self, shoots: impl IntoIterator<Item = FleetItem>) -> FleetParts {
        let (mut answers, mut other_kinds, mut asker) = (self.answers(), OtherKinds::new(), self.asker());
        for shoot in shoots {
            if let Some(answer) = sort_out(shoot.ask(|shoot| asker.ask(shoot)), &mut other_kinds) {
                answers.add(answer);
            }
        }
        self.finish(answers, other_kinds)
    }
}

impl FleetAsker<'_> {
    /// Asks a Shoot.
    pub fn ask(&mut self, shoot: &ShootRow<'_>) -> AskedShoot {
        AskedShoot { planned: self.planner.plan(shoot), usage: self.counter.count(shoot) }
    }
}

impl FleetAnswers {
    /// Adds what a Shoot answers, or what should be one and cannot be read.
    pub fn add(&mut self, answer: Result<AskedShoot, Unreadable>) {
        match answer {
            Ok(AskedShoot { planned, usage }) => {
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
    /// Whether all could be read, and belong to a profile that is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.usage.unreadable == 0 && self.usage.uncounted.is_empty()
    }
}
