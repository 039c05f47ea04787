//! Full or limited file systems, and little memory.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Output;

use crate::environment::{fixable, shell, stderr_text};
use crate::{AT, fixtures, run};

/// The kernel's message for a full disk.
const FULL: &str = "No space left on device";

/// Runs a script in a folder with two file systems: `tiny`, which holds 64 KiB, and `plain`, which does not support extended
/// attributes. Because mounting needs permissions, `cargo test` ignores these tests, and `cargo xtask ci --all` runs them.
fn with_file_systems(folder: &Path, script: &str) -> Output {
    fs::create_dir(folder.join("tiny")).unwrap();
    fs::create_dir(folder.join("plain")).unwrap();
    let mounts = "mount -t tmpfs -o size=64k tiny tiny && mount -t ramfs plain plain";
    fs::write(folder.join("script"), format!("{mounts} || exit 99\n{script}\n")).unwrap();
    shell(folder, "exec unshare --map-root-user --mount bash script")
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn file_is_unchanged_if_its_copy_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{}# {}\n", fixable("one"), "x".repeat(45_000));
    fs::write(folder.path().join("fixable.yaml"), text).unwrap();
    let script = format!(
        "cp fixable.yaml tiny\n\
         $ROOTSTOCK check --no-config --fix tiny/fixable.yaml --at {AT}\n\
         status=$?\n\
         cmp fixable.yaml tiny/fixable.yaml && ls -A tiny | wc -l\n\
         exit $status"
    );
    let output = with_file_systems(folder.path(), &script);
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    assert!(
        stderr_text(&output).contains(&format!("cannot write tiny/fixable.yaml: {FULL}")),
        "{}",
        stderr_text(&output)
    );
    assert!(stderr_text(&output).contains("\n1\n"), "the file is what it was, and alone\n{}", stderr_text(&output));
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn report_describes_the_actual_files() {
    let folder = tempfile::tempdir().unwrap();
    let large = format!("{}# {}\n", fixable("large"), "x".repeat(45_000));
    fs::write(folder.path().join("large.yaml"), large).unwrap();
    fs::write(folder.path().join("small.yaml"), fixable("small")).unwrap();
    let script = format!(
        "cp large.yaml tiny\n$ROOTSTOCK check --no-config --fix tiny/large.yaml small.yaml --at {AT} --format json"
    );
    let output = with_file_systems(folder.path(), &script);
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = answer["findings"].as_array().unwrap();
    let unmended = findings.iter().filter(|finding| finding["path"] == "metadata.labels.a");
    let files: Vec<&str> = unmended.filter_map(|finding| finding["location"]["file"].as_str()).collect();
    assert_eq!(files, ["tiny/large.yaml"], "the small file is fixed");
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn answer_that_does_not_fit_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let output = with_file_systems(folder.path(), "$ROOTSTOCK rules --format json >tiny/rules.json");
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains(&format!("cannot write the answer: {FULL}")), "{}", stderr_text(&output));
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn every_command_reports_a_full_disk_as_such() {
    let profile = fs::read_to_string(fixtures().join("../migration/openstack.yaml")).unwrap();
    for command in ["migrate --no-config --in-place tiny/profile.yaml", "rules --format json --output tiny/rules.json"]
    {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("profile.yaml"), format!("{profile}# {}\n", "x".repeat(40_000))).unwrap();
        let output = with_file_systems(folder.path(), &format!("cp profile.yaml tiny\n$ROOTSTOCK {command}"));
        assert_eq!(output.status.code(), Some(6), "{command}\n{}", stderr_text(&output));
        assert!(stderr_text(&output).contains(FULL), "{command}\n{}", stderr_text(&output));
    }
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn full_temporary_folder_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let shoot = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"name":"s","namespace":"garden-x"},"spec":{"cloudProfile":{"name":"workshop","kind":"CloudProfile"},"kubernetes":{"version":"1.34.1"},"region":"here","provider":{"type":"local","workers":[]}}}"#;
    fs::write(folder.path().join("shoots.json"), format!("{shoot}\n").repeat(40_000)).unwrap();
    fs::copy(fixtures().join("local-clean.yaml"), folder.path().join("profile.yaml")).unwrap();
    let script =
        format!("TMPDIR=tiny timeout 120 $ROOTSTOCK plan -p profile.yaml shoots.json --at {AT} >/dev/null || exit $?");
    let output = with_file_systems(folder.path(), &script);
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains(FULL), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains("set TMPDIR to a directory with enough space"), "{}", stderr_text(&output));
}

#[test]
#[ignore = "mounts file systems; `cargo xtask ci --all` runs it"]
fn file_system_without_attributes_is_supported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    let script = format!(
        "cp fixable.yaml plain\n\
         $ROOTSTOCK check --no-config --fix plain/fixable.yaml --at {AT}\n\
         status=$?\n\
         cat plain/fixable.yaml; ls -A plain | wc -l\n\
         exit $status"
    );
    let output = with_file_systems(folder.path(), &script);
    assert_eq!(output.status.code(), Some(1), "{}", stderr_text(&output));
    let mended = format!("{}1\n", fixable("one").replace("a: 1", "a: \"1\""));
    assert!(stderr_text(&output).contains(&mended), "{}", stderr_text(&output));
}

/// Too little memory ends a run with an error status or a signal, and a file is either unchanged or completely fixed. The
/// sufficient amount is random: the allocator requests more memory if what it gets is not aligned.
#[test]
fn low_memory_corrupts_no_file() {
    // In KiB.
    const ENOUGH: u32 = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fixable.yaml");
    let mended = fixable("one").replace("a: 1", "a: \"1\"");
    // Added to the size of the program itself.
    for kibibytes in [4_000, 8_000, 12_000, 16_000, 20_000, 24_000, 32_000, 48_000, 64_000, 96_000, ENOUGH] {
        fs::write(&file, fixable("one")).unwrap();
        let script = format!(
            "ulimit -v $(($(stat -c %s \"$ROOTSTOCK\") / 1024 + {kibibytes})); \
             exec \"$ROOTSTOCK\" check --no-config --fix fixable.yaml --at {AT}"
        );
        let output = shell(folder.path(), &script);
        let status = output.status;
        let text = fs::read_to_string(&file).unwrap();
        assert!(text == fixable("one") || text == mended, "{kibibytes}: {text}");
        match (status.code(), status.signal()) {
            (Some(1), None) => assert_eq!(text, mended, "{kibibytes}"),
            (Some(6 | 127), None) | (None, Some(_)) => assert_ne!(kibibytes, ENOUGH, "{}", stderr_text(&output)),
            _ => panic!("{kibibytes}: {status}\n{}", stderr_text(&output)),
        }
    }
    run(&["check", "--no-config", "--at", AT, "--fix", folder.path().to_str().unwrap()]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the leftovers are removed");
}
