//! `rootstock.toml`.

use std::fs;
use std::process::Stdio;

use crate::{AT, Answer, command, edited};

/// A directory with a profile in `profiles/` that has one warning and one note of advice, and a configuration above it.
struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new(configuration: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("profiles")).unwrap();
        let profile = edited(
            "local-clean.yaml",
            &[("values: [virtual, metal]", "values: [virtual, metal, container]"), ("memory: 8Gi", "memory: 8")],
        );
        fs::write(folder.path().join("profiles/workshop.yaml"), profile).unwrap();
        fs::write(folder.path().join("rootstock.toml"), configuration).unwrap();
        Self(folder)
    }

    fn check(&self, arguments: &[&str]) -> Answer {
        self.check_in("", arguments)
    }

    fn check_in(&self, folder: &str, arguments: &[&str]) -> Answer {
        let mut command = command();
        command.current_dir(self.0.path().join(folder)).args(["check", "--at", AT]).args(arguments);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let hidden = |text: Vec<u8>| {
            let own = fs::canonicalize(self.0.path()).unwrap();
            String::from_utf8(text).unwrap().replace(own.to_str().unwrap(), "/tmp")
        };
        Answer { status: output.status.code().unwrap(), out: hidden(output.stdout), messages: hidden(output.stderr) }
    }
}

const PROFILE: &str = "profiles/workshop.yaml";

#[test]
fn without_configuration_every_finding_is_shown() {
    assert_snapshot!(Workspace::new("").check(&[PROFILE]));
}

const REASONED: &str = r#"
# What we live with.
[severity]
size-without-unit = "error"

[[suppress]]
rule = "capability-value-unused"
object = "workshop"
path = "spec.machineCapabilities[hostType]"
file = "profiles/*.yaml"
reason = "we will have containers in spring"
"#;

#[test]
fn findings_are_weighed_and_accepted() {
    let world = Workspace::new(REASONED);
    assert_snapshot!("findings_are_weighed_and_accepted", world.check(&[PROFILE]));
    let json = world.check(&[PROFILE, "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(parsed["summary"]["suppressed"], 1);
    assert_eq!(parsed["summary"]["inputs"], 1);
    assert_eq!(parsed["settings"]["configuration"], "rootstock.toml");
    let suppressed = &parsed["suppressed"][0];
    assert_eq!(suppressed["rule"], "capability-value-unused");
    assert_eq!(suppressed["reason"], "we will have containers in spring");
    assert_eq!(suppressed["suppressedBy"]["file"], "rootstock.toml");
    assert_eq!(suppressed["suppressedBy"]["start"]["line"], 7);
}

#[test]
fn configuration_is_found_in_parent_directory_or_by_name() {
    let world = Workspace::new(REASONED);
    let below = world.check_in("profiles", &["workshop.yaml"]);
    assert!(below.out.contains("suppressed 1 finding by /tmp/rootstock.toml"), "{below}");
    let named = world.check_in("profiles", &["workshop.yaml", "--config", "../rootstock.toml"]);
    assert!(named.out.contains("suppressed 1 finding by ../rootstock.toml"), "{named}");
    let without = world.check(&[PROFILE, "--no-config"]);
    assert!(!without.out.contains("suppressed"), "{without}");
    let missing = world.check(&[PROFILE, "--config", "other.toml"]);
    assert_eq!(
        (missing.status, missing.messages.as_str()),
        (3, "rootstock: cannot read other.toml: there is no such file\n")
    );
}

#[test]
fn unused_suppression_is_reported() {
    let world = Workspace::new(
        "[[suppress]]\nrule = \"machine-type-without-image\"\nreason = \"soon\"\n\n[[suppress]]\nrule = \"size-without-unit\"\nfile = \"other/*\"\nreason = \"elsewhere\"\n",
    );
    assert_snapshot!(world.check(&[PROFILE]));
    // A suppression of disabled advice is not unused.
    let answer = world.check(&[PROFILE, "--advice", "off"]);
    assert!(!answer.out.contains("suppression-unused"), "{answer}");
}

#[test]
fn advice_can_be_switched_off_and_on_again() {
    let world = Workspace::new("[advice]\nenabled = false\n");
    assert!(world.check(&[PROFILE]).out.contains("1 CloudProfile checked, clean"));
    assert!(world.check(&[PROFILE, "--advice", "on"]).out.contains("size-without-unit"));
    let world = Workspace::new("[severity]\nsize-without-unit = \"off\"\ncapability-value-unused = \"off\"\n");
    assert!(world.check(&[PROFILE]).out.contains("1 CloudProfile checked, clean"));
}

#[test]
fn errors_stay_errors() {
    let world = Workspace::new("[[suppress]]\nrule = \"regions-missing\"\nreason = \"we have none\"\n");
    let file = world.0.path().join(PROFILE);
    let text = fs::read_to_string(&file).unwrap();
    let (head, rest) = text.split_once("  regions:\n").unwrap();
    let (_, tail) = rest.split_once("  providerConfig:\n").unwrap();
    fs::write(&file, format!("{head}  regions: []\n  providerConfig:\n{tail}")).unwrap();
    let answer = world.check(&[PROFILE]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.out.contains("error[regions-missing]"), "{answer}");
    assert!(answer.out.contains("matches only errors"), "{answer}");
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let world = Workspace::new(
        r#"
colour = "green"

[advise]
enabled = true

[advice]
enabled = "yes"
horizon-days = -1
horizon = 3

[severity]
regions-missing = "warning"
size-without-units = "off"
size-without-unit = "eror"
flavor-never-selected = 3

[[suppress]]
rule = "flavour-never-selected"
reason = "x"

[[suppress]]
rule = "flavor-never-selected"

[[suppress]]
reason = "y"
paths = "spec"

[[suppress]]
rule = "flavor-never-selected"
path = ""
reason = " "

[[suppress]]
reason = "z"
"#,
    );
    assert_snapshot!(world.check(&[PROFILE]));
    let broken = Workspace::new("[advice\nenabled = true\n");
    assert_snapshot!("mistakes_of_syntax", broken.check(&[PROFILE]));
}

#[test]
fn suppressed_error_is_still_fixed() {
    let world = Workspace::new("[[suppress]]\nrule = \"wrong-type\"\nreason = \"never\"\n");
    let file = world.0.path().join(PROFILE);
    let text = fs::read_to_string(&file).unwrap();
    let broken = text.replacen("architecture: [amd64]", "architecture: amd64", 1);
    assert_ne!(broken, text);
    fs::write(&file, &broken).unwrap();
    let answer = world.check(&[PROFILE, "--fix"]);
    assert!(answer.out.contains("fixed 1 finding in 1 file"), "{answer}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
