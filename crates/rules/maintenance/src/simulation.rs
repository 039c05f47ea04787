//! The simulation of successive maintenance windows, until nothing changes any more.

use rootstock_core_model::Window;
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::planner::Planner;
use crate::row::ShootRow;
use crate::shoot::ShootPlan;

const SECONDS_PER_DAY: i64 = 86_400;

/// The maintenance of a Shoot over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeline {
    /// The runs in which something changes, or in which something fails that did not fail in the same way before.
    pub steps: Vec<ShootPlan>,
    /// The end of the simulation.
    pub end: TimelineEnd,
}

/// A reason for the end of a timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "end", content = "at", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TimelineEnd {
    /// From this run on nothing changes any more, unless the profile is changed.
    Stable(Timestamp),
    /// The next run in which something may change lies beyond the horizon.
    Horizon(Timestamp),
    /// The Shoot has no maintenance.
    NoMaintenance,
}

/// A horizon without a limit: the timeline continues until it is stable.
pub const NO_HORIZON: Timestamp = Timestamp::from_unix_seconds(i64::MAX);

impl Planner<'_> {
    /// Simulates maintenance from an instant to a horizon, with one run per maintenance window of the Shoot.
    ///
    /// After a run with a change, the next window follows. Otherwise nothing can change before the classification of a
    /// version in the profile changes, so the first window after that follows. The simulation always ends: updates only
    /// go up, and the changes of a profile are finite. A Shoot without a (valid) window is maintained at any time, once
    /// a day.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{NO_HORIZON, Planner, ShootRow};
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{"kubernetes": {"versions": [
    ///     {"version": "1.30.4", "expirationDate": "2026-06-30T23:59:59Z"}, {"version": "1.31.1"}
    /// ]}}"#)?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let shoot: ShootRow = serde_json::from_str(r#"{"spec": {
    ///     "kubernetes": {"version": "1.30.4"},
    ///     "maintenance": {"timeWindow": {"begin": "220000+0000", "end": "230000+0000"}}
    /// }}"#)?;
    /// let timeline = Planner::new(&profile, Quirks::NONE).timeline(&shoot, "2026-01-01T00:00:00Z".parse()?, NO_HORIZON);
    /// let runs: Vec<String> = timeline.steps.iter().map(|step| step.at.to_string()).collect();
    /// assert_eq!(runs, ["2026-07-01T22:00:00Z"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timeline(&mut self, shoot: &ShootRow<'_>, from: Timestamp, until: Timestamp) -> Timeline {
        let mut steps: Vec<ShootPlan> = Vec::new();
        if shoot.is_deleting {
            return Timeline { steps, end: TimelineEnd::NoMaintenance };
        }
        let mut shoot = shoot.clone();
        let mut at = shoot.next_run(from);
        let end = loop {
            if at > until {
                break TimelineEnd::Horizon(at);
            }
            let plan = self.shoot(&shoot, at);
            let has_changes = plan.has_changes();
            let has_new_failures = match steps.last() {
                Some(last) => !plan.has_same_failures(last),
                None => plan.has_failures(),
            };
            shoot.apply(&plan);
            if has_changes || has_new_failures {
                steps.push(plan);
            }
            let next_window = next_window(shoot.window, at);
            at = if has_changes {
                next_window
            } else {
                let changes = self.profile().changes();
                let Some(change) = changes.get(changes.partition_point(|after| *after < at)) else {
                    break TimelineEnd::Stable(at);
                };
                let in_effect = Timestamp::from_unix_seconds(change.unix_seconds().saturating_add(1));
                shoot.next_run(in_effect).max(next_window)
            };
        };
        Timeline { steps, end }
    }
}

impl ShootRow<'_> {
    /// Returns the first instant at or after `now` at which maintenance may run.
    ///
    /// ```
    /// use rootstock_maintenance::ShootRow;
    /// let shoot: ShootRow = serde_json::from_str(
    ///     r#"{"spec": {"maintenance": {"timeWindow": {"begin": "220000+0000", "end": "230000+0000"}}}}"#,
    /// )?;
    /// let next = shoot.next_run("2026-01-01T12:00:00Z".parse()?);
    /// assert_eq!(next.to_string(), "2026-01-01T22:00:00Z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn next_run(&self, now: Timestamp) -> Timestamp {
        self.window.map_or(now, |window| window.next_run(now))
    }
}

/// Returns the opening of the window after that of a run.
fn next_window(window: Option<Window>, run: Timestamp) -> Timestamp {
    match window {
        Some(window) => window.next_opening(run),
        None => Timestamp::from_unix_seconds(run.unix_seconds().saturating_add(SECONDS_PER_DAY)),
    }
}
