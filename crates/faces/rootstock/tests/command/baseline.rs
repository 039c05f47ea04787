//! `check --baseline` and `--write-baseline`.

use std::fs;

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
    assert_eq!(check(folder.path(), &[".", "--write-baseline", "known.json"]).0, 3);
    assert_eq!(check(folder.path(), &["b.yaml", "--baseline", "known.json"]).0, 3);
    let (status, text) =
        check(folder.path(), &["a.yaml", "--baseline", "known.json", "--write-baseline", "known.json"]);
    assert!(status == 2 && text.contains("cannot be used with"), "{text}");
}
