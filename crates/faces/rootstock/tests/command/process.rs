//! The program from a shell's point of view: colors, pipes, exit status.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::{AT, command, run};

#[test]
fn output_in_a_pipe_is_not_colored() {
    for arguments in [&["check", "local-broken.yaml", "--at", AT][..], &["explain", "type-missing"], &["--help"]] {
        assert!(!run(arguments).out.contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn colors_can_be_forced_and_disabled() {
    let out = |variables: &[(&str, &str)]| {
        let output = command()
            .args(["check", "local-broken.yaml", "--at", AT])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let colored = out(&[("CLICOLOR_FORCE", "1")]);
    assert!(colored.contains('\u{1b}'));
    assert_eq!(out(&[("FORCE_COLOR", "1")]), colored);
    for none in [
        &[("NO_COLOR", "1")][..],
        &[("FORCE_COLOR", "0")],
        &[("FORCE_COLOR", "")],
        &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")],
    ] {
        assert!(!out(none).contains('\u{1b}'), "{none:?}");
    }
    let never =
        command().args(["check", "local-broken.yaml", "--at", AT, "--color", "never"]).env("FORCE_COLOR", "1").output();
    assert!(!never.unwrap().stdout.contains(&0x1b));
}

#[test]
fn closed_pipe_is_not_an_error() {
    let mut child =
        command().args(["rules", "--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut reader = BufReader::with_capacity(16, child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn exit_status() {
    let status = |arguments: &[&str]| run(arguments).status;
    assert_eq!(status(&["check", "local-clean.yaml", "--at", AT]), 0);
    assert_eq!(status(&["check", "local-broken.yaml", "--at", AT]), 1);
    assert_eq!(status(&["check"]), 2);
    assert_eq!(status(&["check", "local-clean.yaml", "--at", "tomorrow"]), 2);
    assert_eq!(status(&["check", "local-clean.yaml", "--feature-gates", "Nonsense=true"]), 2);
    assert_eq!(status(&["check", "local-clean.yaml", "--create", "--against", "tie.yaml"]), 2);
    assert_eq!(status(&["check", "local-clean.yaml", "--gardener", "1.134"]), 2);
    assert_eq!(status(&["check", "local-clean.yaml", "--gardener", "latest"]), 2);
    assert_eq!(status(&["check", "no-such.yaml"]), 3);
    assert_eq!(status(&["check", "mixed.yaml"]), 3);
    assert_eq!(status(&["matrix", "no-such.yaml"]), 3);
    assert_eq!(status(&["select", "local-clean.yaml", "-t", "anvil", "-i", "bench", "-V", "2.0.0"]), 1);
}
