//! The verdicts recorded from Gardener that concern capabilities alone.

use rstest::rstest;

#[rstest]
#[case("capabilities-compatible")]
#[case("select-flavor")]
fn gardener_answers_the_same(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}
