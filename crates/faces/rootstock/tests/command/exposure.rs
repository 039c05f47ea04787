//! `upkeep exposure`: the pools that boot image versions that must go.

use rstest::rstest;

use crate::{AT, Answer, run, run_with_input};

fn exposure(arguments: &[&str]) -> Answer {
    let start = &["upkeep", "exposure", "--profile", "orchard.yaml", "--at", AT, "--shoots", "../shoots/fleet.yaml"];
    run(&[start, arguments].concat())
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("markdown")]
fn exposure_of_a_fleet(#[case] format: &str) {
    assert_snapshot!(format!("exposure_{format}"), exposure(&["apple@2.0.0", "pear@<1.4.0", "--format", format]));
}

/// Versions that maintenance updates pools to count as well.
#[test]
fn arriving_pools_are_listed() {
    assert_snapshot!(exposure(&["apple@2.1.0"]));
}

#[test]
fn period_can_be_limited() {
    assert_snapshot!(exposure(&["apple@2.0.0", "--until", "2026-07-01"]));
}

#[test]
fn nothing_exposed_is_clean() {
    assert_snapshot!(exposure(&["apple@1.9.0", "apple@0.*"]));
}

#[test]
fn unknown_image_is_not_clean() {
    assert_snapshot!(exposure(&["aplle@2.0.0"]));
}

#[test]
fn versions_come_from_a_file() {
    let start = &["upkeep", "exposure", "--profile", "orchard.yaml", "--at", AT, "--shoots", "../shoots/fleet.yaml"];
    let listed = |text: &str| run_with_input(&[start, &["--versions", "-"][..]].concat(), text);
    let (from_file, given) =
        (listed("# CVE-2026-0001\napple@2.0.0\n\npear@<1.4.0 # both\n"), exposure(&["apple@2.0.0", "pear@<1.4.0"]));
    assert_eq!(from_file.to_string(), given.to_string());
    let mistake = listed("apple@2.0.0\napple 2.0.0\n");
    assert_eq!(mistake.status, 3, "{mistake}");
    assert!(mistake.messages.contains("-:2: `apple 2.0.0` is invalid; write IMAGE@VERSIONS"), "{mistake}");
    let empty = listed("# nothing\n");
    assert_eq!(empty.status, 2, "{empty}");
}

#[test]
fn profile_in_place_of_shoots_is_refused() {
    let answer = run(&["upkeep", "exposure", "apple@2.0.0", "-p", "orchard.yaml", "--shoots", "orchard.yaml"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("there is no Shoot in the given files"), "{answer}");
}

#[test]
fn unreadable_shoots_are_reported() {
    let answer = exposure(&["apple@2.0.0", "--shoots", "../shoots/lost.json"]);
    assert_eq!(answer.status, 3, "{answer}");
}

#[test]
fn versions_are_required() {
    let answer = exposure(&[]);
    assert_eq!(answer.status, 2, "{answer}");
    let kubernetes = exposure(&["kubernetes@1.34.1"]);
    assert!(kubernetes.status == 2 && kubernetes.messages.contains("not `kubernetes`"), "{kubernetes}");
}

/// A version has its own end if maintenance updates its pools to another version that must go.
#[test]
fn versions_on_the_way_have_an_end() {
    assert_snapshot!(exposure(&["apple@>=1.0.0"]));
}
