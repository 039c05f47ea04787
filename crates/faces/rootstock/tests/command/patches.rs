//! `check --base`, and patches that are given alone.

use rstest::rstest;

use crate::{AT, Answer, command, edited};

const HEAD: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: workshop}\nspec:\n";

fn check(patch: &str, arguments: &[&str]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("base.yaml"), edited("local-clean.yaml", &[])).unwrap();
    std::fs::write(folder.path().join("patch.yaml"), patch).unwrap();
    let mut command = command();
    let output =
        command.current_dir(folder.path()).args(["check", "patch.yaml", "--at", AT]).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Answer { status: output.status.code().unwrap(), out: text(output.stdout), messages: text(output.stderr) }
}

const CONCISE: [&str; 4] = ["--base", "base.yaml", "--format", "concise"];

/// The rest of the profile comes from the base: what the patch does not repeat is not missing.
#[test]
fn patch_is_judged_over_its_base() {
    let patch = format!("{HEAD}  kubernetes:\n    versions:\n    - version: 1.33.6\n      classification: suported\n");
    assert_snapshot!(check(&patch, &["--base", "base.yaml"]));
    let fitting = format!("{HEAD}  kubernetes:\n    versions:\n    - {{version: 1.33.6, classification: supported}}\n");
    let answer = check(&fitting, &["--base", "base.yaml"]);
    assert!(answer.status == 0 && answer.out.contains("1 CloudProfile checked, clean"), "{answer}");
}

/// A finding is at the value's place: in the patch, or in the base if the patch only makes it wrong.
#[rstest]
#[case::value_of_the_patch(
    "  machineTypes:\n  - name: lathe\n    memory: -8Gi\n",
    "patch.yaml:7:13: error[machine-type-negative]"
)]
#[case::new_item("  machineTypes:\n  - {name: drill, cpu: \"2\", gpu: \"0\"}\n", "patch.yaml:6:5: error[")]
#[case::value_of_the_base(
    "  machineImages:\n  - name: bench\n    versions: [{version: 2.0.0, $patch: delete}]\n",
    "base.yaml:"
)]
#[case::deleted_field("  type: null\n", "patch.yaml:5:9: error[type-missing]")]
#[case::unknown_field("  machineTypes:\n  - name: lathe\n    cpus: \"4\"\n", "patch.yaml:7:5: error[unknown-field]")]
fn findings_are_at_the_patch_or_base(#[case] spec: &str, #[case] expected: &str) {
    let answer = check(&format!("{HEAD}{spec}"), &CONCISE);
    assert!(answer.status == 1 && answer.out.lines().any(|line| line.starts_with(expected)), "{answer}");
}

/// kustomize replaces lists of kinds that it has no schema for.
#[test]
fn lists_are_replaced_on_request() {
    let patch = format!("{HEAD}  regions: []\n");
    assert_eq!(check(&patch, &CONCISE).status, 0);
    let answer = check(&patch, &[&CONCISE[..], &["--patch-type", "merge"]].concat());
    assert!(answer.out.starts_with("patch.yaml:5:3: error["), "{answer}");
}

#[rstest]
#[case::replaced(
    "- {op: replace, path: /spec/machineTypes/0/memory, value: -8Gi}\n",
    "patch.yaml:1:59: error[machine-type-negative]"
)]
#[case::added(
    "- op: add\n  path: /spec/kubernetes/versions/-\n  value: {version: 1.36.1, classification: suported}\n",
    "patch.yaml:3:44: error["
)]
#[case::removed("- {op: remove, path: /spec/regions}\n", "base.yaml:")]
fn json_patches_are_judged_over_their_base(#[case] patch: &str, #[case] expected: &str) {
    let answer = check(patch, &CONCISE);
    assert!(answer.status == 1 && answer.out.lines().any(|line| line.starts_with(expected)), "{answer}");
}

/// A field that a replaced list no longer has is missing in the patch, whatever the base has there.
#[test]
fn replaced_item_is_wrong_in_the_patch() {
    let patch = format!("{HEAD}  machineTypes:\n  - {{name: awl, cpu: \"4\", gpu: \"0\", memory: 8Gi}}\n");
    let answer = check(&patch, &[&CONCISE[..], &["--patch-type", "merge"]].concat());
    let expected = "patch.yaml:6:5: error[machine-type-without-architecture]";
    assert!(answer.out.lines().any(|line| line.starts_with(expected)), "{answer}");
}

/// Patches may rename the object.
#[test]
fn renamed_object_keeps_its_places() {
    let patch = "- {op: replace, path: /metadata/name, value: other}\n- {op: replace, path: /spec/machineTypes/0/memory, value: -8Gi}\n";
    let answer = check(patch, &CONCISE);
    assert!(answer.out.starts_with("patch.yaml:2:59: error[machine-type-negative]"), "{answer}");
}

/// `diff` does not take patches.
#[test]
fn no_command_is_named_that_cannot_read_patches() {
    let patch = format!("{HEAD}  regions: []\n");
    let answer = check(&patch, &["--base", "base.yaml", "--against", "base.yaml"]);
    assert!(!answer.out.contains("rootstock diff"), "{answer}");
}

/// Without its base, only the patch's own values are judged.
#[test]
fn patch_alone_is_not_a_broken_profile() {
    let patch = format!("{HEAD}  kubernetes:\n    versions:\n    - version: 1.33.6\n      classification: suported\n");
    assert_snapshot!(check(&patch, &[]));
    let answer = check(&patch.replace("suported", "supported"), &[]);
    assert!(answer.status == 1 && answer.out.contains("it is a patch"), "{answer}");
}

#[rstest]
#[case::another_object(
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
    "patch.yaml patches ConfigMap `a`, which base.yaml does not have"
)]
#[case::missing_path("- {op: remove, path: /spec/nothing}\n", "patch.yaml: ")]
#[case::unknown_operation("- {op: erase, path: /spec/type}\n", "patch.yaml: ")]
#[case::no_patch("# nothing\n", "patch.yaml has no patch")]
#[case::unreadable("a: [\n", "patch.yaml: ")]
#[case::a_value("just text\n", "patch.yaml has no patch: an object with `kind` and `metadata.name`, or a JSON patch")]
fn patches_that_do_not_fit_are_reported(#[case] patch: &str, #[case] expected: &str) {
    let answer = check(patch, &CONCISE);
    assert!(answer.status == 3 && answer.messages.contains(expected), "{answer}");
}

/// Every line of an unrendered template that cannot be read says so.
#[rstest]
#[case("{{ if .Values.enabled -}}\n---\nkind: CloudProfile\n", "1:")]
#[case("kind: CloudProfile\nspec:\n  {{- if .Values.a }}\n  type: a\n  {{- end }}\n", "3:")]
#[case("kind: CloudProfile\nspec:\n  regions: {{ toYaml .Values.regions | nindent 4 }}\n", "3:")]
#[case("{{- range .Values.profiles }}\nkind: CloudProfile\n{{- end }}\n", "1:")]
fn templates_are_recognized_at_every_line(#[case] text: &str, #[case] line: &str) {
    let answer = check(text, &["--format", "concise"]);
    let expected = format!("patch.yaml:{line}");
    let found = answer.out.lines().find(|found| found.starts_with(&expected)).unwrap_or_default();
    assert!(found.contains("the line contains a template"), "{answer}");
}
