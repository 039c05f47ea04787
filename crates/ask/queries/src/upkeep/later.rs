//! Effects on maintenance after the next run: the versions that are updated, when, and whether by force.

use std::collections::BTreeMap;
use std::fmt;

use rootstock_behavioural_diff::MaintenanceOutcome;
use rootstock_core_model::counted;
use rootstock_maintenance::{Decision, NO_HORIZON, PlanItem, PlanSubject, Planners, Profiles, ShootPlan, ShootRow};
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::QueryContext;

/// The number of Shoots that a group keeps by name.
const MAX_EXAMPLES: usize = 5;

/// The number of groups that are listed; updates outside them are only counted.
const MAX_GROUPS: usize = 4096;

/// The effects on maintenance after the next run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaterMaintenance {
    /// The updates, in chronological order.
    pub updates: Vec<LaterUpdate>,
    /// The number of updates of single Shoots that are omitted because they are too diverse to list.
    #[serde(skip_serializing_if = "is_none")]
    pub omitted: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_none(number: &usize) -> bool {
    *number == 0
}

/// A decision about a version in a later maintenance run, under one of two profiles only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaterUpdate {
    /// Whether this is a decision under the new profile rather than the old one.
    pub is_new: bool,
    /// The first run of that day with this decision.
    pub at: Timestamp,
    /// The version and the decision about it.
    #[serde(flatten)]
    pub event: LaterEvent,
    /// The number of Shoots; each counts once.
    pub shoots: usize,
    /// The first few Shoots, as `NAMESPACE/NAME`.
    pub examples: Vec<String>,
}

/// The outcome for a version in use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaterEvent {
    /// `control-plane`, `worker-kubernetes` or `machine-image`.
    pub subject: &'static str,
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version in use.
    pub version: String,
    /// The outcome.
    #[serde(flatten)]
    pub outlook: MaintenanceOutcome,
    /// Whether this happens even though automatic updates were not requested.
    pub forced: bool,
}

impl fmt::Display for LaterEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = match (&self.image, self.subject) {
            (Some(image), _) => image.as_str(),
            (None, "worker-kubernetes") => "Kubernetes of worker pools",
            (None, _) => "Kubernetes",
        };
        write!(f, "{subject} {} {}", self.version, self.outlook)?;
        f.write_str(if self.forced && matches!(self.outlook, MaintenanceOutcome::Update { .. }) {
            ", forced"
        } else {
            ""
        })
    }
}

impl fmt::Display for LaterUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.at.date();
        write!(f, "{year:04}-{month:02}-{day:02}: ")?;
        f.write_str(if self.is_new { "" } else { "no longer: " })?;
        write!(f, "{} ({}: {}", self.event, counted(self.shoots, "Shoot"), self.examples.join(", "))?;
        f.write_str(if self.shoots > self.examples.len() { ", …)" } else { ")" })
    }
}

/// The name of a Shoot, and the events that happen under one of the profiles only, with whether that is the new one.
pub type ShootLaterEvents = (String, Vec<(bool, Timestamp, LaterEvent)>);

/// A comparison of two profiles' effects on Shoots after their next maintenance; each thread needs its own.
#[derive(Debug)]
pub struct LaterComparer<'p> {
    planners: [Planners<'p>; 2],
    from: Timestamp,
}

impl<'p> LaterComparer<'p> {
    /// Compares the old profiles with the new ones.
    #[must_use]
    pub fn new([old, new]: &'p [Profiles; 2], asked: QueryContext) -> Self {
        let planners = [old, new].map(|profiles| Planners::new(profiles, asked.settings.quirks));
        Self { planners, from: asked.settings.now }
    }

    /// Compares the events of a Shoot. A Shoot that neither profile maintains has no differences.
    pub fn compare(&mut self, shoot: &ShootRow<'_>) -> ShootLaterEvents {
        let from = self.from;
        let next = shoot.next_run(from);
        let [old, new] = &mut self.planners;
        let [old, new] = [old, new].map(|planners| events(&planners.timeline(shoot, from, NO_HORIZON).steps, next));
        let missing = |one: &(Timestamp, LaterEvent), others: &[(Timestamp, LaterEvent)]| {
            !others.iter().any(|other| day(other.0) == day(one.0) && other.1 == one.1)
        };
        let only_old = old.iter().filter(|one| missing(one, &new)).map(|(at, event)| (false, *at, event.clone()));
        let only_new = new.iter().filter(|one| missing(one, &old)).map(|(at, event)| (true, *at, event.clone()));
        (format!("{}/{}", shoot.namespace, shoot.name), only_old.chain(only_new).collect())
    }
}

fn day(at: Timestamp) -> (i64, u32, u32) {
    at.date()
}

/// Returns the events of the runs after the next one, which is reported elsewhere.
fn events(steps: &[ShootPlan], next: Timestamp) -> Vec<(Timestamp, LaterEvent)> {
    let later = steps.iter().filter(|plan| plan.at > next);
    later.flat_map(|plan| plan.items().filter_map(|item| Some((plan.at, event(plan, &item)?)))).collect()
}

fn event(plan: &ShootPlan, item: &PlanItem<'_>) -> Option<LaterEvent> {
    let (outlook, forced) = match item.decision {
        Decision::NotDue | Decision::UpToDate { .. } => return None,
        Decision::Failed(failed) => {
            let forced = failed.cause.is_none_or(rootstock_maintenance::UpdateCause::is_forced);
            (MaintenanceOutcome::Failed { failure: failed.failure.code() }, forced)
        }
        Decision::Update(update) => {
            let to = update.to.to_string();
            let outlook = match plan.rejections.first() {
                None => MaintenanceOutcome::Update { to },
                Some(rejection) => MaintenanceOutcome::Refused { to, rejection: rejection.code() },
            };
            (outlook, update.cause.is_forced())
        }
    };
    let image = match item.subject {
        PlanSubject::MachineImage { image, .. } => Some(image.to_owned()),
        _ => None,
    };
    Some(LaterEvent { subject: item.subject.as_str(), image, version: item.from.to_owned(), outlook, forced })
}

/// Running totals of the differences for Shoots.
#[derive(Debug, Default)]
pub struct LaterTotals {
    groups: BTreeMap<Group, Counted>,
    omitted: usize,
}

/// A day, whether this happens under the new profile (the old one sorts first), and the event.
type Group = ((i64, u32, u32), bool, LaterEvent);

#[derive(Debug)]
struct Counted {
    at: Timestamp,
    shoots: usize,
    examples: Vec<String>,
    /// The name of the Shoot that was counted last.
    last: String,
}

impl LaterTotals {
    /// Adds one Shoot.
    pub fn add(&mut self, (shoot, events): ShootLaterEvents) {
        for (is_new, at, event) in events {
            let group = (day(at), is_new, event);
            if self.groups.len() >= MAX_GROUPS && !self.groups.contains_key(&group) {
                self.omitted += 1;
                continue;
            }
            let none = || Counted { at, shoots: 0, examples: Vec::new(), last: String::new() };
            let counted = self.groups.entry(group).or_insert_with(none);
            counted.at = counted.at.min(at);
            if counted.last != shoot {
                shoot.clone_into(&mut counted.last);
                counted.shoots += 1;
                if counted.examples.len() < MAX_EXAMPLES {
                    counted.examples.push(shoot.clone());
                }
            }
        }
    }

    /// Returns the totals.
    #[must_use]
    pub fn finish(self) -> LaterMaintenance {
        let updates = self.groups.into_iter().map(|((_, is_new, event), Counted { at, shoots, examples, .. })| {
            LaterUpdate { is_new, at, event, shoots, examples }
        });
        LaterMaintenance { updates: updates.collect(), omitted: self.omitted }
    }
}
