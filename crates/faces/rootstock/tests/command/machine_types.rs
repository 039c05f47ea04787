//! `machine-types`.

use rstest::rstest;

use crate::{AT, run};

fn machine_types(arguments: &[&str]) -> crate::Answer {
    run(&[&["machine-types", "greenhouse.yaml", "--at", AT], arguments].concat())
}

#[rstest]
#[case::of_an_image("any", &["-i", "tomato", "-V", "2.0.0"])]
#[case::with_reasons("why", &["-i", "tomato", "-V", "2.0.0", "-r", "north", "--zone", "north-b", "--why"])]
#[case::without_an_image("none", &["-i", "tomato", "-V", "2.1.0", "-r", "south", "--why"])]
#[case::of_one_architecture("architecture", &["-i", "tomato", "-V", "2.0.0", "--architecture", "arm64", "--why"])]
#[case::csv("csv", &["-i", "tomato", "-V", "2.0.0", "-r", "north", "--zone", "north-b", "--why", "--format", "csv"])]
#[case::json("json", &["-i", "tomato", "-V", "2.0.0", "-r", "north", "--zone", "north-b", "--format", "json"])]
fn for_a_worker(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("machine_types_{name}"), machine_types(arguments));
}

#[rstest]
#[case(&["-i", "tomatoe", "-V", "2.0.0"], "did you mean `tomato`?")]
#[case(&["-i", "tomato", "-V", "2.2.0"], "the image has no version `2.2.0`")]
#[case(&["-i", "tomato", "-V", "2.0.0", "-r", "east"], "the profile has no region `east`")]
#[case(&["-i", "tomato", "-V", "2.0.0", "--gpu", "nvidia"], "--gpu has no effect")]
fn meaningless_questions_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = machine_types(arguments);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}
