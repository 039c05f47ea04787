//! `plan`: the next maintenance, the timeline, the explanation; and what cannot be planned.

use rstest::rstest;

use crate::{AT, Answer, run};

const FLEET: &str = "../shoots/fleet.yaml";

fn plan(arguments: &[&str]) -> Answer {
    let answer = run(&[&["plan", "--profile", "orchard.yaml", "--at", AT], arguments].concat());
    if arguments.contains(&"json") {
        let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert!(parsed["schema"].as_str().unwrap().starts_with("rootstock.plan"));
    }
    answer
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn the_next_maintenance(#[case] format: &str) {
    insta::assert_snapshot!(format!("plan_{format}"), plan(&[FLEET, "--format", format]));
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn up_to_a_date(#[case] format: &str) {
    let answer = plan(&[FLEET, "--until", "2026-12-31T23:59:59Z", "--format", format]);
    insta::assert_snapshot!(format!("plan_until_{format}"), answer);
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn what_cannot_be_planned_does_not_hide_the_rest(#[case] format: &str) {
    insta::assert_snapshot!(format!("plan_lost_{format}"), plan(&["../shoots/lost.json", "--format", format]));
}
