//! Examples with output: runs each ```` ```console ```` block of some documents in a shell, and inserts its output.
//!
//! The shell is `sh`, or that of the variable `ROOTSTOCK_SHELL`. A command line begins with `$ `. Its standard output follows, up to
//! the next command line or the end of the block. Blocks of the language `sh` are not run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Page, answers};
use crate::failure::Failure;
use crate::{process, programs, repository};

/// Documents with examples, which run in the root of the repository.
const DOCUMENTS: [&str; 5] =
    ["README.md", "docs/agents.md", "docs/json-output.md", "docs/testing.md", "docs/upkeep.md"];

/// Documents whose commands run in order in a copy of a folder, each on the results of the previous ones.
const TUTORIALS: [(&str, &str); 4] = [
    ("docs/upkeep-year.md", "fixtures/upkeep"),
    ("docs/guarantees.md", "fixtures/upkeep"),
    ("docs/facts.md", "fixtures/facts"),
    ("docs/upgrade.md", "fixtures/upgrade"),
];

/// Lets `cargo run … -- ARGUMENTS` run the program that is built already.
const CARGO: &str = r#"cargo() { until [ "${1?}" = -- ]; do shift; done; shift; rootstock "$@"; }"#;

const OPENING: &str = "```console";
const CLOSING: &str = "```";

/// Returns the documents with the current output of their examples.
pub(super) fn pages() -> Result<Vec<Page>, Failure> {
    let built = programs::build()?;
    let root = Shell { folder: repository::root(), programs: built.clone() };
    let mut pages = Vec::new();
    for path in DOCUMENTS {
        pages.push(Page { path: path.to_owned(), text: answers::refreshed(&root.refreshed(path)?)? });
    }
    for (path, folder) in TUTORIALS {
        let copy = repository::target().join("story");
        root.run(&format!("rm -rf '{0}' && cp -R {folder} '{0}'", copy.display()))?;
        let text = Shell { folder: copy, programs: built.clone() }.refreshed(path)?;
        pages.push(Page { path: path.to_owned(), text });
    }
    Ok(pages)
}

/// A shell with our programs in its path.
struct Shell {
    /// The working directory.
    folder: PathBuf,
    /// The folder of the programs.
    programs: PathBuf,
}

impl Shell {
    /// Returns the text of a document with the current output of its commands.
    fn refreshed(&self, document: &str) -> Result<String, Failure> {
        let mut text = String::new();
        let (mut in_block, mut is_output) = (false, false);
        for line in repository::read(document)?.lines() {
            if line == OPENING || line == CLOSING {
                (in_block, is_output) = (line == OPENING, false);
            }
            let command = line.strip_prefix("$ ").filter(|_| in_block);
            if is_output && command.is_none() {
                continue;
            }
            text.push_str(line);
            text.push('\n');
            if let Some(command) = command {
                text.push_str(&self.run(command)?);
                is_output = true;
            }
        }
        Ok(text)
    }

    /// Returns the standard output of a command, without trailing blanks. Ignores its exit status, which reports findings.
    fn run(&self, command: &str) -> Result<String, Failure> {
        let before = env::var_os("PATH").unwrap_or_default();
        let path = [self.programs.as_path()].into_iter().map(Path::to_owned).chain(env::split_paths(&before));
        let path = env::join_paths(path).map_err(|error| Failure::Message(error.to_string()))?;
        let mut shell = Command::new(env::var_os("ROOTSTOCK_SHELL").unwrap_or_else(|| "sh".into()));
        shell.args(["-c", &format!("{CARGO}\n{command}")]).current_dir(&self.folder).stdin(Stdio::null());
        let output = shell.env("PATH", path).env_remove("COLUMNS").output()?;
        // A shell that cannot run a command exits with 126 or more.
        if output.status.code().is_none_or(|code| code >= 126) {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::Message(format!("{}: {}\n{stderr}", process::shown(&shell), output.status)));
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        Ok(printed.lines().map(|line| format!("{}\n", line.trim_end())).collect())
    }
}
