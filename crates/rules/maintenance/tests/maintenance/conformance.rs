//! The verdicts recorded from Gardener that concern maintenance.

use rstest::rstest;

#[rstest]
#[case("machine-image-maintenance")]
#[case("kubernetes-maintenance")]
#[case("shoot-maintenance")]
#[case("cloudprofile-status")]
fn answers_equal_those_of_gardener(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}

#[rstest]
#[case("machine-image-maintenance")]
#[case("kubernetes-maintenance")]
#[case("shoot-maintenance")]
fn answers_equal_those_of_gardener_in_each_release(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences_by_release(suite).unwrap(), "");
}
