//! Changes before and after validation: drops on create, synchronization on update, the stored form.

use rootstock_admission::{Operation, canonicalize_cloud_profile, check_cloud_profile, default_cloud_profile};
use rootstock_core_model::{FeatureGate, Semantics};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{
    base, check, decode, findings, flavors, image, legacy, machine_type, settings, version,
};

const PAST: &str = "2026-03-31T23:59:59Z";

fn with_expired() -> Value {
    let mut profile = legacy();
    profile["spec"]["kubernetes"]["versions"] =
        json!([{"version": "1.30.0", "expirationDate": PAST}, {"version": "1.34.1"}]);
    image(&mut profile)["versions"] = json!([{"version": "1.0.0"}, {"version": "0.9.0", "expirationDate": PAST}]);
    profile
}

#[test]
fn expired_versions_are_dropped_or_refused_on_create() {
    let profile = with_expired();
    let errors = [
        "new-version-expired spec.kubernetes.versions[0].expirationDate 2026-03-31T23:59:59Z",
        "new-version-expired spec.machineImages[0].versions[1].expirationDate 2026-03-31T23:59:59Z",
    ];
    let outcome = check(&profile, Operation::Create, Semantics::Documented);
    assert_eq!(findings(&outcome), errors);
    assert!(outcome.canonical.is_none());

    let outcome = check(&profile, Operation::State, Semantics::Documented);
    // All of them may stay, which is reported in one finding.
    assert_eq!(findings(&outcome), [format!("({})", errors[0])]);
    assert_eq!(outcome.canonical.unwrap().spec.kubernetes.offered().len(), 2);

    let outcome = check(&profile, Operation::Create, Semantics::Gardener);
    assert_eq!(findings(&outcome), [] as [&str; 0]);
    let stored = outcome.canonical.unwrap().spec;
    assert_eq!(stored.kubernetes.offered().len(), 1);
    assert_eq!(stored.images()[0].offered().len(), 1);
}

#[test]
fn expired_versions_may_stay_and_must_not_be_added_on_update() {
    let old = decode(&with_expired());
    let outcome = check(&with_expired(), Operation::Update { old: &old }, Semantics::Documented);
    assert_eq!(findings(&outcome), [] as [&str; 0]);

    let old = decode(&legacy());
    let outcome = check(&with_expired(), Operation::Update { old: &old }, Semantics::Documented);
    assert_eq!(findings(&outcome).len(), 2);
    assert!(outcome.canonical.is_none());
    let outcome = check(&with_expired(), Operation::Update { old: &old }, Semantics::Gardener);
    assert_eq!(findings(&outcome), [] as [&str; 0]);
}

#[test]
fn unavailable_versions_are_dropped_on_create() {
    let mut profile = legacy();
    let stages = json!([{"classification": "preview", "startTime": "2027-01-01T00:00:00Z"}]);
    profile["spec"]["kubernetes"]["versions"] =
        json!([{"version": "1.34.1"}, {"version": "1.35.0", "lifecycle": stages}]);
    let mut settings = settings(Semantics::Documented);
    settings.gates = settings.gates.with(FeatureGate::VersionClassificationLifecycle, true);
    let outcome = check_cloud_profile(&decode(&profile), Operation::Create, &settings);
    assert_eq!(findings(&outcome), ["(new-version-unavailable spec.kubernetes.versions[1])"]);
    assert_eq!(outcome.canonical.unwrap().spec.kubernetes.offered().len(), 1);
    let outcome = check_cloud_profile(&decode(&profile), Operation::State, &settings);
    assert_eq!(findings(&outcome), [] as [&str; 0]);

    // Without another version, the list would become empty.
    profile["spec"]["kubernetes"]["versions"].as_array_mut().unwrap().remove(0);
    let outcome = check_cloud_profile(&decode(&profile), Operation::Create, &settings);
    assert_eq!(findings(&outcome), ["new-version-unavailable spec.kubernetes.versions[0]"]);
}

/// On an update to capabilities fields are filled in; on create they are not.
#[test]
fn a_migration_is_filled_in_by_gardener_only() {
    let old = decode(&legacy());
    let mut profile = base();
    *version(&mut profile) = json!({"version": "1.0.0", "architectures": ["amd64", "arm64"]});
    machine_type(&mut profile)["capabilities"] = json!({});
    let operation = Operation::Update { old: &old };

    let outcome = check(&profile, operation, Semantics::Documented);
    let expected = [
        "flavors-missing spec.machineImages[0].versions[0].capabilityFlavors",
        "machine-type-without-architecture spec.machineTypes[0].capabilities.architecture",
    ];
    assert_eq!(findings(&outcome), expected);

    let outcome = check(&profile, operation, Semantics::Gardener);
    assert_eq!(findings(&outcome), [] as [&str; 0]);
    let stored = serde_json::to_value(outcome.canonical.unwrap().spec).unwrap();
    let flavors = &stored["machineImages"][0]["versions"][0]["capabilityFlavors"];
    assert_eq!(*flavors, json!([{"architecture": ["amd64"]}, {"architecture": ["arm64"]}]));
    assert_eq!(stored["machineTypes"][0]["capabilities"], json!({"architecture": ["amd64"]}));
}

/// On an update away from capabilities Gardener removes them.
#[test]
fn removing_definitions_drops_capabilities_in_gardener_only() {
    let old = decode(&base());
    let mut profile = base();
    profile["spec"].as_object_mut().unwrap().remove("machineCapabilities");
    let operation = Operation::Update { old: &old };
    let expected = [
        "flavors-without-definition spec.machineImages[0].versions[0].capabilityFlavors",
        "machine-type-capabilities-without-definition spec.machineTypes[0].capabilities",
    ];
    assert_eq!(findings(&check(&profile, operation, Semantics::Documented)), expected);
    let outcome = check(&profile, operation, Semantics::Gardener);
    assert_eq!(findings(&outcome), [] as [&str; 0]);
    let stored = outcome.canonical.unwrap().spec;
    assert!(stored.images()[0].offered()[0].flavors().is_empty());
    assert_eq!(stored.types()[0].architecture.as_deref(), Some("amd64"));
}

#[test]
fn legacy_fields_are_filled_from_capabilities() {
    let mut profile = base();
    flavors(&mut profile).as_array_mut().unwrap().reverse();
    let stored = check(&profile, Operation::Create, Semantics::Documented).canonical.unwrap();
    let version = &stored.spec.images()[0].offered()[0];
    assert_eq!(version.legacy_architectures(), ["amd64", "arm64"]);
    assert_eq!(stored.spec.types()[0].architecture.as_deref(), Some("amd64"));
    assert_eq!(stored.spec.images()[0].update_strategy.as_deref(), Some("major"));
}

#[rstest]
#[case::written_value_is_kept(json!({"architecture": "arm64"}), Some("arm64"))]
#[case::empty_value_is_kept(json!({"architecture": ""}), Some(""))]
#[case::absent_means_amd64(json!({}), Some("amd64"))]
fn architectures_are_defaulted_without_capabilities(#[case] machine_type: Value, #[case] expected: Option<&str>) {
    let mut profile = decode(&json!({"spec": {"machineTypes": [machine_type]}}));
    default_cloud_profile(&mut profile);
    assert_eq!(profile.spec.types()[0].architecture.as_deref(), expected);
    assert_eq!(profile.spec.types()[0].usable, Some(true));
}

#[rstest]
#[case::one_registered(json!(["arm64"]), json!({}), Some("arm64"), json!({}))]
#[case::several_registered_fall_back_to_amd64(json!(["amd64", "arm64"]), json!({}), Some("amd64"), json!({"architecture": ["amd64"]}))]
#[case::the_legacy_field_comes_first(json!(["amd64", "arm64"]), json!({"architecture": "arm64"}), Some("arm64"), json!({"architecture": ["arm64"]}))]
#[case::other_capabilities_keep_it_open(json!(["amd64", "arm64"]), json!({"capabilities": {"x": ["y"]}}), None, json!({"x": ["y"]}))]
fn machine_types_are_canonicalized(
    #[case] registered: Value,
    #[case] machine_type: Value,
    #[case] architecture: Option<&str>,
    #[case] capabilities: Value,
) {
    let mut profile = decode(&json!({"spec": {
        "machineCapabilities": [{"name": "architecture", "values": registered}],
        "machineTypes": [machine_type],
    }}));
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    let stored = &profile.spec.types()[0];
    assert_eq!(stored.architecture.as_deref(), architecture);
    assert_eq!(serde_json::to_value(&stored.capabilities).unwrap(), capabilities);
}

#[rstest]
#[case::limit_lowered(json!({"limits": {"maxNodesTotal": 5}}), json!({"limits": {"maxNodesTotal": 4}}), &["max-nodes-lowered spec.limits.maxNodesTotal 4"])]
#[case::limit_kept(json!({"limits": {"maxNodesTotal": 5}}), json!({"limits": {"maxNodesTotal": 5}}), &[])]
#[case::limit_removed(json!({"limits": {"maxNodesTotal": 5}}), json!({"limits": {}}), &[])]
#[case::limit_added(json!({}), json!({"limits": {"maxNodesTotal": 1}}), &[])]
#[case::kubernetes_version_withdrawn(
    json!({"kubernetes": {"versions": [{"version": "1.34.1"}, {"version": "1.33.0"}]}}),
    json!({"kubernetes": {"versions": [{"version": "1.34.1"}, {"version": "1.33.0", "lifecycle": [{"classification": "supported", "startTime": "2027-01-01T00:00:00Z"}]}]}}),
    &["version-made-unavailable spec.kubernetes.versions[1]"],
)]
#[case::image_version_withdrawn(
    json!({}),
    json!({"machineImages": [{"name": "plain", "versions": [
        {"version": "2.0.0", "lifecycle": [{"classification": "supported", "startTime": "2027-01-01T00:00:00Z"}]},
        {"version": "1.0.0", "lifecycle": [{"classification": "supported", "startTime": "2027-01-01T00:00:00Z"}]},
        {"version": "0.9.0"},
    ]}]}),
    &["version-made-unavailable spec.machineImages[0].versions[1]"],
)]
fn update_restrictions_are_checked(#[case] old: Value, #[case] new: Value, #[case] expected: &[&str]) {
    let overlay = |fragment: Value| {
        let mut profile = legacy();
        let spec = profile["spec"].as_object_mut().unwrap();
        fragment.as_object().unwrap().iter().for_each(|(key, value)| _ = spec.insert(key.clone(), value.clone()));
        profile
    };
    let old = decode(&overlay(old));
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let mut settings = settings(semantics);
        settings.gates = settings.gates.with(FeatureGate::VersionClassificationLifecycle, true);
        let profile = decode(&overlay(new.clone()));
        let outcome = check_cloud_profile(&profile, Operation::Update { old: &old }, &settings);
        assert_eq!(findings(&outcome), expected, "{semantics:?}");
    }
}
