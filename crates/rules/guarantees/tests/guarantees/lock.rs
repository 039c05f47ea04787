//! The text of locks, and changes of single decisions.

use rootstock_guarantees::{Lock, LockChangeKind, LockScope, lock_findings, promotion};
use rootstock_judge::Judge;
use rstest::rstest;

use crate::samples::{compiled, documented, fixture, lock, lock_under, settings};

#[test]
fn each_decision_has_a_line() {
    insta::assert_snapshot!(lock(&fixture("greenhouse.yaml")));
}

#[test]
fn workers_with_demands_have_their_own_decisions() {
    let settings = settings(rootstock_core_model::Semantics::Documented, true);
    insta::assert_snapshot!(lock_under(&fixture("special-workers.yaml"), settings));
}

/// Edits of the greenhouse, and the sentences about them.
#[rstest]
#[case::rebuilt_image(
    "id: tomato-2.0.0-metal-south",
    "id: rebuilt",
    "Moved: workers on machines with `architecture=amd64,hypervisor=baremetal` boot `tomato` `2.0.0` from `rebuilt` instead of \
     `tomato-2.0.0-metal-south` in region `south`"
)]
#[case::new_image_in_region(
    "{name: north, id: tomato-2.1.0-north}",
    "{name: north, id: tomato-2.1.0-north}, {name: south, id: new}",
    "New: workers on machines with `architecture=amd64,hypervisor=virtualized` can boot `tomato` `2.1.0` now in region `south`"
)]
#[case::no_image_in_region(
    ", {name: south, id: tomato-1.0.0-south}",
    "",
    "Removed: workers on machines with `architecture=amd64,hypervisor=virtualized` can no longer boot `tomato` `1.0.0` in region \
     `south`"
)]
#[case::renamed_machine_type(
    "name: pot.arm",
    "name: pot.arm2",
    "Removed: there are no more workers with `architecture=arm64,hypervisor=virtualized` on machine type `pot.arm`
New: machine type `pot.arm2` is new: its workers boot the images for `architecture=arm64,hypervisor=virtualized`"
)]
#[case::other_hardware("  - name: pot.small
    cpu: \"2\"
    gpu: \"0\"
    memory: 4Gi
    capabilities:
      architecture: [amd64]
      hypervisor: [virtualized]", "  - name: pot.small
    cpu: \"2\"
    gpu: \"0\"
    memory: 4Gi
    capabilities:
      architecture: [amd64]
      hypervisor: [baremetal]",
    "Moved: workers on machine type `pot.small` boot the images for `architecture=amd64,hypervisor=baremetal` instead of those for \
     `architecture=amd64,hypervisor=virtualized`
Removed: there are no more workers on machines with `architecture=amd64,hypervisor=virtualized`")]
#[case::other_region_name(
    "  - name: south\n    zones:\n    - name: south-a",
    "  - name: west\n    zones:\n    - name: west-a",
    "Removed: there is no region `south` any more
New: region `west` is new"
)]
fn change_is_described(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let text = fixture("greenhouse.yaml");
    assert!(text.contains(from));
    let changes = lock(&text.replacen(from, to, 1)).changes_since(&lock(&text));
    let shown: Vec<String> = changes.iter().map(|change| format!("{:?}: {}", change.kind, change.sentence())).collect();
    assert_eq!(shown.join("\n"), expected);
}

#[test]
fn findings_are_at_the_changed_items() {
    let text = fixture("greenhouse.yaml");
    let changed =
        text.replace("id: tomato-2.0.0-arm-south", "id: rebuilt").replace("- version: 1.0.0", "- version: 1.0.1");
    let profile = compiled(&changed, documented());
    let found = lock_findings(Judge::new(&profile, documented()), &lock(&text));
    let places: Vec<String> = found.iter().map(|one| format!("{} {}", one.rule.name, one.path)).collect();
    assert_eq!(
        places,
        [
            "locked-image-moved spec.machineImages[0].versions[2]",
            "locked-image-removed spec.machineImages[0].versions",
            "image-not-locked spec.machineImages[0].versions[3]",
        ]
    );
}

#[test]
fn profile_without_decisions_is_new() {
    let now = lock(&fixture("greenhouse.yaml"));
    let changes = now.changes_since(&Lock::new(now.settings));
    assert!(!changes.is_empty() && changes.iter().all(|change| change.kind == LockChangeKind::New), "{changes:?}");
}

#[rstest]
#[case("semantics documented", "locked-at 2026-01-01T00:00:00Z", "", "line 3: there is no `feature-gates`")]
#[case("semantics german", "", "", "line 1: there are no semantics `german`")]
#[case(
    "semantics documented",
    "feature-gates Nonsense=true",
    "",
    "line 2: feature gate `Nonsense` does not exist, or affects no answer"
)]
#[case("", "class a", "", "line 2: the line must follow a `profile`")]
#[case("profile a", "machine-type b", "", "line 2: the line must follow a `class`")]
#[case("profile a", "profile a", "", "line 2: profile `a` is there twice")]
#[case("profile a", "class a", "boots a 1 - north", "line 3: `north` has no reference")]
#[case("profile a", "class \"a", "", "line 2: a quote is not closed")]
#[case("<<<<<<< HEAD", "", "", "line 1: this is not a line of a lock")]
fn mistakes_in_the_text_are_refused(#[case] one: &str, #[case] two: &str, #[case] three: &str, #[case] expected: &str) {
    let error = format!("{one}\n{two}\n{three}\n").parse::<Lock>().unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn unusual_names_survive() {
    let text = fixture("greenhouse.yaml")
        .replace("name: tomato\n", "name: \"to \\\"ma\\\"\\tto\"\n")
        .replace("id: tomato-2.0.0-south", "id: \"with  spaces\"");
    let lock = lock(&text);
    assert!(lock.to_string().contains(r#"boots "to \"ma\"\tto" 2.0.0"#), "{lock}");
    assert_eq!(lock.to_string().parse::<Lock>(), Ok(lock));
}

/// Versions that differ are promoted, with the references of both regions; the version that only production has stays.
#[test]
fn differing_versions_are_promoted() {
    let staging = fixture("greenhouse.yaml");
    let production = staging
        .replace("id: tomato-2.0.0-arm-south", "id: other")
        .replace("- version: 3.0.0", "- version: 2.2.0")
        .replace("name: greenhouse", "name: production");
    let promoted = promotion(&lock(&staging), "greenhouse", &lock(&production), LockScope::Everywhere).versions;
    let shown: Vec<String> = promoted
        .iter()
        .map(|one| {
            let references = one.references.iter().map(|one| format!("{:?} {}", one.region, one.reference));
            format!("{} {} {}", one.name.version, one.is_new, references.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"2.0.0 false Some("south") tomato-2.0.0-arm-south"#,
            r#"3.0.0 true Some("north") tomato-3.0.0-north, Some("south") tomato-3.0.0-south"#,
        ]
    );
}
