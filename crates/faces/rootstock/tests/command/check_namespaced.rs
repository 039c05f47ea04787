//! `check` of NamespacedCloudProfiles, and of the objects that depend on profiles.

use crate::{AT, edited, run, run_with_input};

fn check(arguments: &[&str]) -> crate::Answer {
    run(&[&["check", "--at", AT], arguments].concat())
}

#[test]
fn child_is_checked_with_its_parent() {
    assert_snapshot!(check(&["nursery-children.yaml", "--parent", "nursery.yaml"]));
    let together = check(&["nursery.yaml", "nursery-children.yaml", "--advice", "off"]);
    assert!(together.out.contains("1 CloudProfile and 2 NamespacedCloudProfiles checked"), "{together}");
}

#[test]
fn child_without_parent_is_reported() {
    let answer = check(&["nursery-children.yaml"]);
    assert!(answer.out.contains("error[parent-unknown]"), "{answer}");
    assert!(!answer.out.contains("kubernetes-override-unknown"), "{answer}");
}

#[test]
fn child_is_checked_with_gardener_semantics() {
    assert_snapshot!(check(&["nursery-children.yaml", "--parent", "nursery.yaml", "--semantics", "gardener"]));
}

#[test]
fn child_is_checked_as_an_update() {
    let later = edited("nursery-children.yaml", &[("2091", "2020")]);
    let answer = run_with_input(
        &["check", "--at", AT, "-", "--parent", "nursery.yaml", "--against", "nursery-children.yaml"],
        &later,
    );
    assert_eq!(answer.out.matches("error[override-expired]").count(), 2, "{answer}");
    // For new profiles, the same dates are not allowed.
    let new = run_with_input(&["check", "--at", AT, "-", "--parent", "nursery.yaml", "--create"], &later);
    assert_eq!(new.out.matches("error[new-version-expired]").count(), 3, "{new}");
}

#[test]
fn users_of_removed_versions_are_reported() {
    assert_snapshot!(check(&["nursery.yaml", "--against", "nursery-old.yaml", "--advice", "off"]));
}

/// The parent adds a version to both sections that a child already has: Gardener's extension then refuses the child; in documented
/// semantics the child's own version applies, and `diff` lists the child as unchanged.
#[test]
fn version_added_by_both_parent_and_child_is_reported() {
    let how = ["later-version.yaml", "--against", "later-version-old.yaml", "--advice", "off"];
    let gardener = check(&[&how[..], &["--semantics", "gardener"]].concat());
    assert!(gardener.out.contains("update-breaks-children"), "{gardener}");
    assert!(gardener.out.contains("which the parent already maps"), "{gardener}");
    let documented = check(&how);
    assert!(!documented.out.contains("update-breaks-children"), "{documented}");
    let diff = run(&["diff", "later-version-old.yaml", "later-version.yaml", "--at", AT]);
    assert!(diff.out.contains("garden-dev/kid: nothing changes for its Shoots, unlike for those"), "{diff}");
}
