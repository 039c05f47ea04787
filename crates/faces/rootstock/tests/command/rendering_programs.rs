//! `check --kustomize` and `--helm` with kubectl and Helm themselves. Because they are not installed everywhere, `cargo test` ignores these
//! tests, and `cargo xtask ci --all` installs the programs and runs them.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{AT, command, edited};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn check(folder: &Path, arguments: &[&str]) -> (Output, String) {
    let mut command = command();
    command.current_dir(folder).args(["check", "--no-config", "--at", AT, "--format", "concise"]);
    let output = command.args(arguments).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output, text)
}

/// Returns the line of the first one that contains a text.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap() + 1
}

/// kustomize sorts the fields and drops comments, so that lines of the rendered manifests are not those of the files.
#[test]
#[ignore = "runs kubectl; `cargo xtask ci --all` installs and runs it"]
fn kustomize_tree_is_checked_in_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let base = edited("local-clean.yaml", &[("cpu: \"4\"", "cpu: \"-4\"")]);
    write(folder, "base/profile.yaml", &base);
    write(folder, "base/kustomization.yaml", "resources: [profile.yaml]\n");
    let regions = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: workshop}\nspec:\n  regions:\n  - name: \"\"\n";
    write(folder, "prod/regions.yaml", regions);
    write(folder, "prod/memory.yaml", "- op: replace\n  path: /spec/machineTypes/0/memory\n  value: -8Gi\n");
    let kustomization = "resources: [../base]\npatches:\n- path: regions.yaml\n- {target: {kind: CloudProfile, name: workshop}, path: \
                         memory.yaml}\n";
    write(folder, "prod/kustomization.yaml", kustomization);
    let (output, text) = check(folder, &["-k", "prod"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let cpu = format!("base/profile.yaml:{}:", line_of(&base, "cpu: \"-4\""));
    for place in [cpu.as_str(), "prod/memory.yaml:3:", "prod/regions.yaml:6:"] {
        assert!(text.lines().any(|line| line.starts_with(place)), "{place}\n{text}");
    }
    write(folder, "prod/kustomization.yaml", "resources: [../gone]\n");
    let (output, text) = check(folder, &["-k", "prod"]);
    assert!(output.status.code() == Some(3) && text.contains("kubectl failed: "), "{text}");
}

/// The chart has a profile that is written from values, and one that is a finished file.
#[test]
#[ignore = "runs Helm; `cargo xtask ci --all` installs and runs it"]
fn chart_is_checked_and_its_finished_profile_is_kept_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "chart/Chart.yaml", "apiVersion: v2\nname: garden\nversion: 1.0.0\n");
    let profile = edited("local-clean.yaml", &[]);
    let (head, spec) = profile.split_once("\nspec:\n").unwrap();
    write(folder, "chart/values.yaml", &format!("profile:\n{spec}"));
    write(
        folder,
        "chart/templates/workshop.yaml",
        &format!("{head}\nspec: {{{{ toYaml .Values.profile | nindent 2 }}}}\n"),
    );
    let finished = profile.replacen("name: workshop", "name: finished", 1);
    write(folder, "chart/profiles/finished.yaml", &finished);
    let template =
        "{{ range $file, $_ := .Files.Glob \"profiles/*.yaml\" }}\n---\n{{ $.Files.Get $file }}\n{{ end }}\n";
    write(folder, "chart/templates/finished.yaml", template);
    write(folder, "broken.yaml", "profile:\n  regions:\n  - name: \"\"\n");
    let (output, text) = check(folder, &["--helm", "chart"]);
    assert!(output.status.success() && text.contains("2 CloudProfiles checked"), "{text}");
    let (output, text) = check(folder, &["--helm", "chart", "--values", "broken.yaml"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let place = "helm template chart (garden/templates/workshop.yaml):";
    assert!(text.lines().any(|line| line.starts_with(place) && line.contains("error[")), "{text}");

    let file = folder.join("chart/profiles/finished.yaml");
    let edit = [
        "upkeep",
        "set",
        file.to_str().unwrap(),
        "spec.machineTypes[awl].memory=-8Gi",
        "--accept",
        "machine-type-negative",
        "--in-place",
        "--at",
        AT,
    ];
    let answer = crate::run(&edit);
    assert!(fs::read_to_string(&file).unwrap() != finished, "{answer}");
    let (output, text) = check(folder, &["--helm", "chart"]);
    let place = "helm template chart (garden/templates/finished.yaml):";
    assert!(output.status.code() == Some(1) && text.lines().any(|line| line.starts_with(place)), "{text}");
}
