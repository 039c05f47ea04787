//! `usage`: the users of versions.

use rstest::rstest;

use crate::{AT, Answer, run};

fn usage(arguments: &[&str]) -> Answer {
    run(&[&["usage", "--profile", "orchard.yaml", "--at", AT, "../shoots/fleet.yaml"], arguments].concat())
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn usage_of_a_fleet(#[case] format: &str) {
    assert_snapshot!(format!("usage_{format}"), usage(&["--format", format]));
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn removable_versions_are_listed(#[case] format: &str) {
    assert_snapshot!(format!("usage_removable_{format}"), usage(&["--removable", "--format", format]));
}

#[test]
fn uncounted_shoots_are_reported() {
    assert_snapshot!(usage(&["../shoots/lost.json", "--removable"]));
}

#[test]
fn shoots_of_a_namespaced_profile_use_its_parent() {
    assert_snapshot!(usage(&["--profile", "../shoots/children/tree.yaml", "../shoots/children/shoots.yaml"]));
}

/// A table without users would look as if everything could be removed.
#[test]
fn no_table_is_shown_if_no_shoot_can_be_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "kind: Shoot\nspec: [\n").unwrap();
    let answer = run(&["usage", "--profile", "orchard.yaml", "--at", AT, file.path().to_str().unwrap()]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(!answer.out.contains("on offer") && answer.out.contains("no Shoot can be read"), "{answer}");
}
