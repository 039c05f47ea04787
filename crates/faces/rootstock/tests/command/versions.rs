//! `versions`: every version of a profile.

use rstest::rstest;

use crate::{AT, run};

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
#[case("svg")]
fn versions_of_a_profile(#[case] format: &str) {
    assert_snapshot!(format!("versions_{format}"), run(&["versions", "orchard.yaml", "--at", AT, "--format", format]));
}

#[test]
fn at_another_date_in_the_other_semantics() {
    let at = "2026-09-02T00:00:00Z";
    assert_snapshot!(run(&["versions", "orchard.yaml", "--at", at, "--semantics", "gardener"]));
}
