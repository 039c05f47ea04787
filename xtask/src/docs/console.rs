//! Examples with output: the ```` ```console ```` blocks of the documents are run, and show what is printed.
//!
//! A command line of ours begins with `$ cargo run --release -- ` or `$ rootstock `; what it prints on standard output
//! follows, up to the next command line or the end of the block; with `> FILE` at the end of the line it goes into the file instead. In a
//! story `$ cp FROM TO` copies a file. Other command lines are left alone.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::printed::printed;
use super::{Page, answers};
use crate::failure::Failure;
use crate::{process, programs, repository};

/// Documents with examples.
const DOCUMENTS: [&str; 4] = ["README.md", "docs/json-output.md", "docs/upkeep.md", "CONTRIBUTING.md"];

/// A document whose commands are run one after the other in a copy of a folder, each on what those before it wrote.
const STORY: (&str, &str) = ("docs/upkeep-year.md", "fixtures/upkeep");

/// How a command line of ours begins.
const OURS: [&str; 2] = ["$ cargo run --release -- ", "$ rootstock "];

/// How a copy begins.
const COPY: &str = "$ cp ";

const OPENING: &str = "```console";
const CLOSING: &str = "```";

/// The documents with the output that the examples have now.
pub(super) fn pages() -> Result<Vec<Page>, Failure> {
    // Examples name files from the root of the repository.
    std::env::set_current_dir(repository::root())?;
    let mut pages = Vec::new();
    for path in DOCUMENTS {
        if let Ok(document) = repository::read(path) {
            let text = answers::refreshed(&refreshed(&document)?)?;
            pages.push(Page { path: path.to_owned(), text });
        }
    }
    let (path, folder) = STORY;
    std::env::set_current_dir(copy_of(folder)?)?;
    let text = refreshed(&repository::read(path)?)?;
    std::env::set_current_dir(repository::root())?;
    pages.push(Page { path: path.to_owned(), text });
    Ok(pages)
}

/// A copy of a folder that may be changed.
fn copy_of(folder: &str) -> Result<PathBuf, Failure> {
    fn copy(from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => copy(&entry.path(), &target)?,
                false => fs::copy(entry.path(), target).map(drop)?,
            }
        }
        Ok(())
    }
    let target = repository::target().join("story");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    copy(&repository::root().join(folder), &target)?;
    Ok(target)
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
        if in_block && line.starts_with("$ ") {
            is_output = false;
        }
        if is_output {
            continue;
        }
        text.push_str(line);
        text.push('\n');
        if let Some(arguments) = arguments(line).filter(|_| in_block) {
            match arguments.split_once(" > ") {
                Some((arguments, file)) => fs::write(file, printed(arguments))?,
                None => text.push_str(&printed(arguments)),
            }
            is_output = true;
        } else if let Some((from, to)) =
            line.strip_prefix(COPY).and_then(|files| files.split_once(' ')).filter(|_| in_block)
        {
            fs::copy(from, to)?;
        }
    }
    Ok(text)
}

fn arguments(line: &str) -> Option<&str> {
    OURS.iter().find_map(|prefix| line.strip_prefix(prefix))
}

/// Runs the README's first command, and compares what it prints with what the README shows. `cargo run --release` would build all of
/// it once more: the features of the program are united with those of tests here.
pub(crate) fn run_main_command() -> Result<(), Failure> {
    let readme = repository::read("README.md")?;
    let mut lines = readme.lines().skip_while(|line| arguments(line).is_none());
    let arguments = lines.next().and_then(arguments).unwrap_or_default();
    let shown: Vec<&str> = lines.take_while(|line| *line != CLOSING && !line.starts_with("$ ")).collect();
    let mut command = Command::new(programs::optimised()?);
    command
        .args(arguments.split_whitespace())
        .current_dir(repository::root())
        .stdin(Stdio::null())
        .env_remove("COLUMNS");
    println!("$ {}", process::shown(&command));
    let output = command.output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    print!("{printed}");
    io::stderr().write_all(&output.stderr)?;
    if arguments.is_empty() || !printed.lines().map(str::trim_end).eq(shown) {
        return Err(Failure::Found("the README's first command does not print what the README shows".to_owned()));
    }
    Ok(())
}
