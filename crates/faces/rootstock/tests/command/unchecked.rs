//! `check`: a check of nothing is not clean.

use rstest::rstest;

use crate::{AT, edited, run_with_input};

fn check(input: &str, arguments: &[&str]) -> crate::Answer {
    run_with_input(&[&["check", "--at", AT, "-"], arguments].concat(), input)
}

fn profile(api_version: &str, kind: &str) -> String {
    edited("local-clean.yaml", &[]).replace("core.gardener.cloud/v1beta1", api_version).replacen(
        "kind: CloudProfile\n",
        &format!("kind: {kind}\n"),
        1,
    )
}

fn misspelled_provider() -> String {
    edited("local-clean.yaml", &[]).replacen("type: local\n", "type: locall\n", 1)
}

const OURS: &str = "core.gardener.cloud/v1beta1";
const SHOOT: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: a, namespace: garden-x}\n\
                     spec: {cloudProfile: {name: local}, region: local}\n";
const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\n\
                     metadata: {name: a, namespace: garden-x}\nspec: {parent: {kind: CloudProfile, name: local}}\n";

#[rstest]
#[case::nothing("", "nothing was checked")]
#[case::another_kind("apiVersion: v1\nkind: ConfigMap\n", "nothing was checked")]
#[case::typo_in_the_kind(&profile(OURS, "CloudProfil"), "replace it by `CloudProfile`")]
#[case::another_case(&profile(OURS, "cloudProfile"), "replace it by `CloudProfile`")]
#[case::another_version(&profile("core.gardener.cloud/v1alpha1", "CloudProfile"), "supported values: \"core.gardener.cloud/v1beta1\"")]
#[case::a_shoot_alone(SHOOT, "its CloudProfile `local` is not among the inputs")]
#[case::a_child_alone(CHILD, "CloudProfile `local` is not known")]
#[case::typo_in_the_provider(&misspelled_provider(), "replace it by `local`")]
fn unchecked_objects_fail_unless_they_are_accepted(#[case] input: &str, #[case] reason: &str) {
    let answer = check(input, &[]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.out.contains(reason), "{answer}");
    let accepted = check(input, &["--allow-unchecked"]);
    assert_eq!(accepted.status, 0, "{accepted}");
    assert!(accepted.out.contains(reason), "{accepted}");
}

/// Without a message, the status would look like that of a finding.
#[rstest]
#[case::nothing("")]
#[case::another_kind("apiVersion: v1\nkind: ConfigMap\n")]
fn quiet_check_of_nothing_is_explained(#[case] input: &str) {
    for format in ["text", "concise", "json"] {
        let answer = check(input, &["--quiet", "--format", format]);
        assert_eq!(answer.status, 1, "{answer}");
        assert!(answer.messages.contains("nothing was checked"), "{answer}");
    }
    let accepted = check(input, &["--quiet", "--allow-unchecked"]);
    assert_eq!((accepted.status, accepted.out.as_str(), accepted.messages.as_str()), (0, "", ""));
}

#[test]
fn unchecked_objects_next_to_a_profile_do_not_fail() {
    let own = edited("local-clean.yaml", &[]).replacen("type: local\n", "type: homegrown\n", 1);
    let answer = check(&format!("{own}---\napiVersion: v1\nkind: ConfigMap\n"), &[]);
    assert_eq!(answer.status, 0, "{answer}");
}

/// A profile with a similar name is probably the intended one, and `--unsafe-fixes` writes it.
#[rstest]
#[case::of_a_shoot(&SHOOT.replace("region: local", "region: local, kubernetes: {version: 1.34.1}, provider: {type: local}"), "cloudProfile: {name: ")]
#[case::of_a_child(CHILD, "parent: {kind: CloudProfile, name: ")]
fn typo_in_a_profile_name_is_fixed(#[case] referring: &str, #[case] reference: &str) {
    let input = |name: &str| {
        let referring = referring.replace(&format!("{reference}local"), &format!("{reference}{name}"));
        format!("{}---\n{referring}", edited("local-clean.yaml", &[]))
    };
    let answer = check(&input("workshp"), &[]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.out.contains("replace it by `workshop`"), "{answer}");
    assert!(!check(&input("other"), &[]).out.contains("replace it by"));
    let fixed = check(&input("workshp"), &["--fix", "--unsafe-fixes"]);
    assert_eq!(fixed.out, input("workshop"), "{fixed}");
}

#[test]
fn empty_directory_fails() {
    let directory = tempfile::tempdir().unwrap();
    let answer = crate::run(&["check", directory.path().to_str().unwrap()]);
    assert_eq!(answer.status, 1, "{answer}");
}

/// A CloudProfile that a controller manages.
const MANAGED: &str = "apiVersion: cloudprofilesync.cobaltcore.dev/v1alpha1\nkind: ManagedCloudProfile\nmetadata: {name: x}\nspec:\n  cloudProfile:\n";

fn managed() -> String {
    let profile = edited("local-clean.yaml", &[]);
    let (_, spec) = profile.split_once("\nspec:\n").unwrap();
    let spec: String = spec.lines().map(|line| format!("  {line}\n")).collect();
    format!("{MANAGED}{spec}")
}

#[test]
fn managed_profile_is_checked_in_place() {
    let clean = check(&managed(), &[]);
    assert_eq!(clean.status, 0, "{clean}");
    assert!(clean.out.contains("1 ManagedCloudProfile checked, clean"), "{clean}");
    let broken = managed().replacen("cpu:", "cpus:", 1).replacen("bench", "bank", 1);
    assert_snapshot!(check(&broken, &[]));
}

#[test]
fn controller_fields_are_not_required() {
    let without = format!(
        "{MANAGED}    type: local\n    regions: [{{name: local}}]\n    kubernetes: {{versions: [{{version: 1.34.0}}]}}\n    \
         machineTypes: [{{name: a, cpu: \"1\", gpu: \"0\", memory: 8Gi}}]\n"
    );
    assert!(check(&without, &[]).out.contains("machine-images-missing"));
    let filled = check(&format!("{without}  machineImageUpdates: [{{imageName: gardenlinux}}]\n"), &[]);
    assert_eq!(filled.status, 0, "{filled}");
}

#[test]
fn provider_section_alone_is_checked() {
    let config = |rest: &str| {
        format!(
            "apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\nkind: CloudProfileConfig\nmachineImages:\n- name: plain\n{rest}"
        )
    };
    let clean = check(&config("  versions: [{version: 1.0.0, image: x}]\n"), &[]);
    assert_eq!(clean.status, 0, "{clean}");
    assert!(clean.out.contains("1 CloudProfileConfig checked, clean"), "{clean}");
    let broken = check(&config("  versions: [{version: 1.0, imag: x}]\n"), &[]);
    assert_eq!(broken.status, 1, "{broken}");
    for rule in ["unknown-field", "unquoted-string"] {
        assert!(broken.out.contains(rule), "{broken}");
    }
}
