//! `test`: expectations in files.

use rstest::rstest;

use crate::{Answer, run, run_with_input};

fn test(arguments: &[&str]) -> Answer {
    run(&[&["test"], arguments].concat())
}

#[rstest]
#[case("text")]
#[case("junit")]
fn results_are_shown(#[case] format: &str) {
    let arguments = ["../tests/orchard.yaml", "../tests/mistakes.yaml", "--format", format];
    assert_snapshot!(format!("test_{format}"), test(&arguments));
}

#[test]
fn passing_tests_are_clean() {
    let answer = test(&["../tests/orchard.yaml"]);
    assert_eq!(answer.status, 0, "{answer}");
}

/// The instant of the command overrides that of the file.
#[test]
fn instant_can_be_overridden() {
    let answer = test(&["../tests/orchard.yaml", "--at", "2026-09-02"]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.out.contains("FAILED  the forced pool has left pear 1.1.0 by July"), "{answer}");
}

const START: &str = "profiles: [orchard.yaml]\ntests:\n- name: a\n";

#[rstest]
#[case::field_of_expectation("  worker: {machineType: ladder}\n  expect: {refernce: x}\n", "did you mean `reference`?")]
#[case::field_of_question("  worker: {machinType: ladder}\n  expect: {image: x}\n", "did you mean `machineType`?")]
#[case::field_of_test("  worker: {machineType: ladder}\n  expct: {image: x}\n", "did you mean `expect`?")]
#[case::verdict("  check: {}\n  expect: {verdict: acepted}\n", "did you mean `accepted`?")]
#[case::field_of_other_question("  shoot: {name: a/b}\n  expect: {reference: x}\n", "unknown field `reference`")]
#[case::no_question("  expect: {image: x}\n", "exactly one of `worker`, `shoot` and `check`")]
#[case::two_questions("  check: {}\n  shoot: {}\n  expect: {fails: true}\n", "exactly one of")]
#[case::nothing_expected("  check: {}\n  expect: {}\n", "it expects nothing, so that the test cannot fail")]
#[case::no_findings("  check: {}\n  expect: {findings: []}\n", "it expects nothing")]
#[case::date("  shoot: {name: a/b, by: tomorrow}\n  expect: {fails: true}\n", "tomorrow")]
fn mistakes_are_reported_with_their_line(#[case] rest: &str, #[case] message: &str) {
    let answer = run_with_input(&["test", "-"], &format!("{START}{rest}"));
    assert_eq!((answer.status, answer.out.as_str()), (3, ""), "{answer}");
    assert!(answer.messages.contains("-:3: ") && answer.messages.contains(message), "{answer}");
}

#[rstest]
#[case::no_tests("profiles: [orchard.yaml]\n", "there are no tests")]
#[case::field("profile: [orchard.yaml]\ntests: []\n", "profile")]
#[case::documents("tests: []\n---\ntests: []\n", "a single document")]
#[case::syntax("tests: [\n", "-: ")]
fn unusable_files_are_refused(#[case] text: &str, #[case] message: &str) {
    let answer = run_with_input(&["test", "-"], text);
    assert_eq!((answer.status, answer.out.as_str()), (3, ""), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn missing_profiles_are_not_clean() {
    let text = "profiles: [nowhere.yaml]\ntests:\n- {name: a, check: {}, expect: {verdict: accepted}}\n";
    let answer = run_with_input(&["test", "-"], text);
    assert_eq!(answer.status, 3, "{answer}");
}

/// The files of the fixtures are valid by the schema, and mistakes are not.
#[test]
fn schema_describes_the_files() {
    let schema: serde_json::Value = serde_json::from_str(&run(&["schema", "rootstock-test"]).out).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    for file in ["orchard", "outdated", "mistakes"] {
        let text = std::fs::read_to_string(crate::fixtures().join(format!("../tests/{file}.yaml"))).unwrap();
        let valid: serde_json::Value = serde_yaml::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&valid).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{file}: {errors:?}");
        let misspelt: serde_json::Value =
            serde_yaml::from_str(&text.replace("expect: {", "expect: {odd: 1, ")).unwrap();
        assert!(!validator.is_valid(&misspelt), "{file}");
    }
}
