//! `cargo xtask mutants`: small changes of the code, each of which some test must notice.
//!
//! A crate is tried with its own tests. Survivors are killed by a test that states a law, or listed in docs/mutants.md with the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::failure::Failure;
use crate::{process, repository};

/// Where survivors are listed that are no gap.
const ACCEPTED: &str = "docs/mutants.md";

/// How many of a hundred must be noticed.
const LEAST: f64 = 95.0;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only this crate; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// One part of the changes: 0/8 is the first of eight
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// How many are tried at the same time; each has its own build
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Change the files of this very folder, one after the other, where everything is built already; work elsewhere meanwhile
    #[arg(long, conflicts_with = "jobs")]
    in_place: bool,
}

/// What is changed, and whose tests must notice.
struct Subject {
    name: &'static str,
    package: &'static str,
    /// The files that are changed; all of the package without any.
    files: Option<&'static str>,
}

const SUBJECTS: [Subject; 6] = [
    Subject { name: "engine", package: "rootstock-capability-engine", files: None },
    Subject { name: "versioning", package: "rootstock-versioning", files: None },
    Subject { name: "worker-capabilities", package: "rootstock-worker-capabilities", files: None },
    Subject { name: "maintenance", package: "rootstock-maintenance", files: None },
    Subject { name: "judge", package: "rootstock-judge", files: None },
    Subject { name: "editor", package: "rootstock-document", files: Some("crates/base/document/src/editor{.rs,/**}") },
];

/// What came of one crate, as cargo-mutants writes it down.
#[derive(Debug, Default, Deserialize)]
struct Outcomes {
    total_mutants: usize,
    missed: usize,
    caught: usize,
    timeout: usize,
    unviable: usize,
}

impl Outcomes {
    /// How many of a hundred that compile were noticed; what does not end is noticed.
    fn score(&self) -> f64 {
        let noticed = self.caught + self.timeout;
        #[allow(clippy::cast_precision_loss, reason = "there are some thousands")]
        let percent = |part: usize, whole: usize| part as f64 * 100.0 / whole.max(1) as f64;
        percent(noticed, noticed + self.missed)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let names = SUBJECTS.map(|subject| subject.name);
    if let Some(unknown) = arguments.only.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(Failure::Found(format!("`{unknown}` is not tried; there are {}", names.join(", "))));
    }
    let version = process::output_of(&mut process::cargo(["mutants", "--version"]));
    if version.is_err() {
        return Err(Failure::Found("cargo-mutants is not installed: cargo install cargo-mutants --locked".to_owned()));
    }
    let accepted = repository::read(ACCEPTED)?;
    let mut gaps = Vec::new();
    for subject in
        SUBJECTS.iter().filter(|one| arguments.only.is_empty() || arguments.only.iter().any(|name| name == one.name))
    {
        let folder = subject.run(arguments)?;
        let outcomes: Outcomes = serde_json::from_str(&read(&folder.join("outcomes.json"))?)?;
        let missed = read(&folder.join("missed.txt"))?;
        println!(
            "{}: {} changes, {} noticed, {} without an end, {} missed, {} do not compile: {:.1} %",
            subject.name,
            outcomes.total_mutants,
            outcomes.caught,
            outcomes.timeout,
            outcomes.missed,
            outcomes.unviable,
            outcomes.score()
        );
        if outcomes.score() < LEAST {
            gaps.push(format!("{}: fewer than {LEAST} % are noticed", subject.name));
        }
        gaps.extend(missed.lines().filter(|missed| !accepted.contains(&without_place(missed))).map(str::to_owned));
    }
    if gaps.is_empty() {
        return Ok(());
    }
    Err(Failure::Found(format!(
        "{}\nkill them by a test that states a law, or list them in {ACCEPTED}",
        gaps.join("\n")
    )))
}

impl Subject {
    /// Tries everything; the folder with what came of it.
    fn run(&self, arguments: &Arguments) -> Result<PathBuf, Failure> {
        let folder = repository::target().join("mutants").join(self.name);
        fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
        let mut command = process::cargo(["mutants", "--no-shuffle", "--colors=never", "--timeout=120"]);
        command.arg(format!("--package={}", self.package));
        // A part of the worlds would notice fewer changes.
        command.env("ROOTSTOCK_LAWS", "all");
        // What schemas say is held against documents by the tests of those who write schemas.
        command.arg("--exclude-re=JsonSchema");
        if arguments.in_place {
            // Of what was built a change leaves nearly everything as it is.
            command.env("CARGO_INCREMENTAL", "1").arg("--in-place");
        } else {
            command.arg(format!("--jobs={}", arguments.jobs));
        }
        command.arg("--output").arg(&folder);
        if let Some(files) = self.files {
            command.args(["--file", files]);
        }
        if let Some(shard) = &arguments.shard {
            command.arg(format!("--shard={shard}")).arg("--sharding=round-robin");
        }
        // Examples of the documentation are tests, too, and each is a program of its own.
        command.args(["--", "--locked", "--tests"]);
        // Its exit status says that some were missed, which is for the list to judge; without outcomes it has failed.
        let outcomes = folder.join("mutants.out");
        remove(&outcomes)?;
        println!("$ {}", process::shown(&command));
        status_of(&mut command)?;
        Ok(outcomes)
    }
}

fn status_of(command: &mut Command) -> Result<(), Failure> {
    let status = command.status()?;
    // 2: some were missed; 3: some did not end.
    match status.code() {
        Some(0 | 2 | 3) => Ok(()),
        _ => Err(Failure::Found(format!("{}: {status}", process::shown(command)))),
    }
}

fn remove(folder: &Path) -> Result<(), Failure> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(Failure::at(folder)) } else { Ok(()) }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(Failure::at(path))
}

/// A survivor without its line and column, which move: `crates/a/src/b.rs: replace f -> bool with true`.
fn without_place(missed: &str) -> String {
    let mut parts = missed.splitn(4, ':');
    match (parts.next(), parts.nth(2)) {
        (Some(file), Some(change)) => format!("{file}:{change}"),
        _ => missed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_are_known_wherever_they_stand() {
        let missed = "crates/a/src/b.rs:147:91: replace == with != in c::d";
        assert_eq!(without_place(missed), "crates/a/src/b.rs: replace == with != in c::d");
    }

    #[test]
    fn what_does_not_compile_does_not_count() {
        let outcomes = Outcomes { total_mutants: 30, missed: 1, caught: 18, timeout: 1, unviable: 10 };
        assert!((outcomes.score() - 95.0).abs() < 1e-9);
    }
}
