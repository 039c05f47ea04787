//! Examples with output: the ```` ```console ```` blocks of the documents are run, and show what is printed.
//!
//! A command line of ours begins with `$ cargo run --release -- ` or `$ rootstock `; what it prints on standard output
//! follows, up to the next command line or the end of the block. Other command lines are left alone.

use std::process::Command;

use super::Page;
use crate::failure::Failure;
use crate::{process, repository};

/// Documents with examples.
const DOCUMENTS: [&str; 2] = ["README.md", "docs/json-output.md"];

/// How a command line of ours begins.
const OURS: [&str; 2] = ["$ cargo run --release -- ", "$ rootstock "];

const OPENING: &str = "```console";
const CLOSING: &str = "```";

/// The documents with the output that the examples have now.
pub(super) fn pages() -> Result<Vec<Page>, Failure> {
    process::output_of(&mut process::cargo(["build", "--release", "--quiet", "--package=rootstock"]))?;
    let mut pages = Vec::new();
    for path in DOCUMENTS {
        if let Ok(document) = repository::read(path) {
            pages.push(Page { path, text: refreshed(&document)? });
        }
    }
    Ok(pages)
}

fn refreshed(document: &str) -> Result<String, Failure> {
    let mut text = String::with_capacity(document.len());
    let mut in_block = false;
    // Whether the lines that follow are output of one of our commands, which has just been run.
    let mut is_output = false;
    for line in document.lines() {
        if line == CLOSING || line == OPENING {
            (in_block, is_output) = (line == OPENING, false);
        }
        let arguments = OURS.iter().find_map(|prefix| line.strip_prefix(prefix)).filter(|_| in_block);
        if in_block && line.starts_with("$ ") {
            is_output = false;
        }
        if !is_output {
            text.push_str(line);
            text.push('\n');
        }
        if let Some(arguments) = arguments {
            text.push_str(&output(arguments)?);
            is_output = true;
        }
    }
    Ok(text)
}

/// What our command prints on standard output, whatever its exit code.
fn output(arguments: &str) -> Result<String, Failure> {
    let program = repository::target().join("release").join(format!("rootstock{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command
        .args(arguments.split_whitespace())
        .current_dir(repository::root())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100");
    let output = command.output()?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}
