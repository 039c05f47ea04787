//! Small valid profiles, and findings formatted for tables.

use rootstock_admission::{CloudProfileOutcome, Operation, check_cloud_profile};
use rootstock_core_model::{CloudProfile, Semantics, Settings, Severity};
use serde_json::{Value, json};

/// An edit that turns a valid profile into a test case.
pub(crate) type Edit = fn(&mut Value);

/// A valid profile with capabilities: two architectures, two host types.
pub(crate) fn base() -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "CloudProfile",
        "metadata": {"name": "base"},
        "spec": {
            "type": "local",
            "machineCapabilities": [
                {"name": "architecture", "values": ["amd64", "arm64"]},
                {"name": "hostType", "values": ["virtual", "metal"]},
            ],
            "kubernetes": {"versions": [{"version": "1.34.1"}]},
            "machineImages": [{"name": "plain", "versions": [{
                "version": "1.0.0",
                "capabilityFlavors": [
                    {"architecture": ["amd64"], "hostType": ["virtual"]},
                    {"architecture": ["arm64"]},
                ],
            }]}],
            "machineTypes": [{
                "name": "medium", "cpu": "4", "gpu": "0", "memory": "16Gi",
                "capabilities": {"architecture": ["amd64"]},
            }],
            "regions": [{"name": "local"}],
        },
    })
}

/// Like [`base`], but with only one architecture.
pub(crate) fn one_architecture() -> Value {
    let mut profile = base();
    profile["spec"]["machineCapabilities"][0]["values"] = json!(["amd64"]);
    *version(&mut profile) = json!({"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}]});
    profile
}

/// A valid profile without capabilities.
pub(crate) fn legacy() -> Value {
    let mut profile = base();
    let spec = profile["spec"].as_object_mut().unwrap();
    spec.remove("machineCapabilities");
    spec["machineImages"] = json!([{"name": "plain", "versions": [{"version": "1.0.0", "architectures": ["amd64"]}]}]);
    spec["machineTypes"] = json!([{"name": "medium", "cpu": "4", "gpu": "0", "memory": "16Gi"}]);
    profile
}

pub(crate) fn capabilities(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineCapabilities"]
}

/// The first image.
pub(crate) fn image(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineImages"][0]
}

/// The first version of the first image.
pub(crate) fn version(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineImages"][0]["versions"][0]
}

/// The flavors of [`version`].
pub(crate) fn flavors(profile: &mut Value) -> &mut Value {
    &mut version(profile)["capabilityFlavors"]
}

/// The first machine type.
pub(crate) fn machine_type(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineTypes"][0]
}

pub(crate) fn decode(profile: &Value) -> CloudProfile {
    serde_json::from_value(profile.clone()).unwrap()
}

pub(crate) fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap())
}

pub(crate) fn check(profile: &Value, operation: Operation<'_>, semantics: Semantics) -> CloudProfileOutcome {
    check_cloud_profile(&decode(profile), operation, &settings(semantics))
}

/// `RULE PATH BAD-VALUE` of every finding; warnings in brackets.
pub(crate) fn findings(outcome: &CloudProfileOutcome) -> Vec<String> {
    outcome
        .violations
        .iter()
        .map(|violation| {
            let finding = format!("{} {} {}", violation.rule.name, violation.path, violation.bad.as_str());
            match violation.severity {
                Severity::Error => finding.trim_end().to_owned(),
                Severity::Warning | Severity::Note => format!("({})", finding.trim_end()),
            }
        })
        .collect()
}

/// Edits a profile and compares the findings in both semantics.
#[track_caller]
pub(crate) fn assert_findings(mut profile: Value, edit: Edit, documented: &[&str], gardener: &[&str]) {
    edit(&mut profile);
    for (semantics, expected) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
        let found = findings(&check(&profile, Operation::State, semantics));
        assert_eq!(found, expected, "{semantics:?}");
    }
}
