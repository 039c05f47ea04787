//! `check --format` and `--output`: the formats for CI.

use std::collections::BTreeMap;
use std::fs;

use rstest::rstest;
use serde_json::Value;

use crate::{AT, run, run_with_input};

fn check(more: &[&str]) -> crate::Answer {
    run(&[&["check", "--at", AT, "local-broken.yaml", "openstack-nested.yaml"], more].concat())
}

#[rstest]
#[case::sarif("sarif")]
#[case::junit("junit")]
#[case::github("github")]
#[case::gitlab("gitlab")]
#[case::markdown("markdown")]
#[case::concise("concise")]
fn shown(#[case] form: &str) {
    let answer = check(&["--format", form]);
    assert_eq!(answer.status, 1, "{answer}");
    assert_eq!(answer.messages, "");
    assert_snapshot!(format!("check_{form}"), answer.out);
}

/// Counts the findings by rule, which must be equal in all formats.
fn rules<'a>(rules: impl IntoIterator<Item = &'a Value>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for rule in rules {
        *counts.entry(rule.as_str().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn every_format_has_every_finding() {
    let json = |form: &str| -> Value { serde_json::from_str(&check(&["--format", form]).out).unwrap() };
    let report = json("json");
    let all = rules(report["findings"].as_array().unwrap().iter().map(|it| &it["rule"]));
    assert!(all.values().sum::<usize>() > 3, "{all:?}");
    let sarif = json("sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(rules(results.iter().map(|it| &it["ruleId"])), all);
    let described = rules(sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|it| &it["id"]));
    assert_eq!(described.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    let gitlab = json("gitlab");
    assert_eq!(rules(gitlab.as_array().unwrap().iter().map(|it| &it["check_name"])), all);
    let concise = check(&["--format", "concise"]).out;
    let (github, junit) = (check(&["--format", "github"]).out, check(&["--format", "junit"]).out);
    for (rule, count) in &all {
        assert_eq!(github.matches(&format!(" title={rule},")).count(), *count, "{rule} in\n{github}");
        assert_eq!(concise.matches(&format!("[{rule}]: ")).count(), *count, "{rule} in\n{concise}");
        assert_eq!(junit.matches(&format!("name=\"{rule}: ")).count(), *count, "{rule} in\n{junit}");
    }
}

/// Repeated findings, too, have a line each, however many there are.
#[test]
fn concise_findings_have_a_line_each() {
    let answer = check(&["--format", "concise", "--statistics"]);
    assert_snapshot!(
        "check_statistics",
        answer.out.lines().skip_while(|line| *line != "by rule:").collect::<Vec<_>>().join("\n")
    );
    let types: String = (0..40).map(|number| format!("  - {{name: type-{number}, cpu: 1x}}\n")).collect();
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: local\n  machineTypes:\n{types}"
    );
    let answer = run_with_input(&["check", "-", "--at", AT, "--advice", "off", "--format", "concise"], &profile);
    assert_eq!(
        answer.out.lines().filter(|line| line.starts_with("<stdin>:") && line.contains("\"1x\"")).count(),
        40,
        "{answer}"
    );
}

#[test]
fn several_formats_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let sarif = format!("sarif={}", file("r.sarif").display());
    let text = format!("text={}", file("r.txt").display());
    let answer = check(&["--output", &sarif, "--output", "github", "--output", &text]);
    assert_eq!(answer.out, check(&["--format", "github"]).out);
    assert_eq!(fs::read_to_string(file("r.sarif")).unwrap(), check(&["--format", "sarif"]).out);
    assert_eq!(fs::read_to_string(file("r.txt")).unwrap(), check(&[]).out);
    assert_eq!(answer.status, 1);
}

#[rstest]
#[case("two_on_standard_output", &["--format", "json", "--output", "github"], 2)]
#[case("two_in_one_file", &["--output", "json=a", "--output", "sarif=a"], 2)]
#[case("no_format", &["--output", "report.sarif"], 2)]
#[case("no_file", &["--output", "sarif="], 2)]
#[case("a_diff_is_no_report", &["--format", "sarif", "--diff"], 2)]
#[case("a_diff_goes_nowhere_else", &["--output", "sarif=a", "--diff"], 2)]
#[case("a_folder_that_is_not_there", &["--output", "sarif=there/is/none"], 3)]
fn refused(#[case] name: &str, #[case] arguments: &[&str], #[case] status: i32) {
    let answer = check(arguments);
    assert_eq!(answer.status, status, "{answer}");
    assert_eq!(answer.out, "");
    assert_snapshot!(format!("refused_{name}"), answer.messages);
}

#[test]
fn junit_failures_follow_fail_on() {
    let failures = |more: &[&str]| check(&[&["--format", "junit"], more].concat()).out.matches("<failure").count();
    let summary: Value = serde_json::from_str(&check(&["--format", "json"]).out).unwrap();
    let count = |name: &str| summary["summary"][name].as_u64().unwrap() as usize;
    assert_eq!(failures(&[]), count("errors"));
    assert_eq!(failures(&["--fail-on", "warning"]), count("errors") + count("warnings"));
}

#[test]
fn report_is_kept_apart_from_fixed_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.json");
    let input = fs::read_to_string(crate::fixtures().join("local-broken.yaml")).unwrap();
    let output = format!("gitlab={}", file.display());
    let answer = run_with_input(&["check", "--at", AT, "--fix", "-", "--output", &output], &input);
    assert!(answer.out.starts_with(input.get(..20).unwrap()), "{answer}");
    let issues: Vec<Value> = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert!(issues.iter().all(|issue| issue["location"]["path"] == "stdin"), "{issues:?}");
    assert!(!issues.is_empty());
}

/// Five findings in full, fifteen on one line each, and one line for the other twenty: JSON has them all.
#[test]
fn repeated_findings_are_counted() {
    let types: String = (0..40).map(|number| format!("  - {{name: type-{number}, cpu: 1x}}\n")).collect();
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: local\n  machineTypes:\n{types}"
    );
    let answer = run_with_input(&["check", "-", "--at", AT, "--advice", "off"], &profile);
    let said = answer.out.lines().filter(|line| line.contains("1x") && line.starts_with("error[")).count();
    assert_eq!(said, 21, "{answer}");
    assert!(answer.out.contains(": 20 more like these: Invalid "), "{answer}");
    let json = run_with_input(&["check", "-", "--at", AT, "--advice", "off", "--format", "json"], &profile);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let findings = json["findings"].as_array().unwrap().iter();
    assert_eq!(findings.filter(|finding| finding.to_string().contains("1x")).count(), 40);
}
