//! What lies ahead of a shoot, whether one run or many.

use rootstock_maintenance::{FleetSummary, Moment, Planners, ShootPlan, ShootRow, Skipped, TimelineEnd};
use rootstock_versioning::Timestamp;

use crate::Status;
use crate::fleet::OtherKinds;

/// What is asked about a shoot.
#[derive(Debug, Clone, Copy)]
pub(super) enum Question {
    /// What does the next maintenance do, from that instant on?
    Next(Timestamp),
    /// What does maintenance do, run after run?
    Until { from: Timestamp, until: Timestamp },
}

/// The answer: the runs that matter, and how it goes on after them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(super) struct Outlook {
    /// The next run; or all in which something changes or fails anew.
    pub(super) steps: Vec<ShootPlan>,
    /// How it goes on; absent if only the next run was asked for.
    #[serde(flatten)]
    pub(super) end: Option<TimelineEnd>,
}

impl Question {
    pub(super) fn ask(self, planners: &mut Planners<'_>, shoot: &ShootRow<'_>) -> Outlook {
        match self {
            Self::Next(from) => Outlook { steps: vec![planners.plan(shoot, Moment::NextWindow(from))], end: None },
            Self::Until { from, until } => {
                let timeline = planners.timeline(shoot, from, until);
                Outlook { steps: timeline.steps, end: Some(timeline.end) }
            }
        }
    }
}

impl Outlook {
    /// Whether nothing changes, and nothing that should.
    pub(super) fn is_quiet(&self) -> bool {
        !self.steps.iter().any(|step| step.has_changes() || step.has_failures())
    }

    /// Why there is no maintenance, if there is none.
    pub(super) fn skipped(&self) -> Option<&Skipped> {
        self.steps.iter().find_map(|step| step.skipped.as_ref())
    }
}

/// All shoots in a few numbers.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) summary: FleetSummary,
    /// Shoots for which the other semantics decide differently.
    pub(super) differing: usize,
    pub(super) other_kinds: OtherKinds,
}

impl Totals {
    /// Adds a shoot: it counts once, what happens to it counts each time.
    pub(super) fn add(&mut self, outlook: &Outlook, pools: usize) {
        let any = |what: fn(&ShootPlan) -> bool| usize::from(outlook.steps.iter().any(what));
        let summary = &mut self.summary;
        let after = (
            summary.shoots + 1,
            summary.pools + pools,
            summary.changing + any(ShootPlan::has_changes),
            summary.rejected + any(ShootPlan::is_rejected),
            summary.failing + any(ShootPlan::has_failures),
        );
        for step in &outlook.steps {
            summary.add(step);
        }
        if outlook.steps.is_empty() && outlook.end == Some(TimelineEnd::NoMaintenance) {
            summary.deleting += 1;
        }
        (summary.shoots, summary.pools, summary.changing, summary.rejected, summary.failing) = after;
    }

    /// How the run ends.
    pub(super) const fn status(&self) -> Status {
        let summary = &self.summary;
        if summary.unreadable > 0 || summary.without_profile > 0 {
            Status::Unreadable
        } else if summary.has_changes() || summary.has_failures() {
            Status::Findings
        } else {
            Status::Clean
        }
    }
}
