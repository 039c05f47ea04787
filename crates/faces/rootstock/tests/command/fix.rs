//! `check --fix` and `check --diff`.

use std::fs;
use std::path::Path;

use crate::{AT, Answer, edited, run, run_with_input};

fn check(file: &Path, more: &[&str]) -> Answer {
    run(&[&["check", "--at", AT, file.to_str().unwrap()], more].concat())
}

/// Writes a broken profile to a directory of its own, which does not affect the names in answers.
fn broken(folder: &tempfile::TempDir) -> std::path::PathBuf {
    let file = folder.path().join("profile.yaml");
    let text = edited(
        "openstack-nested.yaml",
        &[
            ("    keystoneURL", "    useOctavia: true # as ever\n    # where we log in\n    keystoneURL"),
            ("    - version: 1.34.1\n", "    - version: 1.34 # unquoted\n"),
            ("[bare-metal]", "baremetal # a list of one"),
        ],
    );
    fs::write(&file, text).unwrap();
    file
}

fn shown(answer: &Answer, folder: &tempfile::TempDir) -> String {
    let path = folder.path().to_str().unwrap();
    answer.to_string().replace(path, "/tmp").replace(path.trim_start_matches('/'), "tmp")
}

#[test]
fn diff_is_shown_and_file_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let before = fs::read_to_string(&file).unwrap();
    assert_snapshot!(shown(&check(&file, &["--diff"]), &folder));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn file_is_fixed_and_second_run_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let before = fs::read_to_string(&file).unwrap();
    assert_snapshot!(shown(&check(&file, &["--fix"]), &folder));
    let after = fs::read_to_string(&file).unwrap();
    let comments =
        |text: &str| text.lines().filter_map(|line| Some(line.split_once('#')?.1.to_owned())).collect::<Vec<_>>();
    let kept: Vec<String> = comments(&before).into_iter().filter(|comment| comment != " as ever").collect();
    assert_eq!(comments(&after), kept);
    let again = check(&file, &["--fix"]);
    assert!(again.out.contains("there was nothing to fix"), "{again}");
    assert_eq!(fs::read_to_string(&file).unwrap(), after);
    let diff = check(&file, &["--diff"]);
    assert_eq!(diff.out, "");
    // No temporary file is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn json_lists_the_fixes() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let answer = check(&file, &["--fix", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let made = parsed["fixes"]["made"].as_array().unwrap();
    assert_eq!(parsed["summary"]["fixed"], made.len());
    assert!(made.iter().any(|fix| fix["path"] == "spec.providerConfig.useOctavia"), "{answer}");
    assert_eq!(parsed["fixes"]["notMade"].as_array().unwrap().len(), 0);
}

#[test]
fn fixed_standard_input_is_written_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let answer = run_with_input(&["check", "--at", AT, "--fix", "-"], &text);
    check(&file, &["--fix"]);
    assert_eq!(answer.out, fs::read_to_string(&file).unwrap());
    assert!(answer.messages.contains("fixed 6 findings in 1 file"), "{answer}");
    let untouched = run_with_input(&["check", "--at", AT, "--fix", "-"], "a: [1\n");
    assert_eq!((untouched.out.as_str(), untouched.status), ("a: [1\n", 3), "{untouched}");
    let json = run_with_input(&["check", "--fix", "--format", "json", "-"], &text);
    assert_eq!(json.status, 2, "{json}");
}

#[test]
fn unreadable_files_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let text = format!("{}---\nbroken: [\n", fs::read_to_string(&file).unwrap());
    fs::write(&file, &text).unwrap();
    let answer = check(&file, &["--fix"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // The answer has the reason, and offers nothing that was just refused.
    assert!(answer.out.contains("a document of the file cannot be read\nfixed nothing\n"), "{answer}");
    assert!(!answer.out.contains("--fix writes instead"), "{answer}");
}

#[test]
fn only_files_with_fixes_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = broken(&folder);
    let clean = folder.path().join("clean.yaml");
    fs::copy(crate::fixtures().join("local-clean.yaml"), &clean).unwrap();
    let before = fs::metadata(&clean).unwrap().modified().unwrap();
    let answer = run(&["check", "--at", AT, "--fix", folder.path().to_str().unwrap()]);
    assert!(answer.out.contains("in 1 file"), "{answer}");
    assert_eq!(fs::metadata(&clean).unwrap().modified().unwrap(), before);
    assert!(!fs::read_to_string(&file).unwrap().contains("useOctavia"));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn links_and_permissions_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = broken(&folder);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.yaml");
        symlink("profile.yaml", &link).unwrap();
        let answer = check(&link, &["--fix"]);
        assert!(answer.out.contains("fixed 6 findings"), "{answer}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(!fs::read_to_string(&file).unwrap().contains("useOctavia"));
    }

    #[test]
    fn file_with_two_names_is_fixed_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = broken(&folder);
        symlink("profile.yaml", folder.path().join("link.yaml")).unwrap();
        let other_spelling = folder.path().join("./profile.yaml");
        let answer = check(folder.path(), &["--fix", file.to_str().unwrap(), other_spelling.to_str().unwrap()]);
        assert!(!answer.messages.contains("cannot write"), "{answer}");
        assert!(answer.out.contains("1 CloudProfile checked"), "{answer}");
        assert!(answer.out.contains("fixed 6 findings in 1 file"), "{answer}");
        assert!(!fs::read_to_string(&file).unwrap().contains("useOctavia"));
    }

    #[test]
    fn read_only_files_are_reported_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = broken(&folder);
        let before = fs::read_to_string(&file).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        let answer = check(&file, &["--fix"]);
        assert_eq!(answer.status, 3, "{answer}");
        assert!(answer.messages.contains("profile.yaml: it is read-only"), "{answer}");
        assert!(!answer.to_string().contains("there was nothing to fix"), "{answer}");
        assert!(answer.out.contains("not fixed"), "{answer}");
        assert!(answer.out.contains("error[unknown-field]"), "{answer}");
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    }
}

/// Fields in GEP-33's forms are written anew, and every comment moves along with what it is about.
#[test]
fn old_forms_keep_their_comments() {
    let input = r#"
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: azure}
spec:
  type: azure
  kubernetes: {versions: [{version: 1.34.1}]}
  regions: [{name: westeurope}]
  # above the vocabulary
  capabilities: # the vocabulary
    # do not reorder
    architecture: ["amd64"] # only intel
    hypervisorType: ["gen2", "gen1"] # gen2 preferred
  machineImages:
    - name: gardenlinux
      updateStrategy: minor
      versions:
        - classification: supported
          version: 1592.2.0
          capabilities: # from the pipeline
            hypervisorType: ["gen2"] # ticket 4712
  machineTypes:
    - {name: m, cpu: "8", gpu: "0", memory: 12Gi}
  providerConfig:
    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    countUpdateDomains: [{region: westeurope, count: 5}]
    countFaultDomains: [{region: westeurope, count: 3}]
    machineImages:
      - name: gardenlinux
        versions:
          - architecture: amd64 # in the entry
            # built 2025-03-01
            capabilities: # per image
              architecture: ["amd64"] # fixed
              hypervisorType: ["gen2"]
            communityGalleryImageID: /CommunityGalleries/xzy/Images/a/Versions/1592.2.0 # signed
            version: 1592.2.0 # no pre-release tag
"#;
    let answer = run_with_input(&["check", "-", "--fix", "--unsafe-fixes", "--at", AT], input);
    assert_snapshot!(answer.out);
    let comments = |text: &str| {
        let mut all: Vec<String> =
            text.lines().filter_map(|line| Some(line.split_once(" #")?.1.trim().to_owned())).collect();
        all.sort();
        all
    };
    assert_eq!(comments(&answer.out), comments(input));
}
