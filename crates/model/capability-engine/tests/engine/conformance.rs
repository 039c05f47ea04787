//! Verdicts recorded from Gardener that only depend on capabilities.

use rstest::rstest;

#[rstest]
#[case("capabilities-compatible")]
#[case("select-flavor")]
fn gardener_answers_the_same(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}
