//! Tests of GCP and IronCore Metal, which have the same image formats: no regions, and one legacy entry per
//! architecture.

use rstest::rstest;

use crate::support::{assert_found, chosen, profile};

const VERSIONS: &str = "spec.providerConfig.machineImages.0.versions";

const BOTH: &str = "[{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b, architecture: arm64}]";

#[rstest]
#[case::one_entry_for_each_architecture(BOTH, &[], &[])]
#[case::one_architecture_lacks(
    "[{version: 1877.5.0, image: a}]",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::an_architecture_twice(
    "[{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b, architecture: arm64}, \
      {version: 1877.5.0, image: c, architecture: amd64}]",
    &["error provider-mapping-repeated spec.providerConfig.machineImages[0].versions[2].version"], &[])]
#[case::flavors_and_legacy_entries(
    "[{version: 1877.5.0, image: a}, {version: 1877.5.0, capabilityFlavors: [{image: b, capabilities: {architecture: [arm64]}}]}]",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error provider-mapping-repeated spec.providerConfig.machineImages[0].versions[1].version",
      "error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[1].capabilityFlavors[0]"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::neither_format(
    "[{version: 1877.5.0}]",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].image"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].image"])]
fn version_lists(#[case] versions: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    for base in ["gcp", "ironcore-metal"] {
        assert_found(base, &[(VERSIONS, versions)], documented, gardener);
    }
}

#[test]
fn architecture_with_flavors_is_forbidden() {
    let found = ["error provider-image-formats-mixed spec.providerConfig.machineImages[0].versions[0].architecture"];
    assert_found("gcp", &[(&format!("{VERSIONS}.0.architecture"), "amd64")], &found, &found);
}

/// Only documented semantics also report the two flavors without an image.
#[test]
fn image_with_flavors_is_forbidden() {
    let mixed = "error provider-image-formats-mixed spec.providerConfig.machineImages[0].versions[0].image";
    let flavor = "error provider-image-reference-missing \
                  spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].image";
    let (image, flavors) = (format!("{VERSIONS}.0.image"), format!("{VERSIONS}.0.capabilityFlavors.0.image"));
    assert_found("gcp", &[(&image, "a")], &[mixed], &[mixed]);
    assert_found("gcp", &[(&image, "a"), (&flavors, "''")], &[mixed, flavor], &[mixed]);
}

#[rstest]
#[case::architecture_missing("[{version: 1877.5.0, image: a}]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"])]
#[case::the_documented_example_repeats_amd64(
    "[{version: 1877.5.0, image: a, architecture: amd64}, {version: 1877.5.0, image: a, architecture: amd64}]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "warning provider-mapping-repeated spec.providerConfig.machineImages[0].versions[1].version"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"])]
#[case::unknown_architecture(
    "[{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b, architecture: arm}]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-region-architecture spec.providerConfig.machineImages[0].versions[1].architecture"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-region-architecture spec.providerConfig.machineImages[0].versions[1].architecture"])]
fn legacy_versions(#[case] versions: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("gcp-legacy", &[(VERSIONS, versions)], documented, gardener);
}

#[rstest]
#[case::capabilities(
    "gcp",
    "n2-standard-4",
    "image projects/gardenlinux-example/global/images/gardenlinux-1877-5-amd64-sev"
)]
#[case::only_one_fits(
    "gcp",
    "n1-standard-4",
    "image projects/gardenlinux-example/global/images/gardenlinux-1877-5-amd64"
)]
#[case::legacy(
    "gcp-legacy",
    "t2a-standard-4",
    "image projects/gardenlinux-example/global/images/gardenlinux-1877-5-arm64"
)]
#[case::metal("ironcore-metal", "a1-small", "image registry.example/gardenlinux:1877.5.0-arm64-uefi")]
fn selection(#[case] base: &str, #[case] machine_type: &str, #[case] expected: &str) {
    assert_eq!(chosen(&profile(base, &[]), machine_type, "anywhere"), expected);
}

/// In a profile with capabilities each entry of a version in legacy format is a flavor of its own.
#[test]
fn selection_from_the_mixed_format() {
    let profile = profile("gcp", &[(VERSIONS, BOTH)]);
    assert_eq!(chosen(&profile, "t2a-standard-4", "anywhere"), "image b");
    assert_eq!(chosen(&profile, "n2-standard-4", "anywhere"), "image a");
}

#[test]
fn indistinguishable_entries_are_ambiguous() {
    let twice = "[{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b}]";
    let profile = profile("gcp-legacy", &[(VERSIONS, twice)]);
    let expected = "several flavors fit equally well, so the choice is ambiguous";
    assert_eq!(chosen(&profile, "n2-standard-4", "anywhere"), expected);
}
