//! Findings in the local section of a profile, in both semantics. The pages of the rules have further examples.

use rstest::rstest;

use crate::support::assert_found;

const IMAGE: &str = "spec.providerConfig.machineImages.0";
const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

/// Paths of the comparison: Gardener reports positions of the core section below `spec.providerConfig`.
#[rstest]
#[case::image("local-legacy", IMAGE, "{name: other, versions: [{version: 1.0.0, image: i}]}",
    &["error provider-image-unmapped spec.machineImages[0]",
      "warning provider-mapping-surplus spec.providerConfig.machineImages[0].name"],
    &["error provider-image-unmapped spec.providerConfig.machineImages[0]"])]
#[case::version("local", VERSION, "{version: 2.0.0, capabilityFlavors: [{image: i, capabilities: {architecture: [amd64]}}]}",
    &["error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].version",
      "error provider-version-unmapped spec.machineImages[0].versions[0]"],
    &["error provider-version-unmapped spec.providerConfig.machineImages[0].versions[0]"])]
#[case::version_without_capabilities("local-legacy", VERSION, "{version: 2.0.0, image: i}",
    &["error provider-version-unmapped spec.machineImages[0].versions[0]",
      "warning provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].version"],
    &[])]
#[case::flavor("local", VERSION, "{version: 1.0.0, capabilityFlavors: [
        {image: i, capabilities: {architecture: [amd64], hostType: [virtual]}},
        {image: i, capabilities: {architecture: [arm64], hostType: [virtual]}}]}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]"],
    &["error provider-flavor-unmapped spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[1]"])]
#[case::no_flavors("local", VERSION, "{version: 1.0.0}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"],
    &["error provider-flavor-unmapped spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[2]"])]
fn comparison(
    #[case] base: &str,
    #[case] path: &str,
    #[case] value: &str,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_found(base, &[(path, value)], documented, gardener);
}

/// Gardener compares a `providerConfig` only if it is valid on its own.
#[test]
fn missing_images_are_reported_with_other_mistakes() {
    let changes = [
        ("spec.machineImages.1", "{name: second, versions: [{version: 1.0.0, architectures: [amd64]}]}"),
        ("spec.providerConfig.machineImages.0.versions.1", "{version: 1.0.0}"),
    ];
    assert_found(
        "local-legacy",
        &changes,
        &[
            "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[1].image",
            "error provider-image-unmapped spec.machineImages[1]",
            "warning provider-mapping-repeated spec.providerConfig.machineImages[0].versions[1].version",
        ],
        &["error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[1].image"],
    );
}

#[test]
fn a_missing_config_is_one_mistake() {
    let expected = ["error provider-config-missing spec.providerConfig"];
    assert_found("local", &[("spec.providerConfig", "null")], &expected, &expected);
}

/// The example of the operator's guide: an omitted capability equals the list of all its values.
#[test]
fn flavors_are_equal_after_defaulting() {
    let flavors = "[
        {image: a, capabilities: {hostType: [virtual], architecture: [amd64]}},
        {image: b, capabilities: {architecture: [amd64], hostType: [metal, metal]}},
        {image: c, capabilities: {architecture: [arm64]}}]";
    let core = "[{architecture: [amd64], hostType: [virtual]}, {architecture: [amd64], hostType: [metal]},
        {architecture: [arm64], hostType: [metal, virtual]}]";
    let changes = [
        ("spec.providerConfig.machineImages.0.versions.0.capabilityFlavors", flavors),
        ("spec.machineImages.0.versions.0.capabilityFlavors", core),
    ];
    assert_found("local", &changes, &[], &[]);
}

/// An empty list of values is not the same as an omitted capability, and equals only another empty list.
#[test]
fn an_empty_list_is_not_defaulted() {
    let flavors = "[{image: a, capabilities: {architecture: [amd64], hostType: []}}]";
    let core = "[{architecture: [amd64]}]";
    let changes = [
        ("spec.providerConfig.machineImages.0.versions.0.capabilityFlavors", flavors),
        ("spec.machineImages.0.versions.0.capabilityFlavors", core),
    ];
    assert_found(
        "local",
        &changes,
        &[
            "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
            "error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0]",
        ],
        &["error provider-flavor-unmapped spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0]"],
    );
}
