//! What changes in maintenance after the next one: which versions are updated when, and which of them by force.

use std::collections::BTreeMap;
use std::fmt;

use rootstock_behavioural_diff::Outlook;
use rootstock_core_model::counted;
use rootstock_maintenance::{Decision, NO_HORIZON, PlanItem, PlanSubject, Planners, Profiles, ShootPlan, ShootRow};
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::Asked;

/// How many Shoots a group remembers by name.
const NAMES_KEPT: usize = 5;

/// How many groups are told apart; what does not belong to one of them is counted.
const MOST_GROUPS: usize = 4096;

/// What changes in maintenance after the next one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaterMaintenance {
    /// In order of time.
    pub updates: Vec<LaterUpdate>,
    /// How many more updates of single Shoots there are, which are not listed because they are too different.
    #[serde(skip_serializing_if = "is_none")]
    pub omitted: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
const fn is_none(number: &usize) -> bool {
    *number == 0
}

/// What maintenance does with a version after its next run, with one of two profiles only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaterUpdate {
    /// Whether it is the new profile that does this; else it was the old one.
    pub is_new: bool,
    /// The first run of that day in which it happens.
    pub at: Timestamp,
    /// What it is about.
    #[serde(flatten)]
    pub event: LaterEvent,
    /// How many Shoots; each counts once.
    pub shoots: usize,
    /// The first of them, as `NAMESPACE/NAME`.
    pub examples: Vec<String>,
}

/// What becomes of a version in use.
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
    /// What becomes of it.
    #[serde(flatten)]
    pub outlook: Outlook,
    /// Whether that happens although nobody has asked for updates.
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
        f.write_str(if self.forced && matches!(self.outlook, Outlook::Update { .. }) { ", by force" } else { "" })
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

/// What happens to one Shoot with one of the profiles only, and whether that is the new one.
pub type LaterOfShoot = (String, Vec<(bool, Timestamp, LaterEvent)>);

/// Compares what two profiles mean for Shoots after their next maintenance; each thread has its own.
#[derive(Debug)]
pub struct LaterComparer<'p> {
    planners: [Planners<'p>; 2],
    from: Timestamp,
}

impl<'p> LaterComparer<'p> {
    /// Compares the profiles of before with those of afterwards.
    #[must_use]
    pub fn new([old, new]: &'p [Profiles; 2], asked: Asked) -> Self {
        let planners = [old, new].map(|profiles| Planners::new(profiles, asked.settings.quirks));
        Self { planners, from: asked.settings.now }
    }

    /// What differs for a Shoot. One that is not maintained by either profile differs in nothing.
    pub fn compare(&mut self, shoot: &ShootRow<'_>) -> LaterOfShoot {
        let from = self.from;
        let next = shoot.next_run(from);
        let [old, new] = &mut self.planners;
        let [old, new] = [old, new].map(|planners| events(&planners.timeline(shoot, from, NO_HORIZON).steps, next));
        let missing = |one: &(Timestamp, LaterEvent), others: &[(Timestamp, LaterEvent)]| {
            !others.iter().any(|other| day(other.0) == day(one.0) && other.1 == one.1)
        };
        let gone = old.iter().filter(|one| missing(one, &new)).map(|(at, event)| (false, *at, event.clone()));
        let come = new.iter().filter(|one| missing(one, &old)).map(|(at, event)| (true, *at, event.clone()));
        (format!("{}/{}", shoot.namespace, shoot.name), gone.chain(come).collect())
    }
}

fn day(at: Timestamp) -> (i64, u32, u32) {
    at.date()
}

/// What happens in some runs, but for the next one, of which everybody is told already.
fn events(steps: &[ShootPlan], next: Timestamp) -> Vec<(Timestamp, LaterEvent)> {
    let later = steps.iter().filter(|plan| plan.at > next);
    later.flat_map(|plan| plan.items().filter_map(|item| Some((plan.at, event(plan, &item)?)))).collect()
}

fn event(plan: &ShootPlan, item: &PlanItem<'_>) -> Option<LaterEvent> {
    let (outlook, forced) = match item.decision {
        Decision::NotDue | Decision::UpToDate { .. } => return None,
        Decision::Failed(failed) => {
            let forced = failed.cause.is_none_or(rootstock_maintenance::UpdateCause::is_forced);
            (Outlook::Failed { failure: failed.failure.code() }, forced)
        }
        Decision::Update(update) => {
            let to = update.to.to_string();
            let outlook = match plan.rejections.first() {
                None => Outlook::Update { to },
                Some(rejection) => Outlook::Refused { to, rejection: rejection.code() },
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

/// Puts together what differs for Shoots, one after the other.
#[derive(Debug, Default)]
pub struct LaterTotals {
    groups: BTreeMap<Group, Counted>,
    omitted: usize,
}

/// A day, whether the new profile does it (the old one comes first), and what it is.
type Group = ((i64, u32, u32), bool, LaterEvent);

#[derive(Debug)]
struct Counted {
    at: Timestamp,
    shoots: usize,
    examples: Vec<String>,
    /// The Shoot that was counted last.
    last: String,
}

impl LaterTotals {
    /// Adds one Shoot.
    pub fn add(&mut self, (shoot, events): LaterOfShoot) {
        for (is_new, at, event) in events {
            let group = (day(at), is_new, event);
            if self.groups.len() >= MOST_GROUPS && !self.groups.contains_key(&group) {
                self.omitted += 1;
                continue;
            }
            let none = || Counted { at, shoots: 0, examples: Vec::new(), last: String::new() };
            let counted = self.groups.entry(group).or_insert_with(none);
            counted.at = counted.at.min(at);
            if counted.last != shoot {
                shoot.clone_into(&mut counted.last);
                counted.shoots += 1;
                if counted.examples.len() < NAMES_KEPT {
                    counted.examples.push(shoot.clone());
                }
            }
        }
    }

    /// All of it.
    #[must_use]
    pub fn finish(self) -> LaterMaintenance {
        let updates = self.groups.into_iter().map(|((_, is_new, event), Counted { at, shoots, examples, .. })| {
            LaterUpdate { is_new, at, event, shoots, examples }
        });
        LaterMaintenance { updates: updates.collect(), omitted: self.omitted }
    }
}
