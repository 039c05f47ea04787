//! Migration without suffixes.

use rootstock_migration::{MigrationOptions, Refusal};
use rstest::rstest;

use crate::support::{fixture, migrated, must_migrate, options, shown};

#[test]
fn openstack_profile_is_migrated() {
    insta::assert_snapshot!(shown(&must_migrate(&fixture("openstack.yaml"), &MigrationOptions::default())));
}

#[test]
fn local_profile_is_migrated() {
    insta::assert_snapshot!(shown(&must_migrate(&fixture("local.yaml"), &MigrationOptions::default())));
}

#[test]
fn stepwise_migration_equals_migration_at_once() {
    let one = must_migrate(&fixture("openstack.yaml"), &options(&["gardenlinux"], &[], &[]));
    insta::assert_snapshot!(shown(&one));
    let all = must_migrate(&one.text, &MigrationOptions::default());
    assert_eq!(all.text, must_migrate(&fixture("openstack.yaml"), &MigrationOptions::default()).text);
}

#[test]
fn migrated_profile_stays_unchanged() {
    let once = must_migrate(&fixture("openstack.yaml"), &MigrationOptions::default());
    let twice = must_migrate(&once.text, &MigrationOptions::default());
    assert!(twice.edits.is_empty(), "{:?}", twice.edits);
    assert_eq!(twice.text, once.text);
}

#[test]
fn windows_line_endings_are_preserved() {
    let text = fixture("openstack.yaml").replace('\n', "\r\n");
    let expected = must_migrate(&fixture("openstack.yaml"), &MigrationOptions::default()).text.replace('\n', "\r\n");
    assert_eq!(must_migrate(&text, &MigrationOptions::default()).text, expected);
}

/// A capability may lack values, and may be listed twice by mistake.
#[rstest]
#[case::without_values("  - name: architecture\n", "  - name: architecture\n    values: [amd64, arm64]\n")]
#[case::null("  - name: architecture\n    values:\n", "  - name: architecture\n    values: [amd64, arm64]\n")]
#[case::empty("  - name: architecture\n    values: []\n", "  - name: architecture\n    values: [amd64, arm64]\n")]
#[case::in_braces("  - {name: architecture}\n", "  - {name: architecture, values: [amd64, arm64]}\n")]
#[case::twice(
    "  - name: architecture\n  - name: architecture\n    values: [amd64, arm64]\n",
    "  - name: architecture\n  - name: architecture\n    values: [amd64, arm64]\n"
)]
#[case::twice_with_others_between(
    "  - {name: architecture}\n  - {name: size, values: [s]}\n  - {name: architecture, values: [amd64]}\n",
    "  - {name: architecture, values: [arm64]}\n  - {name: size, values: [s]}\n  - {name: architecture, values: [amd64]}\n"
)]
fn capability_without_values_gets_them(#[case] before: &str, #[case] after: &str) {
    let text = fixture("local.yaml")
        .replace("    type: local\n", &format!("    type: local\n    machineCapabilities:\n{}", indented(before)));
    match migrated(&text, &MigrationOptions::default()) {
        Ok(done) => assert!(done.text.contains(&indented(after)), "{}", done.text),
        // What is left is an error of the profile, and no contradiction between plan and text.
        Err(refusal) => assert!(matches!(refusal, Refusal::NewErrors(_) | Refusal::Unproven(_)), "{refusal}"),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Everything outside the edits is preserved, byte for byte and in order.
#[rstest]
#[case("openstack.yaml")]
#[case("local.yaml")]
fn text_outside_edits_is_preserved(#[case] name: &str) {
    let text = fixture(name);
    let migrated = must_migrate(&text, &MigrationOptions::default());
    let mut rest = migrated.text.as_str();
    let mut done = 0;
    for edit in &migrated.edits {
        let kept = &text[done..edit.span.start];
        rest = rest.strip_prefix(kept).unwrap_or_else(|| panic!("{kept:?} is not there"));
        rest = rest.strip_prefix(edit.text.as_str()).unwrap();
        done = edit.span.end;
    }
    assert_eq!(rest, &text[done..]);
}

/// Every comment of the author is preserved, moved or not, except those about a removed architecture.
#[rstest]
#[case("openstack.yaml", &["# optional, defaults to amd64"])]
#[case("local.yaml", &[])]
fn comments_are_preserved(#[case] name: &str, #[case] removed: &[&str]) {
    let comments = |text: &str| {
        let mut found: Vec<String> =
            text.lines().filter_map(|line| line.find('#').map(|at| line[at..].to_owned())).collect();
        found.sort();
        found
    };
    let text = fixture(name);
    let mut left = comments(&text);
    for comment in comments(&must_migrate(&text, &MigrationOptions::default()).text) {
        let position = left.iter().position(|known| *known == comment);
        left.remove(position.unwrap_or_else(|| panic!("{comment} is new, or occurs twice")));
    }
    assert_eq!(left, removed);
}

#[test]
fn surplus_mappings_are_dropped_on_request() {
    let text = fixture("openstack.yaml")
        .replace("      - amd64\n      - arm64\n", "      - amd64\n")
        .replace("    - name: gardenlinux\n      versions:\n", "    - name: gone\n      versions:\n      - version: 1.0.0\n        image: gone\n    - name: gardenlinux\n      versions:\n      # old\n      - version: 1.0.0\n        image: old\n");
    let requested = MigrationOptions { drop_surplus: true, ..MigrationOptions::default() };
    assert!(migrated(&text, &MigrationOptions::default()).is_err());
    let migration = must_migrate(&text, &requested);
    let notes: Vec<String> = migration.notes.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(notes.join("\n"));
    assert!(
        !migration.text.contains("gone") && !migration.text.contains("old\n") && !migration.text.contains("1234-arm64")
    );
}
