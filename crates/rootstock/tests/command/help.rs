//! The help of the program and of every command.

use rstest::rstest;

use crate::run;

#[test]
fn overview() {
    insta::assert_snapshot!(run(&["--help"]));
}

#[rstest]
#[case("check")]
#[case("matrix")]
#[case("select")]
#[case("images")]
#[case("machine-types")]
#[case("default")]
#[case("render")]
#[case("resolve")]
#[case("rolls")]
#[case("plan")]
#[case("versions")]
#[case("usage")]
#[case("rules")]
#[case("explain")]
#[case("quirks")]
#[case("providers")]
#[case("lsp")]
fn of_each_command(#[case] command: &str) {
    insta::assert_snapshot!(format!("help_{command}"), run(&[command, "--help"]));
}

#[test]
fn without_arguments_the_help_is_shown_as_wrong_usage() {
    let answer = run(&[]);
    assert_eq!(answer.status, 2);
    assert!(answer.out.is_empty());
    assert!(answer.messages.contains("Usage: rootstock <COMMAND>"));
}
