//! `--output FILE`: the answer that would go to standard output, complete or not at all.

use std::fs;

use rstest::rstest;

use crate::{AT, Answer, command, fixtures, run};

fn to_file(arguments: &[&str], file: &std::path::Path) -> Answer {
    run(&[arguments, &["--output", file.to_str().unwrap()]].concat())
}

#[rstest]
#[case::canonicalize(&["canonicalize", "tie.yaml", "--at", AT])]
#[case::default(&["default", "../shoots/fleet.yaml", "-p", "orchard.yaml", "--at", AT])]
#[case::diff(&["diff", "nursery-old.yaml", "nursery.yaml", "--at", AT])]
#[case::explain(&["explain", "unknown-field"])]
#[case::images(&["images", "greenhouse.yaml", "-t", "bed.whole", "-r", "south", "-k", "1.33.5", "--at", AT])]
#[case::machine_types(&["machine-types", "greenhouse.yaml", "-i", "tomato", "-V", "2.0.0", "--at", AT, "--format", "csv"])]
#[case::matrix(&["matrix", "orchard.yaml", "--at", AT])]
#[case::matrix_picture(&["matrix", "orchard.yaml", "--at", AT, "--format", "svg"])]
#[case::migrate(&["migrate", "openstack-legacy.yaml", "--at", AT, "--diff"])]
#[case::plan(&["plan", "../shoots/fleet.yaml", "-p", "orchard.yaml", "--at", AT])]
#[case::plan_json(&["plan", "../shoots/fleet.yaml", "-p", "orchard.yaml", "--at", AT, "--format", "json"])]
#[case::providers(&["providers", "openstack"])]
#[case::quirks(&["quirks"])]
#[case::render(&["render", "../children/arboretum.yaml", "-p", "orchard.yaml", "--at", AT])]
#[case::report(&["report", "orchard.yaml", "--at", AT])]
#[case::rolls(&["rolls", "../shoots/harbour.yaml", "../shoots/harbour-after.yaml", "--at", AT])]
#[case::rules(&["rules", "--format", "json"])]
#[case::select(&["select", "quirk.yaml", "-t", "lathe", "-i", "bench", "--at", AT])]
#[case::usage(&["usage", "../shoots/fleet.yaml", "-p", "orchard.yaml", "--at", AT])]
#[case::versions(&["versions", "orchard.yaml", "--at", AT])]
fn file_and_pipe_get_the_same_output(#[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answer");
    let piped = run(arguments);
    let written = to_file(arguments, &file);
    assert!(!piped.out.is_empty(), "{piped}");
    assert_eq!((written.out.as_str(), written.status, &written.messages), ("", piped.status, &piped.messages));
    assert_eq!(fs::read_to_string(&file).unwrap(), piped.out);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn failed_run_leaves_the_file_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answer");
    fs::write(&file, "old").unwrap();
    assert_eq!(to_file(&["matrix", "missing.yaml"], &file).status, 3);
    assert_eq!(to_file(&["matrix", "orchard.yaml", "-t", "missing"], &file).status, 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    let answer = to_file(&["matrix", "orchard.yaml"], &folder.path().join("no/folder"));
    assert!(answer.status == 3 && answer.messages.contains("no/folder"), "{answer}");
}

/// A shell's `>` would have emptied the file first.
#[test]
fn output_file_may_be_the_input_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    fs::copy(fixtures().join("openstack-legacy.yaml"), &file).unwrap();
    let migrated = run(&["migrate", file.to_str().unwrap(), "--at", AT]).out;
    assert_eq!(to_file(&["migrate", file.to_str().unwrap(), "--at", AT], &file).status, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), migrated);
}

#[test]
fn dash_is_standard_output() {
    assert_eq!(run(&["quirks", "-o", "-"]).out, run(&["quirks"]).out);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    let output = command().args(["quirks", "-o", "/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(6), "{output:?}");
}
