//! `check --baseline` and `--write-baseline`.

use std::fs;

use rstest::rstest;

use crate::{AT, command, edited};

/// Runs a check in a folder and returns its status and output.
fn check(folder: &std::path::Path, arguments: &[&str]) -> (i32, String) {
    let output = command().current_dir(folder).args(["check", "--at", AT]).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn landscape_with_old_findings_reports_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let profile = |replacements: &[(&str, &str)]| {
        fs::write(folder.path().join("a.yaml"), edited("local-clean.yaml", replacements)).unwrap();
    };
    profile(&[("memory: 8Gi", "memory: -8Gi")]);
    let (status, text) = check(folder.path(), &["a.yaml", "--write-baseline", "baseline.json"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("suppressed 1 finding by baseline.json"), "{text}");
    assert_eq!(check(folder.path(), &["a.yaml", "--baseline", "baseline.json"]).0, 0);
    profile(&[("memory: 8Gi", "memory: -8Gi"), ("cpu: \"2\"", "cpu: \"-2\"")]);
    let (status, text) = check(folder.path(), &["a.yaml", "--baseline", "baseline.json", "--format", "concise"]);
    assert_eq!(status, 1);
    assert_snapshot!("new_finding_next_to_a_known_one", text);
    profile(&[]);
    let (status, text) = check(folder.path(), &["a.yaml", "--baseline", "baseline.json"]);
    assert_eq!(status, 0);
    assert_snapshot!("gone_finding", text);
    assert_eq!(check(folder.path(), &["a.yaml", "--baseline", "baseline.json", "--strict"]).0, 1);
}

#[test]
fn baseline_is_read_strictly_and_written_completely() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), edited("local-clean.yaml", &[])).unwrap();
    fs::write(folder.path().join("b.yaml"), "kind: [").unwrap();
    assert_eq!(
        check(folder.path(), &["a.yaml", "--baseline", "none.json"]),
        (3, "rootstock: cannot read none.json: there is no such file\n".to_owned())
    );
    let (status, text) = check(folder.path(), &["a.yaml", "--baseline", "b.yaml"]);
    assert!(status == 3 && text.contains("b.yaml is not a baseline (rootstock.baseline/v1)"), "{text}");
    // An unreadable document is never known.
    assert_eq!(check(folder.path(), &["a.yaml", "--write-baseline", "known.json"]).0, 0);
    assert_eq!(check(folder.path(), &["b.yaml", "--baseline", "known.json"]).0, 3);
    let (status, text) =
        check(folder.path(), &["a.yaml", "--baseline", "known.json", "--write-baseline", "known.json"]);
    assert!(status == 2 && text.contains("cannot be used with"), "{text}");
}

/// The baseline that is there may be the committed one, and its findings are not gone.
#[rstest]
#[case::broken_document(&[".", "broken.yaml"])]
#[case::missing_file(&["a.yaml", "missing.yaml"])]
#[case::missing_chart(&["--helm", "missing"])]
#[case::broken_profile(&["a.yaml", "-p", "broken.yaml"])]
#[case::broken_old_object(&["a.yaml", "--against", "broken.yaml"])]
fn baseline_of_incomplete_input_is_not_written(#[case] inputs: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), edited("local-clean.yaml", &[("memory: 8Gi", "memory: -8Gi")])).unwrap();
    fs::write(folder.path().join("broken.yaml"), "kind: [").unwrap();
    fs::write(folder.path().join("known.txt"), "before").unwrap();
    let (status, text) = check(folder.path(), &[inputs, &["--write-baseline", "known.txt"]].concat());
    assert_eq!(status, 3, "{text}");
    assert!(!text.contains("suppressed"), "{text}");
    assert_eq!(fs::read_to_string(folder.path().join("known.txt")).unwrap(), "before", "{text}");
}

#[rstest]
#[case::checked_file(&["check", "a.yaml", "--write-baseline", "a.yaml"])]
#[case::other_spelling(&["check", "a.yaml", "--write-baseline", "./a.yaml"])]
#[case::in_a_folder(&["check", ".", "--write-baseline", "a.yaml"])]
#[case::profile(&["check", "b.yaml", "-p", "a.yaml", "--write-baseline", "a.yaml"])]
#[case::old_object(&["check", "b.yaml", "--against", "a.yaml", "--write-baseline", "a.yaml"])]
#[case::report(&["check", "b.yaml", "a.yaml", "--output", "json=a.yaml"])]
#[case::report_in_a_folder(&["check", ".", "--output", "sarif=a.yaml"])]
#[case::tested_profile(&["test", "t.yaml", "--output", "a.yaml"])]
#[case::test_file(&["test", "t.yaml", "--output", "t.yaml"])]
fn input_is_not_replaced_by_an_answer(#[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("a.yaml", edited("local-clean.yaml", &[])),
        ("b.yaml", edited("local-clean.yaml", &[])),
        ("t.yaml", "profiles: [a.yaml]\ntests:\n- name: a\n  check: {}\n  expect: {verdict: accepted}\n".to_owned()),
    ];
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let output = command().current_dir(folder.path()).args(arguments).output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && messages.contains("is an input, and is left unchanged"), "{messages}");
    for (name, text) in &files {
        assert_eq!(&fs::read_to_string(folder.path().join(name)).unwrap(), text);
    }
}

/// Below a folder that is checked, a baseline and a report are found as well.
#[test]
fn answers_in_a_checked_folder_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), edited("local-clean.yaml", &[])).unwrap();
    for _ in 0..2 {
        let arguments = [".", "--write-baseline", "known.json", "--output", "json=report.json"];
        let (status, text) = check(folder.path(), &[&arguments[..], &["--output", "gitlab=quality.json"]].concat());
        assert_eq!(status, 0, "{text}");
    }
}
