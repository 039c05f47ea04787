//! Flavors that the extension's mutating webhook provides: a GCP and an OpenStack profile with two architectures whose core section
//! has no flavors, and a NamespacedCloudProfile of that kind.

use rstest::rstest;

use crate::{AT, run, run_with_input};

const GCP: &str = "../webhooks/gcp.yaml";
const OPENSTACK: &str = "../webhooks/openstack.yaml";
const CHILD: &str = "../webhooks/gcp-child.yaml";
const PARENT: &str = "../webhooks/gcp-parent.yaml";

fn ask(arguments: &[&str], expected: &str, status: i32) {
    let answer = run(&[arguments, &["--at", AT]].concat());
    let line = format!("{} {}", answer.out, answer.messages).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains(expected), "{arguments:?}: no {expected:?}\n{answer}");
    assert_eq!(answer.status, status, "{arguments:?}\n{answer}");
}

/// A warning in documented semantics, no finding in Gardener's, and the usual error without a webhook.
#[rstest]
#[case::gcp(&["check", GCP])]
#[case::openstack(&["check", OPENSTACK])]
#[case::child(&["check", CHILD, "--parent", PARENT])]
fn missing_flavors_are_taken_from_the_provider(#[case] arguments: &[&str]) {
    ask(arguments, "warning[flavors-left-to-extension]", 0);
    ask(arguments, "found 1 warning", 0);
    let gardener = [arguments, &["--semantics", "gardener"]].concat();
    ask(&gardener, "checked, clean", 0);
    for semantics in ["documented", "gardener"] {
        let without = [arguments, &["--semantics", semantics, "--without-extension-webhooks"]].concat();
        ask(&without, "error[flavors-missing]", 1);
    }
}

/// An extension without such a webhook does not add them.
#[rstest]
fn without_a_webhook_flavors_are_missing(#[values("documented", "gardener")] semantics: &str) {
    ask(&["check", "../webhooks/local.yaml", "--semantics", semantics], "error[flavors-missing]", 1);
}

/// The stored profile, with the reason.
#[rstest]
#[case::gcp(GCP)]
#[case::openstack(OPENSTACK)]
fn stored_profile_has_flavors(#[case] profile: &str, #[values("documented", "gardener")] semantics: &str) {
    let arguments = ["canonicalize", profile, "--semantics", semantics];
    ask(&arguments, "capabilityFlavors: - architecture: - amd64 - architecture: - arm64", 0);
    ask(&arguments, "the extension's webhook writes the flavors that `providerConfig` maps", 0);
}

/// Like the test above, for a NamespacedCloudProfile.
#[rstest]
fn stored_child_has_flavors(#[values("documented", "gardener")] semantics: &str) {
    let arguments = ["canonicalize", CHILD, "--parent", PARENT, "--semantics", semantics];
    ask(&arguments, "capabilityFlavors: - architecture: - amd64", 0);
    ask(&arguments, "the extension's webhook writes the flavors that `providerConfig` maps", 0);
}

/// All commands work, also with the rendered NamespacedCloudProfile.
#[rstest]
fn other_commands_work_with_provided_flavors(#[values("documented", "gardener")] semantics: &str) {
    ask(&["select", GCP, "-t", "n1", "-i", "gardenlinux", "--semantics", semantics], "projects/x/1877", 0);
    ask(&["matrix", GCP, "--semantics", semantics], "| n1, n2 | yes |", 0);
    ask(
        &["render", CHILD, "--parent", PARENT, "--semantics", semantics],
        "capabilityFlavors: - architecture: - amd64",
        0,
    );
}

/// The fix writes the stored flavors, after which there are no findings.
#[rstest]
#[case::gcp(GCP, &[])]
#[case::openstack(OPENSTACK, &[])]
#[case::child(CHILD, &["--parent", PARENT])]
fn fix_writes_the_flavors(#[case] profile: &str, #[case] more: &[&str]) {
    let text = std::fs::read_to_string(crate::fixtures().join(profile)).unwrap();
    let options = [&["check", "-", "--at", AT], more].concat();
    let fixed = run_with_input(&[&options, &["--fix"][..]].concat(), &text);
    assert!(fixed.out.contains("capabilityFlavors: [{architecture: [amd64]}"), "{fixed}");
    let again = run_with_input(&options, &fixed.out);
    assert!(again.out.contains("clean"), "{again}\n{fixed}");
}
