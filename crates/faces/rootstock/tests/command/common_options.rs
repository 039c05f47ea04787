//! Options that stand before the command, and `--quiet`.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

#[rstest]
#[case(&["--no-config", "check", "local-broken.yaml", "--at", AT], &["check", "local-broken.yaml", "--at", AT, "--no-config"])]
#[case(&["--at", AT, "--semantics", "gardener", "check", "local-broken.yaml"], &["check", "local-broken.yaml", "--at", AT, "--semantics", "gardener"])]
#[case(&["--gardener", "1.148", "check", "local-broken.yaml", "--at", AT], &["check", "local-broken.yaml", "--at", AT, "--gardener", "1.148"])]
#[case(&["--without-extension-webhooks", "check", "local-broken.yaml", "--at", AT], &["check", "local-broken.yaml", "--at", AT, "--without-extension-webhooks"])]
#[case(&["--at=2026-06-01", "--color", "never", "--limit", "9", "check", "local-broken.yaml"], &["check", "local-broken.yaml", "--at", AT, "--limit", "9"])]
#[case(&["--at", AT, "check", "--", "local-broken.yaml"], &["check", "local-broken.yaml", "--at", AT])]
#[case(&["--at", AT, "upkeep", "expire", "orchard.yaml", "kubernetes@1.34.1", "--never"], &["upkeep", "expire", "orchard.yaml", "kubernetes@1.34.1", "--never", "--at", AT])]
fn common_options_may_stand_before_the_command(#[case] before: &[&str], #[case] after: &[&str]) {
    let (before, after) = (run(before), run(after));
    assert_eq!(before.to_string(), after.to_string());
    assert_ne!(before.status, 2, "{before}");
}

#[rstest]
#[case::command_without_it(&["--no-config", "rules"], "unexpected argument '--no-config'")]
#[case::twice(&["--no-config", "check", "local-broken.yaml", "--no-config"], "cannot be used multiple times")]
#[case::no_value(&["--at"], "a value is required for '--at <TIME>'")]
#[case::option_of_one_command(&["--advice", "off", "check", "local-broken.yaml"], "unexpected argument '--advice'")]
#[case::no_command(&["--no-config"], "unexpected argument '--no-config'")]
fn common_options_are_errors_where_there_are_none(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = run(arguments);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message) || message.contains("value is required"), "{answer}");
}

#[test]
fn quiet_leaves_the_findings() {
    let loud = run(&["check", "local-broken.yaml", "--at", AT, "--format", "concise"]);
    let quiet = run(&["-q", "check", "local-broken.yaml", "--at", AT, "--format", "concise"]);
    assert_eq!((quiet.status, quiet.messages.as_str()), (1, ""));
    assert!(
        loud.out.starts_with(&quiet.out) && quiet.out.lines().all(|line| line.starts_with("local-broken.yaml:")),
        "{quiet}"
    );
    let text = run(&["check", "local-broken.yaml", "--at", AT, "--quiet"]);
    assert!(!text.out.contains("found ") && !text.out.contains("rootstock explain"), "{text}");
    let clean = run(&["check", "local-clean.yaml", "--at", AT, "--quiet"]);
    assert_eq!((clean.status, clean.out.as_str(), clean.messages.as_str()), (0, "", ""));
}

/// Notices are left out, errors are not.
#[test]
fn quiet_keeps_errors() {
    let profile = edited("local-clean.yaml", &[]);
    let twice = format!("{profile}---\n{profile}");
    let arguments = ["check", "-", "--at", AT, "--against", "local-clean.yaml"];
    let loud = run_with_input(&arguments, &twice);
    let quiet = run_with_input(&[&arguments[..], &["-q"]].concat(), &twice);
    assert_eq!(loud.status, quiet.status);
    assert!(quiet.messages.is_empty(), "{quiet}");
    let missing = run(&["matrix", "no-such-file.yaml", "-q"]);
    assert!(missing.status == 3 && missing.messages.contains("no-such-file.yaml"), "{missing}");
}

/// Shoots are arguments or follow `--shoots`, as in `upkeep` and `report`.
#[rstest]
#[case(&["plan", "-p", "orchard.yaml"])]
#[case(&["usage", "-p", "orchard.yaml"])]
#[case(&["diff", "orchard.yaml", "orchard.yaml"])]
fn shoots_are_given_in_one_way(#[case] command: &[&str]) {
    const SHOOTS: &str = "../shoots/fleet.yaml";
    let positional = run(&[command, &[SHOOTS, "--at", AT]].concat());
    let option = run(&[command, &["--shoots", SHOOTS, "--at", AT]].concat());
    assert_eq!(positional.to_string(), option.to_string());
    assert_ne!(option.status, 2, "{option}");
    let without = run(&[&command[..1], &["--at", AT]].concat());
    assert_eq!(without.status, 2, "{without}");
}
