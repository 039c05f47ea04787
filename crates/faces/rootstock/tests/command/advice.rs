//! Advice is correct in both semantics: removing what it calls unnecessary makes no difference in either.

use rstest::rstest;

use crate::{AT, run};

/// A value that nothing names may still rank or distinguish flavors; a flavor may be selected in one semantics only. The last
/// profile has a NamespacedCloudProfile that names the value.
#[rstest]
#[case::value_that_ranks(&["../advice/unnamed-value-ranks.yaml"], "capability-value-unused", false)]
#[case::value_that_distinguishes(&["../advice/unnamed-value-tells-apart.yaml"], "capability-value-unused", false)]
#[case::taken_by_gardener_only(&["../advice/taken-by-gardener-only.yaml"], "flavor-never-selected", false)]
#[case::unnamed(&["../advice/value-of-a-child.yaml"], "capability-value-unused", true)]
#[case::named_by_a_child(
    &["../advice/value-of-a-child.yaml", "../advice/child-that-names-it.yaml"],
    "capability-value-unused",
    false
)]
fn advice_holds_in_both_semantics(
    #[case] files: &[&str],
    #[case] rule: &str,
    #[case] is_given: bool,
    #[values("documented", "gardener")] semantics: &str,
) {
    let answer = run(&[&["check"], files, &["--at", AT, "--semantics", semantics]].concat());
    assert_eq!(answer.out.contains(&format!("note[{rule}]")), is_given, "{answer}");
    assert_eq!(answer.status, 0, "{answer}");
}

/// Advice considers the requirements of workers: with the gate on, a machine type that boots only standard images has no image if
/// all images are for secure boot.
#[test]
fn built_in_capabilities_are_considered() {
    let check = ["check", "../advice/secure-images-only.yaml", "--at", AT];
    let gated = run(&[&check[..], &["--feature-gates", "WorkerCapabilities=true"]].concat());
    assert!(gated.out.contains("warning[machine-type-without-image]"), "{gated}");
}

/// A flavor for workers that ask for secure boot is preferred to no flavor that the other workers get.
#[rstest]
fn flavor_of_workers_without_requirements_is_selected(#[values("documented", "gardener")] semantics: &str) {
    let check = ["check", "../advice/preferred-for-secure-boot-only.yaml", "--at", AT, "--semantics", semantics];
    let gated = run(&[&check[..], &["--feature-gates", "WorkerCapabilities=true"]].concat());
    assert!(!gated.out.contains("flavor-never-selected"), "{gated}");
    assert_eq!(gated.status, 0, "{gated}");
}

/// Only values that something names are listed.
#[test]
fn only_named_values_are_listed() {
    let answer = run(&["check", "../advice/value-of-a-child.yaml", "--at", AT]);
    let line = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains("uses the value `gen1` of `hv`, only `gen2`: it has no effect"), "{answer}");
}
