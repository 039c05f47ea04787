//! `spec.bastion`.

use rootstock_core_model::{Semantics, Settings};
use rstest::rstest;

use crate::cloud_profile::overlay::{expect, expect_both, expect_over, found_in, profile};

/// A legacy profile with one image version and a bastion.
fn with_version(fields: &str, bastion: &str) -> String {
    format!(
        "spec: {{machineImages: [{{name: plain, versions: [{{version: 1.0.0, {fields}}}]}}], \
         machineTypes: [{{name: medium}}, {{name: arm, architecture: arm64}}], bastion: {bastion}}}"
    )
}

const NEWEST: &str = "{machineImage: {name: plain}}";
const EXACT: &str = "{machineImage: {name: plain, version: 1.0.0}}";

#[test]
fn empty_bastion_is_refused() {
    expect_both("spec: {bastion: {}}", &["bastion-empty spec.bastion = {\"MachineImage\":null,\"MachineType\":null}"]);
    expect_both("spec: {bastion: {machineType: {name: medium}}}", &[]);
    expect_both("spec: {bastion: {machineImage: {name: plain}}}", &[]);
}

#[test]
fn unknown_names_are_refused() {
    expect_both(
        "spec: {bastion: {machineType: {name: large}, machineImage: {name: fancy, version: 1.0.0}}}",
        &[
            "bastion-machine-type-unknown spec.bastion.machineType.name = large",
            "bastion-image-unknown spec.bastion.machineImage.name = fancy",
        ],
    );
    expect_both(
        "spec: {bastion: {machineImage: {name: plain, version: 1.0}}}".replace("1.0}", "'1.0'}").as_str(),
        &["bastion-version-unknown spec.bastion.machineImage.version = 1.0"],
    );
}

#[rstest]
#[case::preview("classification: preview")]
#[case::deprecated("classification: deprecated")]
fn unsupported_version_is_refused(#[case] fields: &str) {
    expect_both(
        &with_version(fields, NEWEST),
        &["bastion-without-fitting-version spec.bastion.machineImage.name = plain"],
    );
    expect(
        &with_version(fields, EXACT),
        &["bastion-version-unfit spec.bastion.machineImage.version = 1.0.0"],
        &["bastion-version-unfit spec.bastion.machineImage.version = plain"],
    );
}

#[rstest]
#[case::unclassified("cri: []")]
#[case::staged("lifecycle: [{classification: supported}]")]
fn unclassified_supported_version_gets_a_warning(#[case] fields: &str) {
    expect(
        &with_version(fields, NEWEST),
        &["warning bastion-version-unclassified spec.bastion.machineImage.name = plain"],
        &["bastion-without-fitting-version spec.bastion.machineImage.name = plain"],
    );
    expect(
        &with_version(fields, EXACT),
        &["warning bastion-version-unclassified spec.bastion.machineImage.version = 1.0.0"],
        &["bastion-version-unfit spec.bastion.machineImage.version = plain"],
    );
}

#[rstest]
#[case("2026-06-01T00:00:00Z", true)]
#[case("2026-05-31T23:59:59Z", false)]
fn version_fits_until_expiration_instant(#[case] date: &str, #[case] fits: bool) {
    let fields = format!("classification: supported, expirationDate: {date}");
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let found = found_in(
            &profile(&with_version(&fields, EXACT)),
            &Settings::new(semantics, crate::cloud_profile::overlay::NOW.parse().unwrap()),
        );
        assert_eq!(
            !found.iter().any(|line| line.starts_with("bastion-version-unfit")),
            fits,
            "{semantics:?} {found:?}"
        );
    }
}

#[test]
fn legacy_architectures_are_compared() {
    let bastion = "{machineType: {name: arm}, machineImage: {name: plain}}";
    expect_both(
        &with_version("classification: supported", bastion),
        &["bastion-without-fitting-version spec.bastion.machineImage.name = plain"],
    );
    expect_both(&with_version("classification: supported, architectures: [amd64, arm64]", bastion), &[]);
    // An unknown machine type is a single error.
    let bastion = "{machineType: {name: none}, machineImage: {name: plain}}";
    expect_both(
        &with_version("classification: supported", bastion),
        &["bastion-machine-type-unknown spec.bastion.machineType.name = none"],
    );
}

#[test]
fn with_capabilities_gardener_does_not_compare_architectures() {
    let fragment = |flavors: &str, bastion: &str| {
        format!(
            "spec: {{machineImages: [{{name: plain, versions: [{{version: 1.0.0, classification: supported, \
             capabilityFlavors: {flavors}}}]}}], bastion: {bastion}}}"
        )
    };
    let newest = "{machineType: {name: medium-arm}, machineImage: {name: plain}}";
    let exact = "{machineType: {name: medium-arm}, machineImage: {name: plain, version: 1.0.0}}";
    let amd = "[{architecture: [amd64]}]";
    let fits = "bastion-without-fitting-version spec.bastion.machineImage.name = plain";
    expect_over("local", &fragment(amd, newest), &[fits], &[]);
    let unfit = "bastion-version-unfit spec.bastion.machineImage.version = 1.0.0";
    expect_over("local", &fragment(amd, exact), &[unfit], &[]);
    let both = "[{architecture: [amd64]}, {architecture: [arm64]}]";
    expect_over("local", &fragment(both, exact), &[], &[]);
}
