//! `plan --last`: the last maintenance, next to its plan.

use rstest::rstest;

use crate::{AT, Answer, run};

fn last(arguments: &[&str]) -> Answer {
    let start = &["plan", "--last", "--profile", "orchard.yaml", "../shoots/maintained.yaml"];
    run(&[start, arguments].concat())
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
#[case("markdown")]
fn last_maintenance_is_compared_with_its_plan(#[case] format: &str) {
    assert_snapshot!(format!("last_{format}"), last(&["--at", AT, "--format", format]));
}

#[test]
fn shoots_without_differences_can_be_omitted() {
    let answer = last(&["--at", AT, "--only-changes", "--exit-code"]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(!answer.out.contains("garden-dev/done") && answer.out.contains("garden-dev/reverted"), "{answer}");
}

#[test]
fn summary_has_only_numbers() {
    let answer = last(&["--at", AT, "--summary"]);
    assert!(!answer.out.contains("garden-dev/") && answer.out.contains("with differences"), "{answer}");
}

/// A window counts as missed only once it is over.
#[test]
fn maintenance_that_is_not_due_yet_is_not_missed() {
    let answer = last(&["--at", "2026-06-01T21:30:00Z", "--summary"]);
    assert!(answer.out.contains("3 with differences"), "{answer}");
    let answer = last(&["--at", "2026-06-02T21:00:00Z", "--summary"]);
    assert!(answer.out.contains("6 with differences"), "{answer}");
}
