//! Messages that users search for: those of the guide's Troubleshooting table, verbatim, in both semantics.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{FeatureGate, Semantics};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{
    Edit, base, capabilities, decode, flavors, legacy, machine_type, settings, version,
};

#[rstest]
#[case::gate(base(), |_: &mut Value| {}, "machineCapabilities are not allowed with disabled CloudProfileCapabilities feature gate")]
#[case::architecture(base(), |p: &mut Value| *capabilities(p) = json!([{"name": "a", "values": ["b"]}]), "architecture capability is required")]
#[case::no_flavor(
    base(), |p: &mut Value| *flavors(p) = json!([]),
    "must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities",
)]
#[case::no_architecture(
    base(), |p: &mut Value| *flavors(p) = json!([{}]),
    "must specify one architecture explicitly as multiple architectures are defined in spec.machineCapabilities",
)]
#[case::two_architectures(
    base(), |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64", "arm64"]}]),
    "must not define more than one architecture within an image flavor",
)]
#[case::legacy_architectures(
    base(), |p: &mut Value| { *flavors(p) = json!([{"architecture": ["amd64"]}]); version(p)["architectures"] = json!(["amd64", "arm64"]); },
    "architecture field values set (amd64,arm64) conflict with the capability architectures (amd64)",
)]
#[case::legacy_architecture(
    base(), |p: &mut Value| machine_type(p)["architecture"] = json!("arm64"),
    "machine type architecture (arm64) conflicts with the capability architecture (amd64)",
)]
#[case::flavors_alone(
    legacy(), |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64"]}]),
    "must not provide capabilities without global definition",
)]
#[case::capabilities_alone(
    legacy(), |p: &mut Value| machine_type(p)["capabilities"] = json!({"architecture": ["amd64"]}),
    "must not provide capabilities without global definition",
)]
fn details_begin_with_documented_text(#[case] mut profile: Value, #[case] edit: Edit, #[case] text: &str) {
    edit(&mut profile);
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let mut settings = settings(semantics);
        settings.gates = settings.gates.with(FeatureGate::CloudProfileCapabilities, !text.contains("feature gate"));
        let outcome = check_cloud_profile(&decode(&profile), Operation::State, &settings);
        let details: Vec<&str> = outcome.violations.iter().map(|violation| &*violation.detail).collect();
        assert!(details.iter().any(|detail| detail.starts_with(text)), "{semantics:?}: {details:#?}");
    }
}

#[test]
fn unregistered_names_and_values_are_unsupported() {
    let mut profile = base();
    *flavors(&mut profile) = json!([{"architecture": ["amd64"], "storage": ["NVMe"], "hostType": ["matel"]}]);
    machine_type(&mut profile)["capabilities"] = json!({"architecture": ["amd64"], "metal": ["x"]});
    let outcome = check_cloud_profile(&decode(&profile), Operation::State, &settings(Semantics::Documented));
    let texts: Vec<String> =
        outcome.violations.iter().map(|violation| format!("{violation}\n  help: {}", violation.help)).collect();
    insta::assert_snapshot!(texts.join("\n"));
}
