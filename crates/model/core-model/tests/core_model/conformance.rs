//! Verdicts recorded from Gardener about single scalars and texts.

use rstest::rstest;

#[rstest]
#[case("quantity")]
#[case("qualified-name")]
#[case("kubernetes-yaml")]
fn gardener_answers_the_same(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}
