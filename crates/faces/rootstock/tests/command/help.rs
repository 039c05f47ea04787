//! The help of the program and of every command.

use rstest::rstest;

use crate::run;

#[test]
fn overview() {
    assert_snapshot!(run(&["--help"]));
}

/// `-V` is for scripts; `--version` also lists the releases that the program follows.
#[test]
fn version() {
    let answer = run(&["--version"]).out;
    for provider in rootstock_providers::SHIPPED {
        assert!(answer.contains(&format!("\n  {provider} ")), "{answer}");
    }
    assert_snapshot!(crate::without_providers(&answer));
    assert_eq!(run(&["-V"]).out, concat!("rootstock ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[rstest]
#[case("check")]
#[case("matrix")]
#[case("select")]
#[case("images")]
#[case("machine-types")]
#[case("availability")]
#[case("default")]
#[case("render")]
#[case("resolve")]
#[case("rolls")]
#[case("plan")]
#[case("versions")]
#[case("upkeep")]
#[case("usage")]
#[case("test")]
#[case("report")]
#[case("rules")]
#[case("explain")]
#[case("quirks")]
#[case("providers")]
#[case("schema")]
#[case("lsp")]
#[case("mcp")]
#[case("init")]
#[case("lock")]
#[case("prove")]
#[case("upgrade-check")]
#[case("completions")]
#[case("man")]
fn help_of_each_command(#[case] command: &str) {
    assert_snapshot!(format!("help_{command}"), run(&[command, "--help"]));
}

/// The short help fits on a screen, because it omits the common settings.
#[test]
fn short_help_fits_on_one_screen() {
    let short = run(&["check", "-h"]).out;
    assert!((24..=50).contains(&short.lines().count()), "{short}");
    assert!(!short.contains("Common settings:") && short.contains("--help also lists"), "{short}");
    let long = run(&["check", "--help"]).out;
    for setting in ["--color", "--limit", "--semantics", "--feature-gates", "--at", "--config", "--cluster"] {
        assert!(long.contains(&format!("      {setting}")), "{setting}: {long}");
    }
}

#[test]
fn without_arguments_the_help_is_shown_as_wrong_usage() {
    let answer = run(&[]);
    assert_eq!(answer.status, 2);
    assert!(answer.out.is_empty());
    assert!(answer.messages.contains("Usage: rootstock [OPTIONS] <COMMAND>"));
}

#[test]
fn help_is_also_a_command() {
    assert_eq!(run(&["help", "check"]).out, run(&["check", "--help"]).out);
    assert_eq!(run(&["help"]).out, run(&["--help"]).out);
}

#[rstest]
#[case("bash", "complete -F")]
#[case("zsh", "#compdef rootstock")]
#[case("fish", "complete -c rootstock")]
#[case("powershell", "Register-ArgumentCompleter")]
#[case("elvish", "edit:completion")]
fn completions(#[case] shell: &str, #[case] sign: &str) {
    let answer = run(&["completions", shell]);
    assert_eq!((answer.status, answer.messages.as_str()), (0, ""));
    assert!(answer.out.contains(sign), "{answer}");
    assert!(answer.out.contains("machine-types") && answer.out.contains("against"), "{answer}");
}

#[test]
fn manual_pages() {
    let page = run(&["man"]);
    assert!(page.out.contains(".TH rootstock 1"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("man1");
    let answer = run(&["man", "--out", into.to_str().unwrap()]);
    assert_eq!((answer.status, answer.to_string().lines().count()), (0, 1), "{answer}");
    let check = std::fs::read_to_string(into.join("rootstock-check.1")).unwrap();
    assert!(check.contains("kubectl get cloudprofiles"), "{check}");
    let refused = run(&["man", "--out", into.join("rootstock-check.1").to_str().unwrap()]);
    assert_eq!(refused.status, 3, "{refused}");
    assert!(refused.messages.contains("cannot write"), "{refused}");
}

#[test]
fn help_is_colored_on_request() {
    let colored =
        |arguments: &[&str]| run(&[arguments, &["check", "local-broken.yaml"]].concat()).out.contains('\u{1b}');
    assert!(!colored(&[]), "no terminal");
    assert!(colored(&["--color", "always"]));
    assert!(!colored(&["--color=never"]));
}
