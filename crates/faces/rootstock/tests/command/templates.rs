//! Templates of Shoots inside objects of other kinds.

use crate::{AT, Answer, command, edited};

const TEMPLATE: &str = "\
apiVersion: gardener.clusters.openmcp.cloud/v1alpha1
kind: ProviderConfig
metadata: {name: here}
spec:
  project: my-project
  shootTemplate:
    spec:
      cloudProfile: {kind: CloudProfile, name: workshop}
      region: local
      kubernetes: {version: 1.33.5}
      provider:
        type: local
        workers:
        - name: w
          minimum: 1
          maximum: 2
          machine:
            type: lath
            image: {name: bench, version: 2.0.0}
          maxSurg: 1
";

fn check(configuration: &str, template: &str, arguments: &[&str]) -> (Answer, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("profile.yaml"), edited("local-clean.yaml", &[])).unwrap();
    std::fs::write(file("template.yaml"), template).unwrap();
    std::fs::write(file("rootstock.toml"), configuration).unwrap();
    let mut command = command();
    command
        .current_dir(folder.path())
        .args(["check", "template.yaml", "-p", "profile.yaml", "--at", AT])
        .args(arguments);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let answer =
        Answer { status: output.status.code().unwrap(), out: text(output.stdout), messages: text(output.stderr) };
    (answer, std::fs::read_to_string(file("template.yaml")).unwrap())
}

#[test]
fn template_is_checked_in_place() {
    let (answer, _) = check("", TEMPLATE, &[]);
    assert_snapshot!(answer);
}

#[test]
fn template_is_fixed_in_place() {
    let (_, text) = check("", TEMPLATE, &["--fix", "--unsafe-fixes"]);
    let expected = TEMPLATE.replace("type: lath\n", "type: lathe\n").replace("maxSurg: 1", "maxSurge: 1");
    assert_eq!(text, expected);
}

/// The configuration adds kinds; without it, the object is not checked.
#[test]
fn kinds_are_configured() {
    let other = TEMPLATE.replace("kind: ProviderConfig", "kind: Landscape").replace("shootTemplate:", "cluster:");
    assert!(check("", &other, &[]).0.out.contains("not checked"));
    let configuration = "[[shoot-templates]]\nkind = \"Landscape\"\npath = \"spec.cluster\"\n";
    let (answer, _) = check(configuration, &other, &["--format", "concise"]);
    assert!(answer.out.contains("template.yaml:18:19: error[worker-machine-type-unknown]"), "{answer}");
}

#[test]
fn mistakes_in_configured_kinds_are_reported() {
    let configuration =
        "[[shoot-templates]]\nkind = \"\"\npath = \"spec..cluster\"\nkinds = \"\"\n[[shoot-templates]]\nkind = \"A\"\n";
    assert_snapshot!(check(configuration, TEMPLATE, &[]).0);
}

/// A setting without effect is a mistake.
#[rstest::rstest]
#[case("kind = \"Shoot\"\npath = \"spec.cluster\"", "a Shoot is checked itself")]
#[case("kind = \"A\"\npath = \"spec.clusters[0]\"", "`path` must be the fields on the way to the template")]
fn templates_that_cannot_be_found_are_reported(#[case] template: &str, #[case] sentence: &str) {
    let (answer, _) = check(&format!("[[shoot-templates]]\n{template}\n"), TEMPLATE, &[]);
    assert!(answer.status == 2 && answer.messages.contains(sentence), "{answer}");
}
