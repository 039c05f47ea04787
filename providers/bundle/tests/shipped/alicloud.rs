//! Tests of Alibaba Cloud: IDs by region, and a legacy format that is only for amd64.

use rstest::rstest;

use crate::support::{assert_found, chosen, profile};

const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

#[rstest]
#[case::legacy_is_for_amd64(
    "{version: 1877.5.0, regions: [{name: eu-central-1, id: a}]}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::there_is_no_architecture(
    "{version: 1877.5.0, regions: [{name: eu-central-1, id: a, architecture: amd64}]}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error unknown-field spec.providerConfig.machineImages[0].versions[0].regions[0].architecture"],
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].regions[0].architecture"])]
fn versions(#[case] version: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("alicloud", &[(VERSION, version)], documented, gardener);
}

/// Quirk `extensions_compare_less`: versions are compared, architectures are not.
#[test]
fn without_capabilities_gardener_compares_versions_alone() {
    let arm = [("spec.machineImages.0.versions.0.architectures", "[amd64, arm64]")];
    let unmapped = "error provider-architecture-unmapped spec.machineImages[0].versions[0]";
    assert_found("alicloud-legacy", &arm, &[unmapped], &[]);
    let versions = "[{version: 1877.5.0, architectures: [amd64]}, {version: 1900.0.0, architectures: [amd64]}]";
    let unmapped = "error provider-version-unmapped spec.machineImages[0].versions[1]";
    assert_found("alicloud-legacy", &[("spec.machineImages.0.versions", versions)], &[unmapped], &[unmapped]);
}

#[rstest]
#[case::preferred("alicloud", "ecs.g7.xlarge", "id m-1877-amd64-uefi")]
#[case::only_one_fits("alicloud", "ecs.sn2ne.xlarge", "id m-1877-amd64-bios")]
#[case::architecture("alicloud", "ecs.g8y.xlarge", "id m-1877-arm64-uefi")]
#[case::legacy("alicloud-legacy", "ecs.g7.xlarge", "id m-1877-amd64")]
fn selection(#[case] base: &str, #[case] machine_type: &str, #[case] expected: &str) {
    assert_eq!(chosen(&profile(base, &[]), machine_type, "eu-central-1"), expected);
}

/// Without capabilities the first entry with an image in the region counts, and its first reference for the region.
#[rstest]
#[case::first_mapped(
    "[{version: 1877.5.0}, {version: 1877.5.0, regions: [{name: r, id: a}]}, \
                        {version: 1877.5.0, regions: [{name: r, id: b}]}]"
)]
#[case::region_twice("[{version: 1877.5.0, regions: [{name: r, id: a}, {name: r, id: b}]}]")]
#[case::first_lacks_the_region(
    "[{version: 1877.5.0, regions: [{name: s, id: c}]}, \
                                 {version: 1877.5.0, regions: [{name: r, id: a}]}]"
)]
fn the_first_mapped_entry_counts(#[case] entries: &str) {
    let profile = profile("alicloud-legacy", &[("spec.providerConfig.machineImages.0.versions", entries)]);
    assert_eq!(chosen(&profile, "ecs.g7.xlarge", "r"), "id a");
}

/// A machine type is used as written: without an architecture it accepts images of any.
#[test]
fn machine_types_are_not_completed() {
    let changes = [("spec.machineTypes.0.capabilities", "{bootMode: [uefi]}")];
    let profile = profile("alicloud", &changes);
    assert_eq!(chosen(&profile, "ecs.g7.xlarge", "eu-central-1"), "id m-1877-amd64-uefi");
}
