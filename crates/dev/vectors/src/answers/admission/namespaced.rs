//! `namespacedcloudprofile-create`, `-update` and `-render`: admission of a NamespacedCloudProfile with its parent, and
//! the result of rendering both.

use rootstock_admission::{
    NamespacedOutcome, NamespacedStage, Operation, check_namespaced_cloud_profile, render as rendered,
};
use rootstock_core_model::{NamespacedCloudProfile, Settings};
use serde_json::{Value, json};

use super::cloud_profile::{decoded, with_gates};
use super::findings::errors;
use crate::answers::{Unreadable, strictly, undecodable};

/// Answers about a new profile.
pub(crate) fn create(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(parent), Some(child)) =
        (decoded(input, "parent", settings), child(input, "namespacedCloudProfile", settings))
    else {
        return Ok(undecodable());
    };
    let settings = with_gates(settings, input);
    Ok(answer(&check_namespaced_cloud_profile(&child, Some(&parent), Operation::Create, &settings)))
}

/// Answers about an update of a profile.
pub(crate) fn update(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(parent), Some(mut old), Some(mut new)) =
        (decoded(input, "parent", settings), child(input, "old", settings), child(input, "new", settings))
    else {
        return Ok(undecodable());
    };
    for profile in [&mut old, &mut new] {
        profile.metadata.resource_version = "1".to_owned();
    }
    let operation = Operation::Update { old: &old };
    let settings = with_gates(settings, input);
    Ok(answer(&check_namespaced_cloud_profile(&new, Some(&parent), operation, &settings)))
}

/// Answers with `status.cloudProfileSpec`.
pub(crate) fn render(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(parent), Some(child)) =
        (decoded(input, "parent", settings), child(input, "namespacedCloudProfile", settings))
    else {
        return Ok(undecodable());
    };
    Ok(json!({ "spec": serde_json::to_value(rendered(&parent, &child, settings).spec)? }))
}

/// Returns the errors of the first stage, or the later stage that rejects the profile and its errors.
fn answer(outcome: &NamespacedOutcome) -> Value {
    let errors = errors(&outcome.violations);
    let stage = match outcome.refused_at {
        None | Some(NamespacedStage::Form) => return json!({ "errors": errors, "plugin": null }),
        // Gardener's errors about Kubernetes versions and machine types are plain text, without kind and path.
        Some(stage @ (NamespacedStage::Kubernetes | NamespacedStage::MachineTypes)) => {
            return json!({ "errors": [], "plugin": { "stage": stage, "errors": [] } });
        }
        Some(NamespacedStage::MachineImages) => "machineImages",
        Some(NamespacedStage::Rendered) => "merged",
    };
    json!({ "errors": [], "plugin": { "stage": stage, "errors": errors } })
}

/// Returns the profile in a field of the input, unless it is absent or fails strict decoding.
pub(crate) fn child(input: &Value, field: &str, settings: &Settings) -> Option<NamespacedCloudProfile> {
    let child: NamespacedCloudProfile = strictly(input, field, settings)?;
    let is_one = child.api_version == NamespacedCloudProfile::API_VERSION && child.kind == NamespacedCloudProfile::KIND;
    is_one.then_some(child)
}
