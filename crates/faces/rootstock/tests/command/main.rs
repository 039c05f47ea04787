//! The program from a user's point of view: arguments in; standard output, standard error and exit status out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

/// Like `insta::assert_snapshot!`, with a folder of snapshots for each module.
macro_rules! assert_snapshot {
    ($($arguments:tt)*) => {
        crate::with_snapshot_folder(module_path!(), || insta::assert_snapshot!($($arguments)*))
    };
}

mod advice;
mod agreement;
mod alternative_syntax;
mod availability;
mod baseline;
mod canonicalize;
mod check;
mod check_formats;
mod check_namespaced;
mod common_options;
mod configuration;
mod default;
mod diff;
mod environment;
mod exposure;
mod facts;
mod fix;
mod help;
mod images;
mod kyaml;
mod landscape;
mod last_maintenance;
mod limited_resources;
mod lock;
mod machine_types;
mod managed;
mod manifest_schemas;
mod matrix;
mod mcp;
mod migrate;
mod namespaced;
mod output_file;
mod patches;
mod plan;
mod process;
mod prove;
mod reference;
mod regions;
mod rendered;
mod rendering_programs;
mod report;
mod reported;
mod resolve;
mod reviews;
mod rolls;
mod schemas;
mod select;
mod severity_options;
mod shoots;
mod templates;
mod terminal;
mod test;
mod unchecked;
mod upgrade_check;
mod upkeep;
mod upkeep_offers;
mod upkeep_year;
mod usage;
mod versions;
mod webhooks;
mod weekly;

use std::fmt;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The instant for judging the fixtures, unless a test needs another one.
pub const AT: &str = "2026-06-01T00:00:00Z";

/// The output of a run.
pub struct Answer {
    pub status: i32,
    pub out: String,
    pub messages: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.out)?;
        if !self.messages.is_empty() {
            write!(f, "----- standard error -----\n{}", self.messages)?;
        }
        write!(f, "----- exit status {} -----", self.status)
    }
}

/// Returns the program, with the directory of the sample profiles as working directory.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rootstock"));
    command
        .current_dir(fixtures())
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("FORCE_COLOR");
    command
}

pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/profiles")
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Answer {
    run_with_input(arguments, "")
}

/// Runs the program with a text on standard input.
pub fn run_with_input(arguments: &[&str], input: &str) -> Answer {
    let mut child =
        command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may close its end early, which is not an error here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let answer = Answer {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        messages: String::from_utf8(output.stderr).unwrap(),
    };
    schemas::validate(arguments, &answer.out);
    answer
}

/// Removes the lines and lists that each new provider adds to, so that snapshots do not depend on them.
pub fn without_providers(answer: &str) -> String {
    let names: Vec<String> = rootstock_providers::SHIPPED.iter().map(|name| format!("`{name}`")).collect();
    let is_of_provider =
        |line: &&str| line.split_whitespace().next().is_some_and(|word| rootstock_providers::SHIPPED.contains(&word));
    let lines: Vec<&str> = answer.lines().filter(|line| !is_of_provider(line)).collect();
    lines.join("\n").replace(&names.join(", "), "[providers]")
}

/// Runs an assertion with the snapshot folder of a module.
pub fn with_snapshot_folder(module: &str, assert: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("snapshots/{}", module.rsplit("::").next().unwrap()));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(assert);
}

/// Returns a sample profile with replacements.
pub fn edited(fixture: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string(fixtures().join(fixture)).unwrap();
    for (from, to) in replacements {
        assert!(text.contains(from), "{fixture} has no {from:?}");
        text = text.replace(from, to);
    }
    text
}
