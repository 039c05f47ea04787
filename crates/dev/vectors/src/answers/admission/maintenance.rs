//! `machine-image-maintenance` and `kubernetes-maintenance`: decisions of maintenance.

use rootstock_admission::default_cloud_profile;
use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Settings, Worker};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Decision, Planner, UpdateCause, WorkerRow};
use serde_json::{Value, json};

use super::cloud_profile::decoded;
use crate::answers::{Unreadable, field, kubernetes_settings, undecodable};

/// Answers with the update of a worker's machine image. The profile is defaulted but not canonical.
pub(crate) fn machine_image(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(mut profile) = decoded(input, "profile", settings) else { return Ok(undecodable()) };
    default_cloud_profile(&mut profile);
    let worker: Worker = field(input, "worker")?;
    let (kubernetes, auto_update): (String, bool) = (field(input, "kubernetesVersion")?, field(input, "autoUpdate")?);
    Ok(with_planner(&profile.spec, settings, |planner| {
        planner.image(&WorkerRow::from(&worker), &kubernetes, auto_update, settings.now)
    }))
}

/// Answers with the update of a control plane.
pub(crate) fn kubernetes(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(kubernetes) = kubernetes_settings(input, settings) else { return Ok(undecodable()) };
    let spec = CloudProfileSpec { kubernetes, ..Default::default() };
    let (current, auto_update): (String, bool) = (field(input, "current")?, field(input, "autoUpdate")?);
    Ok(with_planner(&spec, settings, |planner| planner.kubernetes(&current, auto_update, settings.now)))
}

fn with_planner(spec: &CloudProfileSpec, settings: &Settings, ask: impl FnOnce(&mut Planner<'_>) -> Decision) -> Value {
    match CompiledProfile::new(CanonicalProfile::named("", spec.clone())) {
        Ok(profile) => verdict(&ask(&mut Planner::new(&profile, settings.quirks))),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// Converts a decision to the form of the vectors. A failure without a known cause aborts maintenance in Gardener.
fn verdict(decision: &Decision) -> Value {
    let cause = decision.cause();
    let outcome = match (decision, cause) {
        (Decision::NotDue | Decision::UpToDate { .. }, _) => "none",
        (Decision::Update(_), _) => "updated",
        (Decision::Failed(_), None) => "aborted",
        (Decision::Failed(_), Some(_)) => "failed",
    };
    let reason = match cause {
        None => "",
        Some(UpdateCause::Expired) => "expired",
        Some(UpdateCause::AutoUpdate) => "auto",
        Some(UpdateCause::NotInProfile | UpdateCause::DoesNotFit(_) | UpdateCause::SpelledDifferently) => "missing",
    };
    let version = decision.update().map_or("", |update| &update.to);
    json!({ "outcome": outcome, "reason": reason, "forced": cause.is_some_and(UpdateCause::is_forced), "version": version })
}
