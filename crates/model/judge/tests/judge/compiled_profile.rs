//! Tests of lookups in a compiled profile.

use rootstock_core_model::FeatureGates;
use rootstock_versioning::ImageUpdateStrategy;
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{WITH_WORKERS, documented, gardener, profile, provided, under};

#[test]
fn a_compiled_profile_returns_its_inputs() {
    let compiled = under(
        WITH_WORKERS,
        &json!({
            "kubernetes": {"versions": [{"version": "1.30.0"}, {"version": "1.31.0"}]},
            "machineImages": [
                {"name": "os", "versions": []},
                {"name": "two", "updateStrategy": "minor", "versions": [{"version": "1.0.0"}]},
                {"name": "three", "updateStrategy": "never", "versions": []},
            ],
        }),
    );
    assert_eq!((compiled.name(), compiled.gates()), ("sample", WITH_WORKERS));
    assert!(compiled.catalog().has_worker_capabilities());
    let kubernetes: Vec<&str> = compiled.kubernetes().iter().map(|version| version.version.as_str()).collect();
    assert_eq!(kubernetes, ["1.30.0", "1.31.0"]);
    let images: Vec<_> = compiled.images().iter().map(|one| (one.strategy.as_ref().ok(), one.versions.len())).collect();
    assert_eq!(images, [(Some(&ImageUpdateStrategy::Major), 0), (Some(&ImageUpdateStrategy::Minor), 1), (None, 0)]);
    assert!(compiled.plugin().is_none() && compiled.config().is_none() && compiled.image_references().is_empty());
    assert!(compiled.constraints().is_empty());
}

/// A judge cannot use feature gates other than those of its profile.
#[test]
fn gates_come_from_the_profile() {
    for gates in [FeatureGates::DEFAULT, WITH_WORKERS] {
        assert_eq!(documented(&under(gates, &json!({}))).settings().gates, gates);
    }
}

/// Maintenance compares image names case-insensitively.
#[rstest]
#[case("gardenlinux", Some(0), Some(0))]
#[case("GardenLinux", None, Some(0))]
#[case("Suse", Some(1), Some(1))]
#[case("suse", Some(2), Some(1))]
#[case("SUSE", None, Some(1))]
#[case("ÄPFEL", None, Some(3))]
#[case("äpfel", Some(3), Some(3))]
#[case("other", None, None)]
fn image_is_found_by_name(
    #[case] name: &str,
    #[case] as_documented: Option<usize>,
    #[case] by_gardener: Option<usize>,
) {
    let images = ["gardenlinux", "Suse", "suse", "äpfel"].map(|name| json!({"name": name}));
    let profile = profile(&json!({"machineImages": images}));
    assert_eq!(profile.image(name, documented(&profile).quirks()), as_documented);
    assert_eq!(profile.image(name, gardener(&profile).quirks()), by_gardener);
}

#[test]
fn regions_and_machine_types_are_found_by_name() {
    let profile = profile(&json!({
        "regions": [{"name": "eu"}, {"name": "us", "zones": [{"name": "a"}]}, {"name": "us"}],
        "machineTypes": [{"name": "one", "architecture": "amd64"}, {"name": "two"}],
    }));
    assert_eq!(["eu", "us", "asia"].map(|name| profile.region_index(name)), [Some(0), Some(1), None]);
    assert_eq!(profile.region("us").map(|region| region.zones.iter().flatten().count()), Some(1));
    assert!(profile.region("asia").is_none());
    let found = ["one", "two", "three"]
        .map(|name| profile.machine_type(name).map(|(one, compiled)| (&*one.name, compiled.index)));
    assert_eq!(found, [Some(("one", 0)), Some(("two", 1)), None]);
}

#[rstest]
#[case::legacy(json!([]), json!({"architecture": "arm64"}), Some("arm64"))]
#[case::nothing(json!([]), json!({}), None)]
#[case::empty(json!([]), json!({"architecture": ""}), None)]
#[case::declared(
    json!([{"name": "disk", "values": ["fast"]}, {"name": "architecture", "values": ["amd64", "arm64"]}]),
    json!({"architecture": "amd64", "capabilities": {"architecture": ["arm64"]}}), Some("arm64"),
)]
#[case::several(
    json!([{"name": "architecture", "values": ["amd64", "arm64"]}]),
    json!({"architecture": "amd64", "capabilities": {"architecture": ["arm64", "amd64"]}}), Some("amd64"),
)]
#[case::by_default(json!([{"name": "architecture", "values": ["amd64"]}]), json!({"architecture": "arm64"}), Some("amd64"))]
#[case::not_registered(
    json!([{"name": "disk", "values": ["fast"]}]),
    json!({"architecture": "amd64", "capabilities": {"architecture": ["arm64"]}}), Some("amd64"),
)]
fn machine_type_architecture_is_determined(
    #[case] registered: Value,
    #[case] of: Value,
    #[case] expected: Option<&str>,
) {
    let profile = profile(&json!({"machineCapabilities": registered, "machineTypes": [of]}));
    let machine_type = &profile.spec().machine_types.as_deref().unwrap()[0];
    assert_eq!(profile.architecture_of(machine_type), expected);
}

/// The last instants before a change, sorted and without repetition.
#[test]
fn changes_are_in_order() {
    let version = |date: &str| json!({"version": "1.0.0", "expirationDate": date});
    let profile = profile(&json!({
        "kubernetes": {"versions": [version("2026-05-01T00:00:00Z"), version("2026-03-01T00:00:00Z")]},
        "machineImages": [{"name": "os", "versions": [version("2026-04-01T00:00:00Z"), version("2026-05-01T00:00:00Z")]}],
    }));
    let changes: Vec<String> = profile.changes().iter().map(ToString::to_string).collect();
    assert_eq!(changes, ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"]);
}

fn azure(networking: &[(&str, bool)]) -> rootstock_judge::CompiledProfile {
    let types: Vec<Value> =
        networking.iter().map(|(name, on)| json!({"name": name, "acceleratedNetworking": on})).collect();
    provided(
        FeatureGates::DEFAULT,
        "azure",
        &json!({
            "type": "azure",
            "machineTypes": [
                {"name": "one"}, {"name": "two"}, {"name": "arm", "architecture": "arm64"}, {"name": "fast"},
                {"name": "three"},
            ],
        }),
        &json!({
            "apiVersion": "azure.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineTypes": types,
            "machineImages": [{"name": "os", "versions": [{"version": "1.0.0", "urn": "a:b:c:1.0.0"}]}],
        }),
    )
}

/// Machine types are equivalent for the provider if everything that it compares is equal, including in its own section.
#[test]
fn machine_types_with_equal_provider_images_share_a_class() {
    let profile = azure(&[("fast", true)]);
    let classes: Vec<_> = (0..6).map(|place| profile.provider_class(place)).collect();
    assert_eq!(classes, [Some(0), Some(0), Some(1), Some(2), Some(0), None]);
    assert_eq!(azure(&[]).provider_class(3), Some(0));
}

#[test]
fn references_are_those_of_the_provider() {
    let profile = azure(&[]);
    assert_eq!(profile.plugin().map(|plugin| plugin.extension().name), Some("azure"));
    let found = profile.image_references().to_vec();
    assert_eq!(found.iter().map(|one| (&*one.image, &*one.version)).collect::<Vec<_>>(), [("os", "1.0.0")]);
}
