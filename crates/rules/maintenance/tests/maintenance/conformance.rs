//! The verdicts recorded from Gardener that concern maintenance.

use rstest::rstest;

#[rstest]
#[case("machine-image-maintenance")]
#[case("kubernetes-maintenance")]
fn gardener_answers_the_same(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}
