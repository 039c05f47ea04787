//! `canonicalize`.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

#[rstest]
#[case("whole", &[])]
#[case("diff", &["--diff"])]
#[case("json", &["--format", "json"])]
fn stored_form_is_printed(#[case] name: &str, #[case] arguments: &[&str]) {
    let answer = run(&[&["canonicalize", "openstack-legacy.yaml", "--at", AT], arguments].concat());
    assert_snapshot!(format!("canonicalize_{name}"), answer);
}

#[test]
fn the_source_of_an_architecture_is_reported() {
    let answer = run(&["canonicalize", "openstack-capabilities.yaml", "--at", AT]);
    assert!(answer.messages.contains("from `capabilities.architecture`"), "{answer}");
    assert!(answer.messages.contains("from `capabilityFlavors`"), "{answer}");
    let legacy = run(&["canonicalize", "openstack-legacy.yaml", "--at", AT]);
    assert!(!legacy.messages.contains("kept for clients that read the legacy field"), "{legacy}");
}

/// Versions that are dropped before another one do not affect its reason.
#[test]
fn an_architecture_is_explained_by_its_own_version() {
    let expired =
        "    versions:\n    - version: 0.9.0\n      expirationDate: \"2020-01-01T00:00:00Z\"\n    - version: 1.0.0\n";
    let old = ("    versions:\n    - version: 1.0.0\n", expired);
    // The last version, whose index no longer exists after the first is dropped, has flavors.
    let profile = edited("../base/local.yaml", &[old]);
    let answer = run_with_input(&["canonicalize", "-", "--at", AT, "--semantics", "gardener"], &profile);
    let line = "spec.machineImages[0].versions[1].architectures";
    let said = answer.messages.replace("\n  ", " ");
    assert!(said.contains(line) && said.contains("from `capabilityFlavors`"), "{answer}");
}

/// Adjacent fields in braces are separated by one comma, which is removed only once.
#[rstest]
#[case("{name: t, cpu: 2, gpu: 0}", "{name: t, updateStrategy: major}")]
#[case("{cpu: 2, name: t, gpu: 0, memory: 1Gi}", "{name: t, updateStrategy: major}")]
fn fields_in_brackets_are_dropped_together(#[case] written: &str, #[case] stored: &str) {
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: local\n  machineImages:\n  - {written}\n"
    );
    let answer = run_with_input(&["canonicalize", "-", "--diff", "--at", AT], &profile);
    assert!(answer.out.contains(&format!("-  - {written}\n+  - {stored}\n")), "{answer}");
}

#[test]
fn canonicalization_is_idempotent() {
    let once = run(&["canonicalize", "openstack-capabilities.yaml", "--at", AT]);
    let twice = run_with_input(&["canonicalize", "-", "--at", AT], &once.out);
    assert_eq!(once.out, twice.out);
    assert!(twice.messages.contains("Gardener would store it unchanged"), "{twice}");
}

/// If an update registers capabilities, Gardener fills in flavors and capabilities before validation; in documented semantics,
/// only flavors from the provider section are filled in.
#[test]
fn update_fills_in_fields_required_on_creation() {
    let capabilities =
        "spec:\n  machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n  type: openstack";
    let new = edited("openstack-legacy.yaml", &[("spec:\n  type: openstack", capabilities)]);
    let update = ["canonicalize", "-", "--against", "openstack-legacy.yaml", "--diff", "--at", AT];
    let gardener = run_with_input(&[&update[..], &["--semantics", "gardener"]].concat(), &new);
    assert!(gardener.out.contains("+      capabilityFlavors:\n+      - architecture: [amd64]\n"), "{gardener}");
    assert!(!gardener.messages.contains("would not store"), "{gardener}");
    let documented = run_with_input(&update, &new);
    assert!(documented.messages.contains("the profile has 2 errors, so Gardener would not store it"), "{documented}");
}

/// Kubernetes cannot decode a number in the place of a string, so that it stores nothing.
#[test]
fn errors_from_reading_count() {
    let profile = edited("orchard.yaml", &[("apiVersion: core.gardener.cloud/v1beta1", "apiVersion: 1")]);
    let answer = run_with_input(&["canonicalize", "-", "--at", AT], &profile);
    assert!(answer.messages.contains("the profile has an error, so Gardener would not store it"), "{answer}");
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: 1, namespace: garden-a}\n\
                 spec: {parent: {kind: CloudProfile, name: orchard}}\n";
    let answer = run_with_input(&["canonicalize", "-", "--parent", "orchard.yaml", "--at", AT], child);
    assert!(answer.messages.contains("the profile has an error, so Gardener would not store it"), "{answer}");
}

#[test]
fn update_without_capabilities_drops_dependent_fields() {
    let new = edited(
        "openstack-capabilities.yaml",
        &[(
            "  machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n  - name: hypervisor\n    values: [virtualized, baremetal]\n",
            "",
        )],
    );
    let update = ["canonicalize", "-", "--old", "openstack-capabilities.yaml", "--diff", "--at", AT];
    let gardener = run_with_input(&[&update[..], &["--semantics", "gardener"]].concat(), &new);
    assert!(gardener.out.contains("-      capabilityFlavors:\n"), "{gardener}");
    assert!(gardener.messages.contains("the profile no longer registers capabilities"), "{gardener}");
}

#[test]
fn expired_versions_are_dropped_on_creation() {
    let create = ["canonicalize", "openstack-legacy.yaml", "--create", "--diff", "--at", AT];
    let gardener = run(&[&create[..], &["--semantics", "gardener"]].concat());
    assert!(gardener.out.contains("-    - version: 1.33.5\n"), "{gardener}");
    let documented = run(&create);
    assert!(!documented.out.contains("-    - version: 1.33.5\n"), "{documented}");
}

#[test]
fn values_are_formatted_like_kubernetes() {
    let text = edited("openstack-legacy.yaml", &[("memory: 4Gi", "memory: 4096Mi # as much")]);
    let answer = run_with_input(&["canonicalize", "-", "--diff", "--at", AT], &text);
    assert!(answer.out.contains("+    memory: 4Gi # as much\n"), "{answer}");
    assert!(answer.messages.contains("2 values are rewritten as Kubernetes formats them"), "{answer}");
}

#[rstest]
#[case("a: 1\n", 3, "there is no CloudProfile in -")]
#[case("a: [\n", 3, "cannot read -")]
fn bad_input_is_refused(#[case] input: &str, #[case] status: i32, #[case] message: &str) {
    let answer = run_with_input(&["canonicalize", "-"], input);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn stored_form_of_namespaced_profile_is_printed() {
    let child = ["canonicalize", "../children/custom-image-child.yaml", "--at", AT];
    let parent = ["--parent", "../children/custom-image-parent.yaml"];
    assert_snapshot!(run(&[&child[..], &parent].concat()));
    let both = edited("../children/custom-image.yaml", &[]);
    let stored = run_with_input(&["canonicalize", "-", "--name", "ours", "--at", AT], &both);
    assert_eq!(stored.out, run(&[&child[..], &parent].concat()).out);
}
