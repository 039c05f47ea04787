//! `rolls`.

use rstest::rstest;

use crate::{AT, fixtures, run, run_with_input};

const OLD: &str = "../shoots/harbour.yaml";
const NEW: &str = "../shoots/harbour-after.yaml";

#[rstest]
#[case("text", &[])]
#[case("new_hash", &["--new-hash"])]
#[case("json", &["--format", "json"])]
fn what_becomes_of_the_pools(#[case] name: &str, #[case] arguments: &[&str]) {
    let answer = run(&[&["rolls", OLD, NEW, "--at", AT], arguments].concat());
    insta::assert_snapshot!(format!("rolls_{name}"), answer);
}

#[test]
fn nothing_rolls_without_a_change() {
    let answer = run(&["rolls", OLD, OLD, "--at", AT]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("nodes are left alone"), "{answer}");
    assert!(!answer.out.contains("replaced"), "{answer}");
}

/// A manifest that leaves the image to Gardener: with the profile it is known what that becomes.
#[test]
fn a_profile_fills_in_what_is_open() {
    let old = std::fs::read_to_string(fixtures().join(OLD)).unwrap();
    let calm = old.split_once("    - name: bigger").unwrap().0.replace("1877.5.0", "1876.0.0");
    let open = calm
        .replace(", image: {name: gardenlinux, version: 1876.0.0}", ", image: {name: gardenlinux, version: '1877'}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    std::fs::write(&path, &calm).unwrap();
    let path = path.to_str().unwrap();
    let with = run_with_input(&["rolls", path, "-", "--at", AT, "--profile", "harbour.yaml"], &open);
    assert_eq!(with.status, 1, "{with}");
    assert!(with.out.contains("1876.0.0 becomes 1877.5.0"), "{with}");
    let left_out = calm.replace(", image: {name: gardenlinux, version: 1876.0.0}", "");
    let without = run_with_input(&["rolls", path, "-", "--at", AT], &left_out);
    assert_eq!(without.status, 0, "{without}");
    assert!(without.out.contains("is taken to keep its own; a profile fills it in (--profile)"), "{without}");
}

#[test]
fn what_is_not_compared_is_said() {
    let answer = run_with_input(
        &["rolls", OLD, "-", "--at", AT],
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {namespace: n, name: other}\nspec:\n  provider: {type: moon, workers: [{name: a}]}\n",
    );
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("Shoot n/other is new"), "{answer}");
    assert!(answer.out.contains("no plug-in knows provider `moon`"), "{answer}");
    assert!(answer.messages.contains("garden-dev/dock is not among the new Shoots"), "{answer}");
}

#[rstest]
#[case(&["-", "-"], 2, "standard input (-) can be read only once")]
#[case(&["harbour.yaml", OLD], 3, "there is no Shoot in harbour.yaml")]
fn bad_questions(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = run(&[&["rolls"], arguments].concat());
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}
