//! The selection of images by the local provider.

use rootstock_core_model::Capabilities;
use rootstock_core_model::Semantics::Documented;
use rootstock_provider_api::ImageRequest;
use rstest::rstest;

use crate::support::{config, profile, settings};

fn answer(base: &str, changes: &[(&str, &str)], machine: &str) -> String {
    let profile = profile(base, changes);
    let machine: Capabilities = serde_yaml::from_str(machine).unwrap();
    let request = ImageRequest {
        image: "plain",
        version: "1.0.0",
        region: Some("anywhere"),
        machine_type: None,
        machine_capabilities: &machine,
        architecture: None,
        worker_capabilities: None,
    };
    match config(&profile).select_image(&profile.spec, &request, &settings(Documented)) {
        Ok(choice) => choice.reference.value,
        Err(error) => error.reason.to_string(),
    }
}

const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

#[rstest]
#[case::exact("{architecture: [amd64], hostType: [metal]}", "registry.example/plain-amd64-metal:1.0.0")]
#[case::best_of_two("{architecture: [amd64]}", "registry.example/plain-amd64-virtual:1.0.0")]
#[case::a_machine_without_architecture_takes_any("{hostType: [metal]}", "registry.example/plain-amd64-metal:1.0.0")]
#[case::incompatible("{architecture: [arm64], hostType: [metal]}", "no flavor is compatible with the machine type")]
fn capabilities(#[case] machine: &str, #[case] expected: &str) {
    assert_eq!(answer("local", &[], machine), expected);
}

#[test]
fn without_capabilities_the_version_has_one_image_for_all() {
    assert_eq!(answer("local-legacy", &[], "{architecture: [arm64]}"), "registry.example/plain:1.0.0");
}

#[test]
fn first_of_repeated_versions_wins() {
    let changes = [("spec.providerConfig.machineImages.0.versions.1", "{version: 1.0.0, image: second}")];
    assert_eq!(answer("local-legacy", &changes, "{}"), "registry.example/plain:1.0.0");
}

#[test]
fn nothing_is_mapped() {
    let expected = "the entry in `providerConfig` maps the version to no image reference";
    assert_eq!(answer("local", &[(VERSION, "{version: 1.0.0, capabilityFlavors: []}")], "{}"), expected);
}
