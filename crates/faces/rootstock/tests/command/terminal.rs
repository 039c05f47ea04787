//! The output on a real terminal: every command, with documents, file names and a configuration full of control characters.
#![cfg(unix)]

use std::fs::{self, File, OpenOptions};
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use rstest::rstest;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::{AT, command};

/// A name that is valid for a file system but must not be shown on a terminal as it is.
const NAME: &str = "p\u{1b}[7;45m\u{9b}31m\u{7f}\u{202e}\nx.yaml";

/// Runs the program in a folder on a terminal; returns every byte that the terminal receives, and the exit status.
fn on_a_terminal(folder: &Path, arguments: &[&str]) -> (Vec<u8>, Option<i32>) {
    on_a_terminal_of(0, folder, arguments)
}

/// Like [`on_a_terminal`], but with a number of columns; 0 means unknown.
fn on_a_terminal_of(columns: u16, folder: &Path, arguments: &[&str]) -> (Vec<u8>, Option<i32>) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let slave = ptsname(&master, Vec::new()).unwrap();
    let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).unwrap();
    let slave = OpenOptions::new().read(true).write(true).open(slave.to_str().unwrap()).unwrap();
    let mut child = command();
    child.current_dir(folder).args(arguments).env("TERM", "xterm");
    child.stdin(Stdio::null()).stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut running = child.spawn().unwrap();
    // Reading ends with the program, because no other process has the terminal open.
    drop(child);
    let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
    let mut terminal = File::from(master);
    while let Ok(read @ 1..) = terminal.read(&mut piece) {
        seen.extend_from_slice(&piece[..read]);
    }
    (seen, running.wait().unwrap().code())
}

/// Returns the first control character that is neither a line end nor a style of the program.
fn control_character(seen: &[u8]) -> Option<String> {
    let text = String::from_utf8(seen.to_vec()).expect("the output is UTF-8");
    assert!(!text.contains("[7;45m") || !text.contains("\u{1b}[7;45m"), "a style of a document: {text:?}");
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|c: char| rootstock_document::is_control(c) && !matches!(c, '\n' | '\r')) {
        let found = rest.split_at(at).1;
        let is_style = found.strip_prefix("\u{1b}[").is_some_and(|style| {
            let end = style.find(|c: char| !c.is_ascii_digit() && c != ';');
            end.is_some_and(|end| style.split_at(end).1.starts_with('m'))
        });
        if !is_style {
            return Some(format!("{:?}", found.chars().take(60).collect::<String>()));
        }
        rest = found.split_at(2).1;
    }
    None
}

#[test]
fn tables_are_as_wide_as_the_terminal() {
    let widest = |columns| {
        let seen = on_a_terminal_of(columns, Path::new("."), &["quirks"]).0;
        let seen = String::from_utf8(seen).unwrap();
        let seen = anstream::adapter::strip_str(&seen).to_string();
        seen.lines().map(|line| line.trim_end().chars().count()).max().unwrap()
    };
    let (narrow, wide) = (widest(80), widest(180));
    assert!(narrow <= 80 && wide > 120 && wide <= 180, "{narrow} {wide}");
}

/// Counts the lines of an answer in a pipe.
fn lines_in_a_pipe(arguments: &[&str]) -> usize {
    String::from_utf8(command().args(arguments).output().unwrap().stdout).unwrap().lines().count()
}

#[test]
fn long_answer_is_truncated_on_a_terminal() {
    let whole = lines_in_a_pipe(&["rules"]);
    assert!(whole > 300, "{whole}");
    let seen = |arguments: &[&str]| String::from_utf8(on_a_terminal(Path::new("."), arguments).0).unwrap();
    let cut = seen(&["rules"]);
    assert_eq!(cut.lines().count(), 201);
    let note = format!("... {} lines omitted; --limit 0 or `| less` shows all", whole - 200);
    assert!(cut.contains(&note), "{cut}");
    assert_eq!(seen(&["rules", "--limit", "0"]).lines().count(), whole);
    assert_eq!(lines_in_a_pipe(&["rules", "--limit", "10"]), 11);
    // Machine-readable output and help are never shortened.
    let json = lines_in_a_pipe(&["rules", "--format", "json"]);
    assert_eq!(lines_in_a_pipe(&["rules", "--format", "json", "--limit", "1"]), json);
    assert_eq!(lines_in_a_pipe(&["check", "--help", "--limit", "1"]), lines_in_a_pipe(&["check", "--help"]));
}

/// A line for each finding, rather than an answer without its middle.
#[test]
fn findings_are_concise_where_text_would_be_truncated() {
    let text = |more: &[&str]| {
        let output = command().args(["check", "local-broken.yaml", "--at", AT]).args(more).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let short = text(&["--limit", "40"]);
    let lines = text(&[]).lines().count();
    let end = format!("one line for each finding, because the text has {lines} lines; `--format text` shows it\n");
    let concise = text(&["--format", "concise"]);
    assert_eq!(short.strip_suffix(&end), Some(concise.as_str()));
    assert_eq!(text(&["--limit", "1000"]), text(&[]));
}

#[test]
fn totals_are_truncated_last() {
    let whole = command().args(["check", "local-broken.yaml", "--at", AT]).output().unwrap().stdout;
    let cut = command()
        .args(["check", "local-broken.yaml", "--at", AT, "--limit", "20", "--format", "text"])
        .output()
        .unwrap()
        .stdout;
    assert_snapshot!(String::from_utf8(cut).unwrap());
    assert!(whole.len() > 2_000);
}

#[rstest]
#[case::check(&["check", NAME])]
#[case::check_all(&["check", "."])]
#[case::check_missing(&["check", "no\u{1b}[7;45m\u{9b}.yaml"])]
#[case::check_against(&["check", "shoots.yaml", "--against", NAME])]
#[case::check_shoots(&["check", "shoots.yaml", "--profile", NAME])]
#[case::check_twice(&["check", "--allow-unchecked", NAME, "--profile", NAME, "--profile", "other.yaml"])]
#[case::check_diff_account(&["check", NAME, "--fix"])]
#[case::check_configured(&["check", NAME, "--config", "rootstock-\u{1b}[7;45m.toml"])]
#[case::matrix(&["matrix", NAME])]
#[case::matrix_why(&["matrix", NAME, "--why"])]
#[case::matrix_csv(&["matrix", NAME, "--format", "csv"])]
#[case::matrix_svg(&["matrix", NAME, "--format", "svg"])]
#[case::matrix_html(&["matrix", NAME, "--format", "html"])]
#[case::matrix_no_type(&["matrix", NAME, "-t", "x"])]
#[case::matrix_no_name(&["matrix", NAME, "--name", "x"])]
#[case::select(&["select", NAME, "-t", "ty\u{1b}[7;45m", "-i", "im\u{1b}[7;45m"])]
#[case::select_no_type(&["select", NAME, "-t", "x", "-i", "y"])]
#[case::images(&["images", NAME, "-t", "ty\u{1b}[7;45m"])]
#[case::images_csv(&["images", NAME, "-t", "ty\u{1b}[7;45m", "--why", "--format", "csv"])]
#[case::images_no_type(&["images", NAME, "-t", "x"])]
#[case::machine_types(&["machine-types", NAME, "-i", "im\u{1b}[7;45m"])]
#[case::default(&["default", "shoots.yaml", "--profile", NAME])]
#[case::canonicalize(&["canonicalize", NAME])]
#[case::migrate(&["migrate", NAME])]
#[case::render(&["render", NAME])]
#[case::resolve(&["resolve", NAME])]
#[case::diff(&["diff", NAME, "other.yaml"])]
#[case::rolls(&["rolls", "shoots.yaml", "shoots.yaml", "--profile", NAME])]
#[case::plan(&["plan", "shoots.yaml", "--profile", NAME])]
#[case::plan_csv(&["plan", "shoots.yaml", "--profile", NAME, "--format", "csv"])]
#[case::versions(&["versions", NAME])]
#[case::versions_csv(&["versions", NAME, "--format", "csv"])]
#[case::versions_svg(&["versions", NAME, "--format", "svg"])]
#[case::usage(&["usage", "shoots.yaml", "--profile", NAME])]
#[case::usage_csv(&["usage", "shoots.yaml", "--profile", NAME, "--format", "csv"])]
#[case::explain(&["explain", "type-missing"])]
#[case::explain_unknown(&["explain", "x\u{1b}[7;45m\u{9b}"])]
#[case::providers(&["providers", "x\u{1b}[7;45m"])]
#[case::rules(&["rules"])]
#[case::quirks(&["quirks"])]
#[case::man(&["man"])]
#[case::completions(&["completions", "bash"])]
#[case::completions_of_fish(&["completions", "fish"])]
#[case::completions_for_nothing(&["completions", "x\u{1b}[7;45m\u{9b}"])]
#[case::lsp(&["lsp"])]
#[case::mcp(&["mcp"])]
#[case::mcp_root(&["mcp", "--root", "x\u{1b}[7;45m\u{9b}"])]
#[case::lsp_argument(&["lsp", "--x\u{1b}[7;45m"])]
#[case::schema(&["schema", "x\u{1b}[7;45m\u{202e}"])]
#[case::init(&["init"])]
#[case::report(&["report", NAME, "--output", "no\u{1b}[7;45m\u{9b}/x.html"])]
#[case::upkeep(&["upkeep", "add", NAME, "--image", "x\u{1b}[7;45m"])]
#[case::help_of_nothing(&["help", "x\u{1b}[7;45m\u{9b}"])]
#[case::no_command(&["x\u{1b}[7;45m\u{9b}"])]
#[case::no_argument(&["check", "--x\u{1b}[7;45m"])]
#[case::no_instant(&["check", NAME, "--at", "\u{1b}[7;45m\u{202e}"])]
#[case::help(&["check", "--help"])]
fn document_cannot_control_the_terminal(#[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/terminal");
    let profile = fs::read_to_string(fixtures.join("profile.yaml")).unwrap();
    fs::write(folder.path().join(NAME), &profile).unwrap();
    fs::write(folder.path().join("other.yaml"), profile.replace("1.0.0", "1.0.1")).unwrap();
    fs::copy(fixtures.join("shoots.yaml"), folder.path().join("shoots.yaml")).unwrap();
    let configuration = "[rules]\n\"k\\u001b[7;45m\u{9b}\u{202e}\" = \"off\"\n";
    fs::write(folder.path().join("rootstock-\u{1b}[7;45m.toml"), configuration).unwrap();
    let mut all = arguments.to_vec();
    let takes_instant =
        !arguments.iter().any(|it| it.starts_with("--x") || it.starts_with("--at") || it.starts_with("x\u{1b}"));
    let timeless =
        ["explain", "providers", "rules", "quirks", "man", "completions", "lsp", "mcp", "schema", "init", "help"];
    if takes_instant && !timeless.contains(&arguments[0]) {
        all.extend(["--at", AT]);
    }
    let (seen, status) = on_a_terminal(folder.path(), &all);
    // The servers write nothing without a client.
    assert!(!seen.is_empty() || matches!(arguments, ["lsp" | "mcp"]), "{arguments:?}");
    assert_eq!(control_character(&seen), None, "{arguments:?}\n{}", String::from_utf8_lossy(&seen));
    assert!(!matches!(status, None | Some(4)), "{arguments:?} {status:?}\n{}", String::from_utf8_lossy(&seen));
}
