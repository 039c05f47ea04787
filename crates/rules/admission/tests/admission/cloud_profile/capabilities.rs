//! `spec.machineCapabilities`.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{FeatureGate, Semantics};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{Edit, assert_findings, base, capabilities, decode, findings, legacy, settings};

fn add(profile: &mut Value, definition: Value) {
    capabilities(profile).as_array_mut().unwrap().push(definition);
}

#[rstest]
#[case::as_it_is(|_: &mut Value| {}, &[], &[])]
#[case::repeated(
    |p: &mut Value| add(p, json!({"name": "hostType", "values": ["virtual", "metal"]})),
    &["capability-duplicate spec.machineCapabilities[2].name hostType"],
    &["capability-duplicate spec.machineCapabilities[2].name hostType"],
)]
#[case::every_definition_of_a_repeated_name_counts(
    |p: &mut Value| *capabilities(p) = json!([
        {"name": "architecture", "values": ["amd64", "arm64"]},
        {"name": "hostType", "values": []},
        {"name": "hostType", "values": ["virtual"]},
    ]),
    &["capability-duplicate spec.machineCapabilities[2].name hostType", "capability-without-values spec.machineCapabilities[1].values"],
    &["capability-duplicate spec.machineCapabilities[2].name hostType"],
)]
#[case::reserved(
    |p: &mut Value| add(p, json!({"name": "gardener-", "values": ["a"]})),
    &["capability-name-reserved spec.machineCapabilities[2].name"],
    &["capability-name-reserved spec.machineCapabilities[2].name", "capability-name-invalid spec.machineCapabilities gardener-"],
)]
#[case::reserved_is_case_sensitive(|p: &mut Value| add(p, json!({"name": "Gardener-x", "values": ["a"]})), &[], &[])]
#[case::unknown_architecture(
    |p: &mut Value| capabilities(p)[0]["values"] = json!(["amd64", "arm64", "x86_64"]),
    &["architecture-unknown spec.machineCapabilities[0].values[2] x86_64"],
    &["architecture-unknown spec.machineCapabilities.architecture x86_64"],
)]
#[case::empty_architecture(
    |p: &mut Value| capabilities(p)[0]["values"] = json!(["amd64", "arm64", ""]),
    &["capability-value-invalid spec.machineCapabilities[0].values[2]"],
    &[
        "architecture-unknown spec.machineCapabilities.architecture",
        "capability-value-invalid spec.machineCapabilities.architecture[2]",
    ],
)]
#[case::architecture_that_is_no_name(
    |p: &mut Value| capabilities(p)[0]["values"] = json!(["amd64", "arm64", "a/b"]),
    &["architecture-unknown spec.machineCapabilities[0].values[2] a/b"],
    &[
        "architecture-unknown spec.machineCapabilities.architecture a/b",
        "capability-value-invalid spec.machineCapabilities.architecture[2] a/b",
    ],
)]
#[case::without_a_name(
    |p: &mut Value| add(p, json!({"name": "", "values": ["a"]})),
    &["capability-name-invalid spec.machineCapabilities[2].name"],
    &["capability-name-invalid spec.machineCapabilities"],
)]
#[case::with_a_prefix(
    |p: &mut Value| add(p, json!({"name": "example.com/gpu", "values": ["a"]})),
    &["capability-name-invalid spec.machineCapabilities[2].name example.com/gpu"],
    &["capability-name-invalid spec.machineCapabilities example.com/gpu"],
)]
#[case::without_values(
    |p: &mut Value| add(p, json!({"name": "gpu"})),
    &["capability-without-values spec.machineCapabilities[2].values"],
    &["capability-without-values spec.machineCapabilities.gpu"],
)]
#[case::without_values_but_in_use(
    |p: &mut Value| {
        add(p, json!({"name": "gpu"}));
        p["spec"]["machineTypes"][0]["capabilities"]["gpu"] = json!(["big"]);
    },
    &["capability-without-values spec.machineCapabilities[2].values"],
    &["capability-without-values spec.machineCapabilities.gpu", "machine-type-value-unregistered spec.machineTypes[0].capabilities.gpu[0] big"],
)]
#[case::without_anything(
    |p: &mut Value| add(p, json!({})),
    &["capability-name-invalid spec.machineCapabilities[2].name", "capability-without-values spec.machineCapabilities[2].values"],
    &["capability-name-invalid spec.machineCapabilities", "capability-without-values spec.machineCapabilities[]"],
)]
#[case::values_that_are_no_names(
    |p: &mut Value| add(p, json!({"name": "my.cap", "values": ["a b", ""]})),
    &[
        "capability-value-invalid spec.machineCapabilities[2].values[0] a b",
        "capability-value-invalid spec.machineCapabilities[2].values[1]",
    ],
    &[
        "capability-value-invalid spec.machineCapabilities.my.cap[0] a b",
        "capability-value-invalid spec.machineCapabilities.my.cap[1]",
    ],
)]
#[case::repeated_value(
    |p: &mut Value| capabilities(p)[1]["values"] = json!(["virtual", "metal", "virtual"]),
    &["capability-value-duplicate spec.machineCapabilities[1].values[2] virtual"],
    &[],
)]
fn capability_definitions_are_validated(#[case] edit: Edit, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_findings(base(), edit, documented, gardener);
}

/// A missing registration of `architecture` is one finding, no matter how often it is used.
#[test]
fn missing_architecture_is_reported_once() {
    let edit: Edit = |p: &mut Value| {
        capabilities(p).as_array_mut().unwrap().remove(0);
        crate::cloud_profile::edited::version(p)["architectures"] = json!(["amd64"]);
    };
    let gardener = [
        "architecture-not-registered spec.machineCapabilities.architecture",
        "flavor-capability-unregistered spec.machineImages[0].versions[0].capabilityFlavors[0] architecture",
        "flavor-capability-unregistered spec.machineImages[0].versions[0].capabilityFlavors[1] architecture",
        "legacy-architecture-unregistered spec.machineImages[0].versions[0].architectures[0] amd64",
        "machine-type-capability-unregistered spec.machineTypes[0].capabilities architecture",
    ];
    assert_findings(base(), edit, &["architecture-not-registered spec.machineCapabilities"], &gardener);
}

/// A repeated architecture makes the profile multi-architecture for Gardener only.
#[test]
fn repeated_architecture_counts_once() {
    let edit: Edit = |p: &mut Value| {
        capabilities(p)[0]["values"] = json!(["amd64", "amd64"]);
        crate::cloud_profile::edited::version(p)["capabilityFlavors"] = json!([]);
    };
    assert_findings(
        crate::cloud_profile::edited::one_architecture(),
        edit,
        &["capability-value-duplicate spec.machineCapabilities[0].values[1] amd64"],
        &["flavors-missing spec.machineImages[0].versions[0].capabilityFlavors"],
    );
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn definitions_with_gate_off_are_forbidden_and_checked(#[case] semantics: Semantics) {
    let mut settings = settings(semantics);
    settings.gates = settings.gates.with(FeatureGate::CloudProfileCapabilities, false);
    let mut profile = base();
    capabilities(&mut profile)[1]["name"] = json!("gardener-x");
    let outcome = check_cloud_profile(&decode(&profile), Operation::State, &settings);
    let found = findings(&outcome);
    assert_eq!(found[0], "capabilities-gate-off spec.machineCapabilities");
    assert_eq!(found[1], "capability-name-reserved spec.machineCapabilities[1].name");
    let outcome = check_cloud_profile(&decode(&legacy()), Operation::State, &settings);
    assert_eq!(findings(&outcome), [] as [&str; 0]);
}
