//! Tests of AWS: AMIs by region, and every version mapped in some region.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::Settings;
use rootstock_provider_api::NotFoundReason;
use rstest::rstest;

use crate::support::{assert_found, check_by, choice, chosen, profile, settings};

const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

#[rstest]
#[case::legacy_covers_the_architectures(
    "{version: 1877.5.0, regions: [{name: eu-central-1, ami: a}, {name: eu-central-1, ami: b, architecture: arm64}]}",
    &[], &[])]
#[case::legacy_lacks_an_architecture(
    "{version: 1877.5.0, regions: [{name: eu-central-1, ami: a}]}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::neither_format(
    "{version: 1877.5.0}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].regions"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].regions"])]
#[case::a_misspelled_reference_is_one_mistake(
    "{version: 1877.5.0, regions: [{name: eu-central-1, amii: a}]}",
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].regions[0].amii"],
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].regions[0].amii"])]
fn versions(#[case] version: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("aws", &[(VERSION, version)], documented, gardener);
}

/// Flavors without a region are errors, and so is an architecture on a flavor's region.
#[test]
fn flavors_have_regions_without_architecture() {
    let flavor = |index: usize| format!("{VERSION}.capabilityFlavors.{index}.regions");
    let found = [
        "error provider-image-reference-missing \
         spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].regions",
        "error provider-region-architecture \
         spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[1].regions[0].architecture",
    ];
    let (first, second) = (flavor(0), flavor(1));
    let changes = [(first.as_str(), "[]"), (&second, "[{name: eu-central-1, ami: a, architecture: amd64}]")];
    let gap = profile("aws", &changes);
    assert_eq!(chosen(&gap, "m7i.large", "eu-central-1"), "ami a", "the other flavor fits, too");
    assert_found("aws", &changes, &found, &found);
    let third = flavor(2);
    let changes = [(third.as_str(), "[]")];
    let missing = "error provider-image-reference-missing \
                   spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[2].regions";
    assert_found("aws", &changes, &[missing], &[missing]);
}

#[test]
fn both_formats_on_one_version() {
    let regions = format!("{VERSION}.regions");
    let found = ["error provider-image-formats-mixed spec.providerConfig.machineImages[0].versions[0].regions"];
    assert_found("aws", &[(&regions, "[{name: eu-central-1, ami: a}]")], &found, &found);
}

#[rstest]
#[case::no_regions("[]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].regions"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].regions"])]
#[case::unknown_architecture("[{name: eu-central-1, ami: a}, {name: eu-central-1, ami: b, architecture: riscv64}]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-region-architecture spec.providerConfig.machineImages[0].versions[0].regions[1].architecture"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "error provider-region-architecture spec.providerConfig.machineImages[0].versions[0].regions[1].architecture"])]
fn legacy_versions(#[case] regions: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("aws-legacy", &[(&format!("{VERSION}.regions"), regions)], documented, gardener);
}

#[rstest]
#[case::the_better_of_two("aws", "m7i.large", "ami ami-1877-amd64-uefi")]
#[case::the_only_one("aws", "m4.large", "ami ami-1877-amd64-bios")]
#[case::architecture("aws", "m7g.large", "ami ami-1877-arm64-uefi")]
#[case::legacy("aws-legacy", "m7g.large", "ami ami-1877-arm64")]
fn selection(#[case] base: &str, #[case] machine_type: &str, #[case] expected: &str) {
    let profile = profile(base, &[]);
    assert_eq!(chosen(&profile, machine_type, "eu-central-1"), expected);
    let elsewhere = "no image is mapped for region `us-east-1`; there are mappings for `eu-central-1`";
    assert_eq!(chosen(&profile, machine_type, "us-east-1"), elsewhere, "AMIs have no name to fall back to");
}

/// The extensions differ in the consequences for Shoots in a region without an image.
#[rstest]
#[case::aws("aws", "the extension refuses Shoots that need one there")]
#[case::openstack("openstack", "Gardener admits Shoots there, but cannot create their machines")]
fn a_region_without_an_image(#[case] base: &str, #[case] consequence: &str) {
    let profile = profile(base, &[("spec.regions.1", "{name: elsewhere}")]);
    for semantics in [Documented, Gardener] {
        let settings = Settings { own_warnings: true, ..settings(semantics) };
        let found = check_by(&profile, &settings).violations;
        let detail = &found.first().unwrap().detail;
        assert!(detail.contains("no image in region `elsewhere`"), "{detail}");
        assert!(detail.ends_with(consequence), "{detail}");
    }
}

/// Quirk `unwritten_architecture_fails`.
#[test]
fn an_unwritten_architecture_fails_when_machines_are_created() {
    let changes = [
        ("spec.machineCapabilities", "[{name: architecture, values: [amd64]}]"),
        ("spec.machineTypes", "[{name: m7i.large, cpu: '2', gpu: '0', memory: 8Gi}]"),
        ("spec.machineImages.0.versions.0.capabilityFlavors", "[{architecture: [amd64]}]"),
        (&format!("{VERSION}.capabilityFlavors"), "[{regions: [{name: eu-central-1, ami: a}]}]"),
    ];
    let warning = "warning provider-flavor-architecture-unwritten \
                   spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities";
    assert_found("aws", &changes, &[warning], &[]);
    let profile = profile("aws", &changes);
    let answer = |semantics| choice(&profile, "m7i.large", "eu-central-1", semantics);
    assert_eq!(answer(Documented).unwrap().value, "a");
    assert_eq!(answer(Gardener).unwrap_err(), NotFoundReason::ArchitectureUnwritten);
}
