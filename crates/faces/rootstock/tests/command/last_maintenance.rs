//! `plan --last`: the last maintenance, next to its plan.

use rstest::rstest;

use crate::{AT, Answer, run, run_with_input};

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

/// A status is not taken for one without a report, and its state not for a failure.
#[rstest]
#[case::time(
    "{triggeredTime: yesterday, state: Succeeded}",
    3,
    "`triggeredTime` is `yesterday`, which is not a time (RFC 3339)"
)]
#[case::no_time("{state: Succeeded}", 3, "it has no `triggeredTime`")]
#[case::list("[]", 3, "`status.lastMaintenance` cannot be read: it is not an object")]
#[case::state(
    "{triggeredTime: '2026-05-31T21:04:10Z', state: Weird}",
    1,
    "its state, `Weird`, is not one of Gardener's API"
)]
#[case::later(
    "{triggeredTime: '2027-05-31T21:04:10Z', state: Error}",
    1,
    "its status reports a maintenance later than 2026-06-01T00:00:00Z"
)]
#[case::nothing("null", 0, "its status reports no maintenance")]
fn odd_status_is_reported(#[case] last: &str, #[case] status: i32, #[case] message: &str) {
    let shoot = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: odd, namespace: garden-dev}}\nspec:\n  \
         cloudProfile: {{name: orchard}}\n  region: local\n  kubernetes: {{version: 1.33.5}}\n  provider:\n    type: local\n    \
         workers: [{{name: one, minimum: 1, maximum: 2, machine: {{type: ladder, image: {{name: apple, version: 2.1.0}}}}}}]\n\
         status: {{lastMaintenance: {last}}}\n"
    );
    let answer =
        run_with_input(&["plan", "--last", "--profile", "orchard.yaml", "-", "--at", AT, "--exit-code"], &shoot);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.out.contains(message) && !answer.out.contains("it failed"), "{answer}");
}

/// A window counts as missed only once it is over.
#[test]
fn maintenance_that_is_not_due_yet_is_not_missed() {
    let answer = last(&["--at", "2026-06-01T21:30:00Z", "--summary"]);
    assert!(answer.out.contains("3 with differences"), "{answer}");
    let answer = last(&["--at", "2026-06-02T21:00:00Z", "--summary"]);
    assert!(answer.out.contains("6 with differences"), "{answer}");
}
