//! Tests of IronCore, which does not support capabilities.

use rootstock_core_model::Semantics;
use rootstock_provider_api::NotFoundReason;
use rstest::rstest;

use crate::support::{assert_found, choice, chosen, profile};

const VERSIONS: &str = "spec.providerConfig.machineImages.0.versions";

#[rstest]
#[case::flavors_are_no_field("[{version: 1877.5.0, image: a, architecture: amd64, capabilityFlavors: []}, {version: 1877.5.0, image: b, architecture: arm64}]",
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].capabilityFlavors"],
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].capabilityFlavors"])]
#[case::an_architecture_lacks("[{version: 1877.5.0, image: a, architecture: amd64}]",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"])]
fn version_lists(#[case] versions: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("ironcore", &[(VERSIONS, versions)], documented, gardener);
}

/// Quirk `unwritten_architecture_fails`: an entry without an architecture is for amd64, but the extension does not find
/// it.
#[test]
fn an_architecture_that_is_not_written_is_not_found() {
    let amd64 = "[{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b, architecture: arm64}]";
    let unwritten = "warning provider-flavor-architecture-unwritten spec.providerConfig.machineImages[0].versions[0]";
    assert_found("ironcore", &[(VERSIONS, amd64)], &[unwritten], &[]);
    let profile = profile("ironcore", &[(VERSIONS, amd64)]);
    assert_eq!(chosen(&profile, "x3-small", "my-region"), "image a");
    assert_eq!(
        choice(&profile, "x3-small", "my-region", Semantics::Gardener),
        Err(NotFoundReason::ArchitectureUnwritten)
    );
    assert_eq!(chosen(&profile, "x3-small-arm", "my-region"), "image b");
}

/// The first of several entries for the same version and architecture counts.
#[test]
fn the_first_entry_counts() {
    let entries =
        "[{version: 1877.5.0, image: a, architecture: amd64}, {version: 1877.5.0, image: b, architecture: amd64}]";
    assert_eq!(chosen(&profile("ironcore", &[(VERSIONS, entries)]), "x3-small", "my-region"), "image a");
}

/// No images: one finding in documented semantics, one per image in Gardener's.
#[test]
fn no_images() {
    assert_found(
        "ironcore",
        &[("spec.providerConfig.machineImages", "[]")],
        &["error provider-images-missing spec.providerConfig.machineImages"],
        &["error provider-image-unmapped spec.machineImages[0]"],
    );
}

/// The extension reports fields that do not exist.
#[test]
fn storage_classes() {
    let name =
        |field: &str| format!("error ironcore-storage-class-name spec.providerConfig.storageClasses.{field}.name");
    assert_found(
        "ironcore",
        &[("spec.providerConfig.storageClasses", "{default: {name: A}, additional: [{name: a}, {name: -}]}")],
        &[&name("additional[1]"), &name("default")],
        &[&name("additionalStorageClasses[1]"), &name("defaultStorageClasses")],
    );
}

/// Even if the profile registers capabilities, images are chosen by architecture alone.
#[test]
fn capabilities_do_not_matter() {
    let changes = [
        ("spec.machineCapabilities", "[{name: architecture, values: [amd64, arm64]}, {name: a, values: [x, y]}]"),
        ("spec.machineImages.0.versions.0.architectures", ""),
        (
            "spec.machineImages.0.versions.0.capabilityFlavors",
            "[{architecture: [amd64], a: [x]}, {architecture: [arm64]}]",
        ),
        ("spec.machineTypes.1", "{name: x3-small-arm, capabilities: {architecture: [arm64], a: [y]}}"),
    ];
    let profile = profile("ironcore", &changes);
    assert_eq!(chosen(&profile, "x3-small-arm", "my-region"), "image registry.example/gardenlinux:1877.5.0-arm64");
    assert_found("ironcore", &changes, &["warning provider-without-capabilities spec.machineCapabilities"], &[]);
}
