//! `report`: a page in one file.

use crate::{AT, run};

#[test]
fn a_page_goes_to_standard_output_or_to_a_file() {
    let answer = run(&["report", "orchard.yaml", "--at", AT]);
    assert_eq!((answer.status, answer.messages.as_str()), (0, ""));
    assert!(answer.out.starts_with("<!doctype html>") && answer.out.contains("orchard"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let written = run(&["report", "orchard.yaml", "--at", AT, "-o", &file.display().to_string()]);
    assert_eq!((written.status, written.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(file).unwrap(), answer.out);
}

#[test]
fn what_cannot_be_read_is_on_the_page_and_in_the_status() {
    let answer = run(&["report", "../hostile/unclosed-brace.yaml", "--at", AT]);
    assert_eq!(answer.status, 3);
    assert!(answer.out.contains("There is no CloudProfile that can be read"));
    assert!(answer.out.contains("unclosed-brace.yaml"));
}

#[test]
fn findings_do_not_change_the_status() {
    let answer = run(&["report", "local-broken.yaml", "--at", AT]);
    assert_eq!(answer.status, 0);
    assert!(answer.out.contains("capability-value-duplicate"));
}

#[test]
fn shoots_are_planned_wherever_they_are_given() {
    let apart = run(&["report", "orchard.yaml", "--shoots", "../shoots/fleet.yaml", "--at", AT]);
    assert!(apart.out.contains("6 Shoots with 10 worker pools"), "{}", apart.messages);
    // Among the paths they are checked, too.
    let among = run(&["report", "orchard.yaml", "../shoots/fleet.yaml", "--at", AT]);
    assert!(among.out.contains("6 Shoots with 10 worker pools"));
    assert!(among.out.len() > apart.out.len());
    let past =
        run(&["report", "orchard.yaml", "--shoots", "../shoots/fleet.yaml", "--at", AT, "--until", "2026-01-01"]);
    assert_eq!((past.status, past.out.as_str()), (2, ""));
}
