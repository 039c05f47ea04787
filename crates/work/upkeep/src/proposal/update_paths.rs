//! Checks that Shoots keep an update path: maintenance must be able to move on from every version that expires or is missing.

mod pools;

use std::fmt;
use std::sync::Arc;

use rootstock_core_model::Settings;
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Decision, NO_HORIZON, PlanSubject, Planner, ShootPlan, ShootRow, UpdateCause};
use serde::Serialize;

use super::rules::VersionUsers;

/// A Shoot without an update path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostUpdatePath {
    /// The machine image of a worker pool; absent for a control plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version in use, of the image or of Kubernetes.
    pub version: String,
    /// The machine type of the worker pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_type: Option<String>,
    /// The region of the worker pool, if relevant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
}

impl fmt::Display for LostUpdatePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.image, &self.machine_type) {
            (Some(image), Some(machine_type)) => {
                write!(f, "a worker pool of machine type `{machine_type}` with `{image}@{}`", self.version)?;
            }
            _ => write!(f, "a Shoot with Kubernetes `{}`", self.version)?,
        }
        if let Some(region) = &self.region {
            write!(f, " in region `{region}`")?;
        }
        f.write_str(" would have no update path")
    }
}

/// The update path of a Shoot, ordered from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UpdatePath {
    /// All necessary updates are possible.
    Open,
    /// Updates are blocked for a while.
    Interrupted,
    /// Updates are blocked in the end.
    Closed,
}

/// Returns the first Shoot whose update path is worse with the changed profile.
pub(super) fn lost(
    before: &Arc<CompiledProfile>,
    after: &Arc<CompiledProfile>,
    users: &VersionUsers,
    settings: &Settings,
) -> Option<LostUpdatePath> {
    let (before, after) = (before.as_ref(), after.as_ref());
    let (mut old, mut new) = (Planner::new(before, settings.quirks), Planner::new(after, settings.quirks));
    pools::possible_shoots(before, after, users, settings).find_map(|shoot| {
        let subject = shoot.workers.first().and_then(|worker| worker.image_name.as_deref());
        if is_impossible(&mut old, &shoot, settings) {
            return None;
        }
        // Most Shoots keep their path; check the old profile only for the others.
        let now = update_path(&mut new, &shoot, subject.is_some(), settings);
        (now > UpdatePath::Open && now > update_path(&mut old, &shoot, subject.is_some(), settings))
            .then(|| lost_update_path_of(&shoot))
    })
}

/// Returns whether no such Shoot can exist, because its image version does not fit it.
fn is_impossible(planner: &mut Planner<'_>, shoot: &ShootRow<'_>, settings: &Settings) -> bool {
    shoot.workers.iter().any(|worker| {
        let decision = planner.image(worker, &shoot.kubernetes_version, false, settings.now);
        matches!(decision.cause(), Some(UpdateCause::DoesNotFit(_)))
    })
}

/// Returns the update path of a Shoot that is only updated when necessary.
fn update_path(
    planner: &mut Planner<'_>,
    shoot: &ShootRow<'_>,
    is_about_image: bool,
    settings: &Settings,
) -> UpdatePath {
    let timeline = planner.timeline(shoot, settings.now, NO_HORIZON);
    let is_stuck = |plan: &ShootPlan| is_stuck(plan, is_about_image);
    match timeline.steps.as_slice() {
        [.., last] if is_stuck(last) => UpdatePath::Closed,
        steps if steps.iter().any(is_stuck) => UpdatePath::Interrupted,
        _ => UpdatePath::Open,
    }
}

/// Returns whether a necessary update is not made, or leads to machines that cannot be created.
fn is_stuck(plan: &ShootPlan, is_about_image: bool) -> bool {
    let mut items = plan.items().filter(|item| {
        matches!(item.subject, PlanSubject::MachineImage { .. }) == is_about_image
            && item.decision.cause().is_none_or(UpdateCause::is_forced)
    });
    let is_blocked = plan.is_rejected() || !plan.warnings.is_empty();
    items.any(|item| match item.decision {
        Decision::Failed(_) => true,
        Decision::Update(_) => is_blocked,
        Decision::NotDue | Decision::UpToDate { .. } => false,
    })
}

fn lost_update_path_of(shoot: &ShootRow<'_>) -> LostUpdatePath {
    let Some(worker) = shoot.workers.first() else {
        let version = shoot.kubernetes_version.to_string();
        return LostUpdatePath { image: None, version, machine_type: None, region: None };
    };
    LostUpdatePath {
        image: worker.image_name.as_deref().map(str::to_owned),
        version: worker.image_version.as_deref().unwrap_or_default().to_owned(),
        machine_type: Some(worker.machine_type.to_string()),
        region: Some(shoot.region.to_string()).filter(|region| !region.is_empty()),
    }
}
