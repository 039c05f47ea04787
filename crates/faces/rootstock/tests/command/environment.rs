//! Unusual inputs and environments: pipes, names, links, and concurrent changes of a file.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::{AT, command, fixtures, run};

/// A profile whose findings have no fix.
const BROKEN: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: broken}\n";
/// A profile with one fixable finding.
const FIXABLE: &str =
    "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: NAME, labels: {a: 1}}\n";

pub(crate) fn fixable(name: &str) -> String {
    FIXABLE.replace("NAME", name)
}

pub(crate) fn stderr_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs a script in a folder with a shell.
pub(crate) fn shell(folder: &Path, script: &str) -> Output {
    let mut shell = Command::new("bash");
    shell.args(["-c", script]).current_dir(folder).env("ROOTSTOCK", env!("CARGO_BIN_EXE_rootstock"));
    shell.output().unwrap()
}

#[test]
fn pipe_is_checked_as_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.yaml"), BROKEN).unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    let check = "$ROOTSTOCK check --no-config --at 2026-06-01T00:00:00Z";
    for script in [
        format!("{check} --fix <(cat broken.yaml) fixable.yaml"),
        format!("cat broken.yaml | {check} --fix /dev/stdin fixable.yaml"),
        format!("mkfifo pipe; (cat broken.yaml >pipe &); timeout 20 {check} --fix pipe fixable.yaml"),
        format!("{check} --diff <(cat broken.yaml) fixable.yaml >/dev/null"),
    ] {
        let output = shell(folder.path(), &script);
        assert_eq!(output.status.code(), Some(1), "{script}\n{}", stderr_text(&output));
        assert!(stderr_text(&output).contains("10 errors"), "{script}\n{}", stderr_text(&output));
    }
}

#[test]
fn pipe_in_a_folder_does_not_block_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    let script = format!("mkfifo pipe.yaml notes; timeout 20 $ROOTSTOCK check --no-config --at {AT} .");
    let output = shell(folder.path(), &script);
    assert_eq!(output.status.code(), Some(3), "{}", stderr_text(&output));
    let why = "cannot read ./pipe.yaml: it is a pipe, a socket or a device";
    assert!(stderr_text(&output).contains(why) && !stderr_text(&output).contains("notes"), "{}", stderr_text(&output));
}

#[test]
fn a_parent_in_a_pipe_serves_both_sides() {
    let child = "../children/arboretum.yaml";
    let script = format!("timeout 20 $ROOTSTOCK diff {child} {child} --at {AT} --parent <(cat orchard.yaml)");
    let output = shell(&fixtures(), &script);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
}

#[test]
fn files_with_equal_displayed_names_are_distinct() {
    let folder = tempfile::tempdir().unwrap();
    let names: [&[u8]; 3] = [b"a\xff.yaml", b"a\xfe.yaml", "a\u{fffd}.yaml".as_bytes()];
    for (name, profile) in names.iter().zip(["first", "second", "third"]) {
        fs::write(folder.path().join(OsStr::from_bytes(name)), fixable(profile)).unwrap();
    }
    let answer = run(&["check", "--no-config", "--at", AT, "--fix", folder.path().to_str().unwrap()]);
    assert!(answer.out.contains("fixed 3 findings in 3 files"), "{answer}");
    for (name, profile) in names.iter().zip(["first", "second", "third"]) {
        let text = fs::read_to_string(folder.path().join(OsStr::from_bytes(name))).unwrap();
        assert_eq!(text, fixable(profile).replace("a: 1", "a: \"1\""));
    }
}

#[test]
fn patch_quotes_file_names_like_git() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a\n\"b\\ ä.yaml"), fixable("one")).unwrap();
    fs::write(folder.path().join("with blank.yaml"), fixable("two")).unwrap();
    let output = shell(
        folder.path(),
        "git init -q . && $ROOTSTOCK check --no-config --diff . >../$$.patch; git apply ../$$.patch && rm ../$$.patch; grep -c 'a: 1' *",
    );
    assert!(!stderr_text(&output).contains(":1\n"), "{}", stderr_text(&output));
    assert_eq!(
        fs::read_to_string(folder.path().join("with blank.yaml")).unwrap(),
        fixable("two").replace("a: 1", "a: \"1\"")
    );
}

#[test]
fn standard_output_differs_from_input_only_by_the_fix() {
    let text = "{\"apiVersion\":\"core.gardener.cloud/v1beta1\",\"kind\":\"CloudProfile\",\"metadata\":{\"name\":\"a\u{7f}\u{9b}b\",\"labels\":{\"a\":1}}}\n";
    let answer = crate::run_with_input(&["check", "--no-config", "--at", AT, "--fix", "-"], text);
    assert_eq!(answer.out, text.replace(":1}", ":\"1\"}"), "{answer}");
}

#[test]
fn text_after_the_end_of_a_document_is_kept() {
    let answer = crate::run_with_input(&["check", "--no-config", "--at", AT, "-"], "a: b\n... c: d\ne: f\n");
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.out.contains("`...` ends a document"), "{answer}");
}

/// Found by mutation of real profiles, which were reported as a bug of the program.
#[test]
fn odd_profiles_are_not_internal_errors() {
    let no_versions = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\nspec:\n  type: local\n  machineImages:\n  - name: none\n  machineTypes:\n  - {name: small, cpu: 1, gpu: 0, memory: 1Gi}\n  regions:\n  - name: here\n  providerConfig:\n    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n";
    let twice =
        no_versions.replace("- name: none", "- name: some\n    versions:\n    - version: 1.0.0\n    - version: 1.0.0");
    let touching = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\nspec:\n  type: local\n  machineImages:\n  - {name: t, cpu: 2, gpu: 0}\n";
    for (arguments, text) in [
        (&["migrate", "-"][..], no_versions),
        (&["migrate", "-"], &twice),
        (&["canonicalize", "--diff", "-"], touching),
    ] {
        let answer = crate::run_with_input(&[arguments, &["--at", AT]].concat(), text);
        assert_ne!(answer.status, 4, "{arguments:?} {answer}");
    }
    let answer = crate::run_with_input(&["migrate", "-", "--at", AT], &twice);
    assert!(answer.messages.contains("image `some` has version `1.0.0` several times"), "{answer}");
}

#[test]
fn full_disk_and_missing_folder_are_not_internal_errors() {
    let folder = fixtures();
    let output = shell(&folder, "$ROOTSTOCK rules >/dev/full");
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains("cannot write the answer"), "{}", stderr_text(&output));
    let closed = shell(&folder, "$ROOTSTOCK rules >&-; echo $?; $ROOTSTOCK rules </dev/null 2>&- >/dev/null; echo $?");
    assert_eq!(stderr_text(&closed), "0\n0\n");
}

#[test]
fn next_run_removes_files_of_a_killed_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    fs::write(folder.path().join(".rootstock-x1y2z3.tmp"), "half").unwrap();
    let answer = run(&["check", "--no-config", "--at", AT, "--fix", folder.path().to_str().unwrap()]);
    assert!(answer.out.contains("fixed 1 finding"), "{answer}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn hard_linked_file_is_not_split() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fixable.yaml");
    fs::write(&file, fixable("one")).unwrap();
    fs::hard_link(&file, folder.path().join("other")).unwrap();
    let answer = run(&["check", "--no-config", "--at", AT, "--fix", file.to_str().unwrap()]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("it has 2 hard links, which would be broken"), "{answer}");
    assert_eq!(fs::read_to_string(&file).unwrap(), fixable("one"));
}

#[test]
fn configuration_size_is_limited() {
    let answer = run(&["check", "--config", "/dev/zero", "local-clean.yaml"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("cannot read /dev/zero: larger than 1 MiB"), "{answer}");
}

#[test]
fn run_without_home_temporary_folder_and_locale_works() {
    for variables in [&[("HOME", "/nonexistent")][..], &[("TMPDIR", "/nonexistent")], &[("LC_ALL", "C"), ("LANG", "C")]]
    {
        let output =
            command().args(["check", "local-clean.yaml", "--at", AT]).envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{variables:?}\n{}", stderr_text(&output));
    }
    let output = command().args(["check", "local-clean.yaml", "--at", AT]).env_clear().output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
}

/// Writes documents with the maximal depth, and deeper ones.
fn deep(folder: &Path) {
    let profile = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: deep}\nspec:\n  type: local\n  x: ";
    fs::write(folder.join("deep.yaml"), format!("{profile}{}{}\n", "[".repeat(120), "]".repeat(120))).unwrap();
    fs::write(folder.join("braces.yaml"), format!("{profile}{}1{}\n", "{a: ".repeat(120), "}".repeat(120))).unwrap();
    fs::write(folder.join("dashes.yaml"), format!("{profile}\n    {}1\n", "- ".repeat(120))).unwrap();
    fs::write(folder.join("brackets.yaml"), "[".repeat(100_000)).unwrap();
    fs::write(folder.join("braces.json"), "{\"a\":".repeat(100_000)).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn small_stack_is_sufficient() {
    let folder = tempfile::tempdir().unwrap();
    deep(folder.path());
    for size in [256, 64] {
        for question in
            ["check --no-config", "canonicalize", "migrate", "matrix", "versions", "check --no-config --diff"]
        {
            for file in ["deep.yaml", "braces.yaml", "dashes.yaml", "brackets.yaml", "braces.json"] {
                let output = shell(folder.path(), &format!("ulimit -s {size}; $ROOTSTOCK {question} {file} --at {AT}"));
                let status = output.status.code();
                assert!(
                    matches!(status, Some(0..=3)),
                    "{size} {question} {file}: {status:?}\n{}",
                    stderr_text(&output)
                );
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn low_limit_of_open_files_is_sufficient() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..40 {
        fs::write(folder.path().join(format!("{number}.yaml")), fixable("one")).unwrap();
    }
    let output = shell(folder.path(), &format!("ulimit -n 10; $ROOTSTOCK check --no-config --fix . --at {AT}"));
    assert!(stderr_text(&output).contains("fixed 40 findings in 40 files"), "{}", stderr_text(&output));
    let output = shell(folder.path(), &format!("ulimit -n 4; $ROOTSTOCK check --no-config . --at {AT}"));
    assert!(!matches!(output.status.code(), None | Some(4)), "{}", stderr_text(&output));
}

/// If a file does not fit on the disk, this is reported and nothing is written partially; the next run removes leftovers of a
/// killed one.
#[cfg(target_os = "linux")]
#[test]
fn unwritable_file_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fixable.yaml");
    fs::write(&file, fixable("one")).unwrap();
    let fix = format!("$ROOTSTOCK check --no-config --fix fixable.yaml --at {AT}");
    let full = shell(folder.path(), &format!("trap '' XFSZ; ulimit -f 0; {fix}"));
    assert_eq!(full.status.code(), Some(3), "{}", stderr_text(&full));
    assert!(stderr_text(&full).contains("cannot write fixable.yaml: "), "{}", stderr_text(&full));
    let killed = shell(folder.path(), &format!("ulimit -f 0; {fix}"));
    assert_ne!(killed.status.code(), Some(4), "{}", stderr_text(&killed));
    assert_eq!(fs::read_to_string(&file).unwrap(), fixable("one"));
    let next = shell(folder.path(), &fix);
    assert!(stderr_text(&next).contains("fixed 1 finding in 1 file"), "{}", stderr_text(&next));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the leftovers are removed");
}

#[test]
fn a_file_that_changes_meanwhile_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    // While the run waits for the second input, it has already read the first.
    let script = format!(
        "mkfifo pipe; timeout 60 $ROOTSTOCK check --no-config --fix fixable.yaml pipe --at {AT} & \
         exec 9>pipe; echo '# another writer' >>fixable.yaml; exec 9>&-; wait $!"
    );
    let output = shell(folder.path(), &script);
    assert_eq!(output.status.code(), Some(3), "{}", stderr_text(&output));
    assert!(
        stderr_text(&output).contains("cannot write fixable.yaml: it has changed since it was read"),
        "{}",
        stderr_text(&output)
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("fixable.yaml")).unwrap(),
        format!("{}# another writer\n", fixable("one"))
    );
}

#[test]
fn killed_run_has_written_all_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for delay in ["0.00", "0.01", "0.02", "0.03", "0.05", "0.08"] {
        for number in 0..20 {
            fs::write(folder.path().join(format!("{number}.yaml")), fixable("one")).unwrap();
        }
        let script = format!(
            "$ROOTSTOCK check --no-config --fix . --at {AT} >/dev/null 2>&1 & sleep {delay}; kill -9 $!; wait $!"
        );
        shell(folder.path(), &script);
        for number in 0..20 {
            let text = fs::read_to_string(folder.path().join(format!("{number}.yaml"))).unwrap();
            let fixed = fixable("one").replace("a: 1", "a: \"1\"");
            assert!(text == fixable("one") || text == fixed, "{delay}: {text}");
        }
    }
    fs::write(folder.path().join("last.yaml"), fixable("one")).unwrap();
    shell(folder.path(), &format!("$ROOTSTOCK check --no-config --fix . --at {AT}"));
    let mut names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.all(|name| name.to_str().unwrap().ends_with(".yaml")), "leftovers");
}

#[test]
fn closed_descriptors_are_not_internal_errors() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixable.yaml"), fixable("one")).unwrap();
    for script in [
        "$ROOTSTOCK check --no-config fixable.yaml <&-",
        "$ROOTSTOCK check --no-config - <&-",
        "$ROOTSTOCK check --no-config fixable.yaml >&-",
        "$ROOTSTOCK check --no-config fixable.yaml >&- 2>&-",
        "$ROOTSTOCK check --no-config --fix fixable.yaml <&- >&- 2>&-",
        "$ROOTSTOCK lsp <&-",
        "$ROOTSTOCK lsp </dev/null >/dev/full",
        "$ROOTSTOCK mcp <&-",
        "echo '{' | $ROOTSTOCK mcp >/dev/full",
        "$ROOTSTOCK man >/dev/full",
        "$ROOTSTOCK completions bash >/dev/full",
    ] {
        let output = shell(folder.path(), script);
        assert!(
            !matches!(output.status.code(), None | Some(4 | 101 | 134)),
            "{script}: {:?}\n{}",
            output.status,
            stderr_text(&output)
        );
    }
}

#[test]
fn large_fleet_without_temporary_folder_is_reported() {
    let shoot = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"name":"s","namespace":"garden-x"},"spec":{"cloudProfile":{"name":"workshop","kind":"CloudProfile"},"kubernetes":{"version":"1.34.1"},"region":"here","provider":{"type":"local","workers":[]}}}"#;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shoots.json"), format!("{shoot}\n").repeat(40_000)).unwrap();
    fs::copy(fixtures().join("local-clean.yaml"), folder.path().join("profile.yaml")).unwrap();
    let script =
        format!("TMPDIR=/nonexistent timeout 120 $ROOTSTOCK plan -p profile.yaml shoots.json --at {AT} >/dev/null");
    let output = shell(folder.path(), &script);
    assert_eq!(output.status.code(), Some(6), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains("set TMPDIR to a directory with enough space"), "{}", stderr_text(&output));
}
