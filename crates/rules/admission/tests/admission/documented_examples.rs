//! The promises of the operator's guide to CloudProfile capabilities: its complete example is valid, and each error in
//! its table is reported in the words of that table, which users search for.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{CloudProfile, FeatureGate, Semantics, Settings, Violation};
use rstest::rstest;
use serde_yaml::Value;

fn complete_example() -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/documents/complete-cloudprofile.yaml");
    let mut profile: Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // The plug-in checks the provider's part.
    profile["spec"]["providerConfig"] = Value::Null;
    profile
}

fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap())
}

#[rstest]
fn complete_example_is_accepted(
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
    #[values(Operation::State, Operation::Create)] operation: Operation<'static>,
) {
    let profile: CloudProfile = serde_yaml::from_value(complete_example()).unwrap();
    let outcome = check_cloud_profile(&profile, operation, &settings(semantics));
    assert!(outcome.violations.is_empty(), "{:?}", outcome.violations);
    let stored = outcome.canonical.unwrap();
    // The legacy fields are filled in from the capabilities.
    let architectures: Vec<_> = stored.spec.types().iter().map(|one| one.architecture.as_deref()).collect();
    assert_eq!(architectures, [Some("amd64"), Some("amd64"), Some("arm64")]);
    assert_eq!(stored.spec.images()[0].offered()[0].legacy_architectures(), ["amd64", "arm64"]);
}

#[rstest]
fn unchanged_update_of_complete_example_is_accepted(
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let mut profile: CloudProfile = serde_yaml::from_value(complete_example()).unwrap();
    profile.metadata.resource_version = "1".to_owned();
    let outcome = check_cloud_profile(&profile, Operation::Update { old: &profile }, &settings(semantics));
    assert!(outcome.violations.is_empty(), "{:?}", outcome.violations);
}

/// Sets one value of the complete example, `null` for removal.
fn example_with(changes: &[(&str, &str)]) -> CloudProfile {
    let mut profile = complete_example();
    for (path, value) in changes {
        let mut target = &mut profile["spec"];
        for step in path.split('.') {
            target = match step.parse::<usize>() {
                Ok(position) => &mut target[position],
                Err(_) => &mut target[step],
            };
        }
        *target = serde_yaml::from_str(value).unwrap();
    }
    serde_yaml::from_value(profile).unwrap()
}

const FLAVOR: &str = "machineImages.0.versions.0.capabilityFlavors.0";

#[rstest]
#[case::no_architecture(
    &[("machineCapabilities.0.name", "arch")],
    "architecture capability is required"
)]
#[case::no_flavor(
    &[("machineImages.0.versions.0.capabilityFlavors", "null")],
    "must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities"
)]
#[case::flavor_without_architecture(
    &[(FLAVOR, "{machineHostType: [virtual]}")],
    "must specify one architecture explicitly as multiple architectures are defined in spec.machineCapabilities"
)]
#[case::flavor_with_two_architectures(
    &[(FLAVOR, "{architecture: [amd64, arm64]}")],
    "must not define more than one architecture within an image flavor"
)]
#[case::legacy_architectures(
    &[("machineImages.0.versions.0.architectures", "[arm64]"), ("machineImages.0.versions.0.capabilityFlavors", "[{architecture: [amd64]}]")],
    "architecture field values set (arm64) conflict with the capability architectures (amd64)"
)]
#[case::legacy_architecture(
    &[("machineTypes.0.architecture", "arm64")],
    "machine type architecture (arm64) conflicts with the capability architecture (amd64)"
)]
#[case::flavors_without_definition(
    &[("machineCapabilities", "null"), ("machineTypes.0.capabilities", "null"), ("machineTypes.1.capabilities", "null"), ("machineTypes.2.capabilities", "null")],
    "must not provide capabilities without global definition"
)]
#[case::capabilities_without_definition(
    &[("machineCapabilities", "null"), ("machineImages.0.versions.0.capabilityFlavors", "null")],
    "must not provide capabilities without global definition"
)]
fn documented_error_is_reported(
    #[case] changes: &[(&str, &str)],
    #[case] text: &str,
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let outcome = check_cloud_profile(&example_with(changes), Operation::State, &settings(semantics));
    let details: Vec<&str> = outcome.errors().map(|violation| &*violation.detail).collect();
    assert!(details.iter().any(|detail| detail.starts_with(text)), "{details:#?}");
}

#[rstest]
fn disabled_feature_gate_is_reported(#[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics) {
    let mut settings = settings(semantics);
    settings.gates = settings.gates.with(FeatureGate::CloudProfileCapabilities, false);
    let outcome = check_cloud_profile(&example_with(&[]), Operation::State, &settings);
    let errors: Vec<&Violation> = outcome.errors().collect();
    let [error] = &errors[..] else { panic!("{errors:#?}") };
    let text = "machineCapabilities are not allowed with disabled CloudProfileCapabilities feature gate";
    assert!(error.detail.starts_with(text), "{}", error.detail);
    assert!(error.to_string().starts_with(&format!("spec.machineCapabilities: Forbidden: {text}")), "{error}");
}

#[rstest]
#[case::key_of_a_machine_type(("machineTypes.0.capabilities", "{architecture: [amd64], gpu: [yes]}"), "gpu")]
#[case::key_of_a_flavor((FLAVOR, "{architecture: [amd64], gpu: ['yes']}"), "gpu")]
#[case::value_of_a_machine_type(("machineTypes.0.capabilities", "{architecture: [amd64], storageAccess: [IDE]}"), "IDE")]
#[case::value_of_a_flavor((FLAVOR, "{architecture: [amd64], storageAccess: [IDE]}"), "IDE")]
fn unsupported_values_are_reported(
    #[case] change: (&str, &str),
    #[case] value: &str,
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let outcome = check_cloud_profile(&example_with(&[change]), Operation::State, &settings(semantics));
    let messages: Vec<String> = outcome.errors().map(ToString::to_string).collect();
    assert!(
        messages.iter().any(|message| message.contains(&format!(": Unsupported value: \"{value}\""))),
        "{messages:#?}"
    );
}
