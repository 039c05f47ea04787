//! `namespacedcloudprofile-render`: what a NamespacedCloudProfile and its parent are rendered to.

use rootstock_admission::render as rendered;
use rootstock_core_model::{NamespacedCloudProfile, Settings};
use serde_json::{Value, json};

use super::cloud_profile::{decoded, strictly, undecodable};
use super::suites::Unreadable;

/// `status.cloudProfileSpec`.
pub(super) fn render(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let child = strictly::<NamespacedCloudProfile>(input, "namespacedCloudProfile")
        .filter(|child| child.api_version == NamespacedCloudProfile::API_VERSION)
        .filter(|child| child.kind == NamespacedCloudProfile::KIND);
    let (Some(parent), Some(child)) = (decoded(input, "parent"), child) else { return Ok(undecodable()) };
    Ok(json!({ "spec": serde_json::to_value(rendered(&parent, &child, settings).spec)? }))
}
