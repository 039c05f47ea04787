//! `check --kustomize` and `--helm`, with programs that stand in for kubectl, kustomize, and Helm.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::{AT, command, edited};

/// A directory that takes the place of `PATH`, and a profile that the programs in it print.
struct Programs(tempfile::TempDir);

impl Programs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let profile = edited("local-clean.yaml", &[("memory: 8Gi", "memory: -8Gi")]);
        fs::write(folder.path().join("profile.yaml"), profile).unwrap();
        Self(folder)
    }

    /// Adds a program that checks its arguments and prints the profile.
    fn add(self, name: &str, arguments: &str) -> Self {
        let body = format!(
            "[ \"$*\" = '{arguments}' ] || {{ echo \"unexpected: $*\" >&2; exit 1; }}\nwhile IFS= read -r line; do printf '%s\\n' \
             \"$line\"; done < {}/profile.yaml",
            self.0.path().display()
        );
        self.add_script(name, &body)
    }

    fn add_script(self, name: &str, body: &str) -> Self {
        let file = self.0.path().join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn check(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = command();
        command
            .current_dir(self.0.path())
            .env("PATH", self.0.path())
            .args(["check", "--at", AT, "--format", "concise"]);
        let output = command.args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

const ERROR: &str = "error[machine-type-negative]";

#[test]
fn kustomization_is_rendered_by_kubectl() {
    let programs = Programs::new().add("kubectl", "kustomize ./overlays/prod").add("kustomize", "never");
    let (status, out, messages) = programs.check(&["-k", "overlays/prod"]);
    assert_eq!((status, messages.as_str()), (1, ""));
    assert!(out.starts_with("kustomize build overlays/prod:") && out.contains(ERROR), "{out}");
}

#[test]
fn kustomization_is_rendered_by_kustomize_without_kubectl() {
    let programs = Programs::new().add("kustomize", "build ./overlays/prod");
    let (status, out, messages) = programs.check(&["--kustomize", "overlays/prod"]);
    assert!(status == 1 && out.contains(ERROR), "{out}{messages}");
}

#[test]
fn chart_is_rendered_with_values() {
    let programs = Programs::new().add("helm", "template ./chart --values a.yaml --values b.yaml");
    let (status, out, messages) = programs.check(&["--helm", "chart", "--values", "a.yaml", "--values", "b.yaml"]);
    assert!(status == 1 && out.contains("helm template chart:") && out.contains(ERROR), "{out}{messages}");
}

/// Rendered manifests and files are judged together.
#[test]
fn rendered_profile_is_that_of_a_shoot() {
    let programs = Programs::new().add("kubectl", "kustomize ./base");
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: a, namespace: garden-a}\nspec:\n  \
                 cloudProfile: {name: workshop}\n  region: nowhere\n";
    fs::write(programs.0.path().join("shoot.yaml"), shoot).unwrap();
    let (_, out, _) = programs.check(&["shoot.yaml", "-k", "base"]);
    assert!(out.contains("shoot.yaml:6:11: error["), "{out}");
}

#[test]
fn missing_and_failing_programs_are_reported() {
    let (status, out, messages) = Programs::new().check(&["-k", "base"]);
    assert_eq!(status, 3, "{out}");
    assert!(
        messages.contains("kubectl") && messages.contains("kustomize") && messages.contains("are not installed"),
        "{messages}"
    );
    let (status, _, messages) = Programs::new().check(&["--helm", "chart"]);
    assert!(status == 3 && messages.contains("helm") && messages.contains("is not installed"), "{messages}");
    let programs = Programs::new().add_script("helm", "echo 'Error: no such chart' >&2; exit 1");
    let (status, out, messages) = programs.check(&["--helm", "chart"]);
    assert!(status == 3 && messages.contains("helm failed: Error: no such chart"), "{out}{messages}");
    let programs = Programs::new().add_script("helm", "exit 7");
    assert!(programs.check(&["--helm", "chart"]).2.contains("helm failed: exit status: 7"));
}

#[rstest::rstest]
#[case(&["--helm", "chart", "--fix"], "--fix edits files, but")]
#[case(&["-k", "base", "--diff"], "omit --diff, and change what the findings name")]
fn rendered_manifests_are_not_fixed(#[case] arguments: &[&str], #[case] sentence: &str) {
    let (status, _, messages) = Programs::new().check(arguments);
    assert!(status == 2 && messages.contains(sentence), "{messages}");
}

/// Helm names the template of each manifest in a comment.
#[test]
fn findings_name_the_template_of_a_chart() {
    let programs = Programs::new().add("helm", "template ./chart");
    let profile = edited("local-clean.yaml", &[("memory: 8Gi", "memory: -8Gi")]);
    let second = profile.replacen("name: workshop", "name: other", 1);
    let part = |template: &str, text: &str| format!("---\n# Source: garden/templates/{template}.yaml\n{text}");
    let rendered = [part("b", &profile), part("a", "kind: Other\n"), part("b", &second)].concat();
    fs::write(programs.0.path().join("profile.yaml"), rendered).unwrap();
    let (status, out, messages) = programs.check(&["--helm", "chart"]);
    assert_eq!(status, 1, "{messages}");
    let line = profile.lines().position(|line| line.contains("memory: -8Gi")).unwrap() + 3;
    let places = [line, line + profile.lines().count() + 2];
    for line in places {
        let place = format!("helm template chart (garden/templates/b.yaml):{line}:");
        assert!(out.contains(&place), "{place}\n{out}");
    }
}

/// A rendered text as large as a pipe holds, and messages as large as well, do not block.
#[test]
fn large_output_is_read() {
    let lines = "i=0; while [ $i -lt 4000 ]; do echo '# a line of a comment that is long enough' >&1; echo 'a warning, a warning, a warning' >&2; \
                 i=$((i+1)); done";
    let programs = Programs::new().add_script("kubectl", lines);
    let (status, out, _) = programs.check(&["-k", "base", "--allow-unchecked"]);
    assert_eq!(status, 0, "{out}");
}

/// A patch is not a broken profile; what it results in is checked.
#[test]
fn json_patch_is_named() {
    let programs = Programs::new();
    let patch = "- op: replace\n  path: /spec/machineTypes/0/memory\n  value: 16Gi\n";
    fs::write(programs.0.path().join("patch.yaml"), patch).unwrap();
    let (status, out, _) = programs.check(&["patch.yaml"]);
    assert_eq!(status, 1, "a check of nothing does not pass");
    assert!(out.contains("not checked: patch.yaml:1:1: a document: it is a JSON patch; give the object"), "{out}");
}

/// A script takes the place of kubectl, and prints the base with the patches applied.
#[test]
fn findings_lead_to_the_patch_or_base() {
    let programs = Programs::new();
    let folder = programs.0.path().to_owned();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let base = edited("local-clean.yaml", &[("cpu: \"4\"", "cpu: \"-4\"")]);
    file("base/profile.yaml", &base);
    file("base/kustomization.yaml", "resources: [profile.yaml]\n");
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: workshop}\nspec:\n";
    file("prod/patch.yaml", &format!("{head}  machineTypes:\n  - name: awl\n    memory: -8Gi\n"));
    let kustomization = "resources: [../base, https://example.com/more]\npatches:\n- path: patch.yaml\n- {target: {kind: CloudProfile, \
                         name: workshop}, path: operations.yaml}\n";
    file("prod/kustomization.yaml", kustomization);
    file("prod/operations.yaml", "- op: add\n  path: /spec/regions/-\n  value: {name: \"\"}\n");
    let rendered =
        base.replacen("memory: 8Gi", "memory: -8Gi", 1).replace("  regions:\n", "  regions:\n  - name: \"\"\n");
    file("profile.yaml", &rendered);
    let programs = programs.add("kubectl", "kustomize ./prod");
    let (status, out, messages) = programs.check(&["-k", "prod"]);
    assert_eq!(status, 1, "{out}{messages}");
    let places: Vec<&str> = out.lines().filter_map(|line| line.split_once(": error").map(|(place, _)| place)).collect();
    let line = base.lines().position(|line| line.contains("cpu: \"-4\"")).unwrap() + 1;
    let cpu = format!("base/profile.yaml:{line}:");
    assert!(places.iter().any(|place| place.starts_with(&cpu)), "{out}");
    assert!(places.contains(&"prod/patch.yaml:7:13"), "{out}");
    assert!(places.iter().any(|place| place.starts_with("prod/operations.yaml:3:")), "{out}");
}
