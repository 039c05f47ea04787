//! The verdicts recorded from Gardener that concern profiles and Shoots.

use rstest::rstest;

#[rstest]
#[case("cloudprofile-create")]
#[case("cloudprofile-update")]
#[case("cloudprofile-canonicalize")]
#[case("namespacedcloudprofile-create")]
#[case("namespacedcloudprofile-update")]
#[case("namespacedcloudprofile-render")]
#[case("default-kubernetes-version")]
#[case("default-machine-image")]
#[case("worker-admission")]
#[case("shoot-admission")]
#[case("shoot-admission-titled")]
#[case("shoot-profile-change")]
#[case("cloudprofile-usage")]
#[case("namespacedcloudprofile-usage")]
fn verdicts_match_gardener(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}

#[rstest]
#[case("cloudprofile-create")]
#[case("cloudprofile-update")]
#[case("cloudprofile-canonicalize")]
#[case("namespacedcloudprofile-create")]
#[case("namespacedcloudprofile-update")]
#[case("namespacedcloudprofile-render")]
#[case("default-kubernetes-version")]
#[case("default-machine-image")]
#[case("worker-admission")]
#[case("shoot-admission")]
#[case("single-changes")]
fn verdicts_match_gardener_in_each_release(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences_by_release(suite).unwrap(), "");
}
