//! Machine images and their versions.

use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{Edit, assert_findings, image, legacy, version};

fn images(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineImages"]
}

fn plain(name: &str, versions: &[&str]) -> Value {
    let versions: Vec<Value> = versions.iter().map(|version| json!({"version": version})).collect();
    json!({"name": name, "versions": versions})
}

#[rstest]
#[case::none(|p: &mut Value| *images(p) = json!([]), &["machine-images-missing spec.machineImages"], &["machine-images-missing spec.machineImages"])]
#[case::null(|p: &mut Value| *images(p) = Value::Null, &["machine-images-missing spec.machineImages"], &["machine-images-missing spec.machineImages"])]
#[case::repeated(
    |p: &mut Value| *images(p) = json!([plain("a", &["1.0.0"]), plain("b", &["1.0.0"]), plain("a", &["2.0.0"])]),
    &["machine-image-duplicate spec.machineImages[2].name a"], &["machine-image-duplicate spec.machineImages[2] a"],
)]
#[case::two_without_a_name(
    |p: &mut Value| *images(p) = json!([plain("", &["1.0.0"]), plain("", &["2.0.0"])]),
    &["machine-image-name-invalid spec.machineImages[0].name", "machine-image-name-invalid spec.machineImages[1].name"],
    &[
        "machine-image-name-invalid spec.machineImages[0].name",
        "machine-image-name-invalid spec.machineImages[1].name",
        "machine-image-duplicate spec.machineImages[1]",
    ],
)]
#[case::a_name_with_a_blank(
    |p: &mut Value| image(p)["name"] = json!("a b"),
    &["machine-image-name-invalid spec.machineImages[0].name a b"], &["machine-image-name-invalid spec.machineImages[0].name a b"],
)]
#[case::without_versions(
    |p: &mut Value| image(p)["versions"] = Value::Null,
    &["machine-image-without-versions spec.machineImages[0].versions"], &["machine-image-without-versions spec.machineImages[0].versions"],
)]
#[case::strategy(
    |p: &mut Value| image(p)["updateStrategy"] = json!("Minor"),
    &["update-strategy-unknown spec.machineImages[0].updateStrategy Minor"],
    &["update-strategy-unknown spec.machineImages[0].updateStrategy Minor"],
)]
#[case::empty_strategy(
    |p: &mut Value| image(p)["updateStrategy"] = json!(""),
    &["update-strategy-unknown spec.machineImages[0].updateStrategy"], &["update-strategy-unknown spec.machineImages[0].updateStrategy"],
)]
#[case::strategy_null_is_absent(|p: &mut Value| image(p)["updateStrategy"] = Value::Null, &[], &[])]
#[case::version_repeated(
    |p: &mut Value| *image(p) = plain("os", &["1.0.0", "1.1.0", "1.0.0"]),
    &["machine-image-version-duplicate spec.machineImages[0].versions[2].version 1.0.0"],
    &["machine-image-version-duplicate spec.machineImages[0].versions[2] os-1.0.0"],
)]
#[case::versions_of_several_images(|p: &mut Value| *images(p) = json!([plain("a", &["1.0.0"]), plain("b", &["1.0.0"])]), &[], &[])]
#[case::keys_that_collide(
    |p: &mut Value| *images(p) = json!([plain("os", &["1.0.0-2.0.0"]), plain("os-1.0.0", &["2.0.0"])]),
    &[], &["machine-image-version-duplicate spec.machineImages[1].versions[0] os-1.0.0-2.0.0"],
)]
#[case::without_a_version(
    |p: &mut Value| *version(p) = json!({}),
    &["machine-image-version-invalid spec.machineImages[0].versions[0].version"],
    &[
        "machine-images-not-comparable spec.machineImages",
        "machine-image-version-invalid spec.machineImages[0].versions[0].version",
        "machine-image-version-invalid spec.machineImages[0].versions[0].version",
    ],
)]
#[case::no_version(
    |p: &mut Value| version(p)["version"] = json!("1.2.3.4"),
    &["machine-image-version-invalid spec.machineImages[0].versions[0].version 1.2.3.4"],
    &[
        "machine-images-not-comparable spec.machineImages",
        "machine-image-version-invalid spec.machineImages[0].versions[0].version 1.2.3.4",
    ],
)]
#[case::lenient_versions(|p: &mut Value| *image(p) = plain("os", &["v1", "2.0", "3.0.0+build.1"]), &[], &[])]
#[case::in_place_minimum(
    |p: &mut Value| version(p)["inPlaceUpdates"] = json!({"supported": true, "minVersionForUpdate": "latest"}),
    &["in-place-minimum-invalid spec.machineImages[0].versions[0].inPlaceUpdates.minVersionForUpdate latest"],
    &["in-place-minimum-invalid spec.machineImages[0].versions[0].minVersionForInPlaceUpdate latest"],
)]
#[case::kubelet_constraint(
    |p: &mut Value| version(p)["kubeletVersionConstraint"] = json!(""),
    &["kubelet-constraint-invalid spec.machineImages[0].versions[0].kubeletVersionConstraint"],
    &["kubelet-constraint-invalid spec.machineImages[0].versions[0].kubeletVersionConstraint"],
)]
#[case::fine_constraint(|p: &mut Value| version(p)["kubeletVersionConstraint"] = json!(">= 1.30, < 1.36"), &[], &[])]
#[case::suffix_that_marks_a_flavor(
    |p: &mut Value| *image(p) = plain("os", &["1.0.0-gen2", "1.0.1-rc.1", "1.0.2-1", "1.0.3-Beta"]),
    &["(prerelease-marks-flavor spec.machineImages[0].versions[0].version 1.0.0-gen2)"],
    &["(prerelease-marks-flavor spec.machineImages[0].versions[0].version 1.0.0-gen2)"],
)]
#[case::cri_repeated(
    |p: &mut Value| version(p)["cri"] = json!([{"name": "containerd"}, {"name": "containerd"}]),
    &["cri-duplicate spec.machineImages[0].versions[0].cri[1].name containerd"],
    &["cri-duplicate spec.machineImages[0].versions[0].cri[1] containerd"],
)]
#[case::cri_unknown(
    |p: &mut Value| version(p)["cri"] = json!([{"name": "docker"}]),
    &["cri-unknown spec.machineImages[0].versions[0].cri[0].name docker"],
    &["cri-unknown spec.machineImages[0].versions[0].cri[0].name docker"],
)]
#[case::runtime_invalid(
    |p: &mut Value| version(p)["cri"] = json!([{"name": "containerd", "containerRuntimes": [{"type": ""}]}]),
    &["container-runtime-invalid spec.machineImages[0].versions[0].cri[0].containerRuntimes[0].type"],
    &["container-runtime-invalid spec.machineImages[0].versions[0].cri[0].containerRuntimes[0].type"],
)]
#[case::runtime_repeated(
    |p: &mut Value| version(p)["cri"] = json!([{"name": "containerd", "containerRuntimes": [{"type": "a"}, {"type": "b"}, {"type": "a"}]}]),
    &["container-runtime-duplicate spec.machineImages[0].versions[0].cri[0].containerRuntimes[2].type a"],
    &["container-runtime-duplicate spec.machineImages[0].versions[0].cri[0].containerRuntimes[2].type a"],
)]
fn machine_images_are_validated(#[case] edit: Edit, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_findings(legacy(), edit, documented, gardener);
}
