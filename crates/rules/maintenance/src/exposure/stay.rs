//! The time that a pool spends on image versions that must go.

use rootstock_versioning::Timestamp;

use super::{Departure, NextVersion};
use crate::profiles::{Moment, Planners};
use crate::row::{ShootRow, WorkerRow};
use crate::shoot::{ShootPlan, WorkerPlan};
use crate::simulation::TimelineEnd;

/// The time that a pool spends on image versions that must go, from the first of them to the last.
pub(super) struct Stay {
    /// The image, as the profile spells it.
    pub(super) image: String,
    /// The first version.
    pub(super) version: String,
    /// The versions that runs lead to afterwards and that must go, too.
    pub(super) next: Vec<NextVersion>,
    /// The run that updates the pool to it; `None` if the pool uses it already.
    pub(super) arrives: Option<Timestamp>,
    pub(super) departure: Departure,
}

/// Simulates the maintenance of a Shoot; returns the stay of each pool, `None` if it has no such version at any time.
pub(super) fn stays(
    planners: &mut Planners<'_>,
    shoot: &ShootRow<'_>,
    [from, until]: [Timestamp; 2],
    must_go: &impl Fn(&str, &str) -> bool,
) -> Vec<Option<Stay>> {
    let images: Vec<String> = shoot.workers.iter().map(|worker| image_name(planners, shoot, worker)).collect();
    let timeline = planners.timeline(shoot, from, until);
    let mut last = None;
    let pools = shoot.workers.iter().zip(images).enumerate().map(|(index, (worker, image))| {
        let in_use = worker.image_version.as_deref().unwrap_or_default();
        let mut stay = must_go(&image, in_use).then(|| Stay::new(&image, in_use, None));
        for step in timeline.steps.iter().filter(|step| !step.is_rejected()) {
            let Some(planned) = step.workers.get(index) else { continue };
            let Some(update) = planned.image.decision.update() else { continue };
            match (&mut stay, must_go(&image, &update.to)) {
                (None, true) => stay = Some(Stay::new(&image, &update.to, Some(step.at))),
                (Some(stay), true) => {
                    stay.next.push(NextVersion { at: step.at, version: update.to.to_string() });
                    stay.departure = Stay::STAYS;
                }
                (Some(stay), false) => stay.leave(step.at, planned),
                (None, false) => {}
            }
        }
        let mut stay = stay?;
        if shoot.is_deleting {
            stay.departure = Departure::Deleted;
        } else if stay.departure == Stay::STAYS {
            let last = last.get_or_insert_with(|| last_run(planners, shoot, &timeline.steps, end(timeline.end, until)));
            stay.departure = Departure::Stays { why: reason_to_stay(last, index) };
        }
        Some(stay)
    });
    pools.collect()
}

impl Stay {
    /// A departure whose reason is not known yet.
    const STAYS: Departure = Departure::Stays { why: String::new() };

    fn new(image: &str, version: &str, arrives: Option<Timestamp>) -> Self {
        let (image, version) = (image.to_owned(), version.to_owned());
        Self { image, version, next: Vec::new(), arrives, departure: Self::STAYS }
    }

    /// Ends the stay, unless the pool has left before.
    fn leave(&mut self, at: Timestamp, planned: &WorkerPlan) {
        let Some(update) = planned.image.decision.update().filter(|_| self.departure == Self::STAYS) else { return };
        let (to, why, rollout) = (update.to.to_string(), update.to_string(), planned.rollout);
        self.departure = Departure::Leaves { at, to, why, rollout };
    }
}

/// Returns the name of a pool's image, as the profile spells it if it has the image.
fn image_name(planners: &mut Planners<'_>, shoot: &ShootRow<'_>, worker: &WorkerRow<'_>) -> String {
    let written = worker.image_name.as_deref().unwrap_or_default();
    let found = planners.planner(shoot).ok().and_then(|planner| {
        let profile = planner.profile();
        profile.spec().images().get(profile.image(written, planner.quirks())?)
    });
    found.map_or(written, |image| image.name.as_str()).to_owned()
}

/// Returns the last instant that a timeline considers.
fn end(end: TimelineEnd, until: Timestamp) -> Timestamp {
    match end {
        TimelineEnd::Stable(at) => at,
        TimelineEnd::Horizon(_) | TimelineEnd::NoMaintenance => until,
    }
}

/// Plans a run at the end of a timeline.
fn last_run(planners: &mut Planners<'_>, shoot: &ShootRow<'_>, steps: &[ShootPlan], at: Timestamp) -> ShootPlan {
    let mut shoot = shoot.clone();
    steps.iter().for_each(|step| shoot.apply(step));
    planners.plan(&shoot, Moment::Instant(at))
}

/// Returns the reason why a run does not update the image of the worker at that index.
fn reason_to_stay(plan: &ShootPlan, index: usize) -> String {
    if let Some(skipped) = &plan.skipped {
        return skipped.to_string();
    }
    let decision = plan.workers.get(index).map(|worker| &worker.image.decision);
    match decision {
        Some(decision) if decision.update().is_some() && plan.is_rejected() => {
            let reasons: Vec<String> = plan.rejections.iter().map(ToString::to_string).collect();
            format!("the API server would reject the update: {}", reasons.join("; "))
        }
        Some(decision) => decision.to_string(),
        None => String::new(),
    }
}
