//! The steps: first what is soon known, last what takes builds that are made ahead.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{process, programs, workspace};

/// One thing that must pass.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// `cargo` with these arguments, and these variables in the environment.
    Cargo(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// `cargo test` of what is built as a release is, with these arguments and variables.
    Optimised(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// This program with these arguments, in a process of its own: it measures.
    Own(&'static [&'static str]),
    /// Every benchmark, for one round: that it still runs, not how fast.
    Benchmarks,
    /// A task of our own, in this process.
    Task(fn() -> Result<(), Failure>),
    /// A task of our own, unless something says why it cannot be done here.
    Unless(fn() -> Option<String>, fn() -> Result<(), Failure>),
    /// Cargo with these arguments when the target is installed.
    WhenTarget(&'static str, &'static [&'static str]),
    /// Cargo with these arguments when file systems can be mounted.
    WhenMounting(&'static [&'static str]),
    /// Cargo with these arguments when the subcommand is installed.
    WhenInstalled(&'static str, &'static [&'static str]),
}

/// What came of a step.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The step passed; for tests, the lines that say so.
    Passed(Vec<String>),
    /// The step failed.
    Failed(Vec<String>),
    /// The step could not run here, and why.
    Skipped(String),
}

const WASM: &str = "wasm32-unknown-unknown";

pub(super) static STEPS: &[Step] = &[
    Step { name: "cargo fmt --check", kind: Kind::Cargo(&["fmt", "--all", "--check"], &[]) },
    Step {
        name: "cargo test --workspace",
        kind: Kind::Cargo(&["test", "--workspace", "--locked", "--no-fail-fast"], &[]),
    },
    Step {
        // By itself `cargo test` tries a part.
        name: "the laws of edits, all that they try",
        kind: Kind::Cargo(
            &["test", "--workspace", "--locked", "--test=upkeep_laws", "--test=editor"],
            &[("ROOTSTOCK_LAWS", "all")],
        ),
    },
    Step {
        name: "small and full file systems",
        kind: Kind::WhenMounting(&[
            "test",
            "--workspace",
            "--locked",
            "--test=command",
            "--",
            "--ignored",
            "small_places",
        ]),
    },
    Step {
        name: "cargo clippy -D warnings",
        kind: Kind::Cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-Dwarnings"], &[]),
    },
    Step { name: "benchmarks run once", kind: Kind::Benchmarks },
    Step {
        // Of the libraries the next step makes it, with the same warnings.
        name: "cargo doc -D warnings, of the programs",
        kind: Kind::Cargo(
            &["doc", "--workspace", "--bins", "--no-deps", "--locked", "--quiet"],
            &[("RUSTDOCFLAGS", "-Dwarnings")],
        ),
    },
    Step { name: "cargo doc -D warnings, and public-api --check", kind: Kind::Task(crate::public_api::check) },
    Step { name: "conformance", kind: Kind::Task(crate::conformance::run_recorded) },
    Step { name: "a new provider", kind: Kind::Task(crate::new_provider::try_out) },
    Step { name: "the examples", kind: Kind::Task(crate::examples::test) },
    Step { name: "tidy", kind: Kind::Task(crate::tidy::run) },
    Step { name: "docs --check", kind: Kind::Task(crate::docs::check) },
    Step { name: "schemas and another validator", kind: Kind::Task(super::schemas::validate) },
    Step { name: "the manifests of the server", kind: Kind::Task(super::manifests::render) },
    Step { name: "completions and manual pages", kind: Kind::Task(crate::shells::run) },
    Step { name: "the pages in a browser", kind: Kind::Task(crate::browser::test) },
    Step { name: "the language server in editors", kind: Kind::Task(crate::editors::test) },
    Step { name: "the extension for VS Code", kind: Kind::Task(crate::vscode::pack) },
    Step {
        name: "the engine for WebAssembly",
        kind: Kind::WhenTarget(
            WASM,
            &["check", "--package=rootstock-capability-engine", "--locked", "--quiet", "--target", WASM],
        ),
    },
    Step {
        name: "the embedder for WebAssembly",
        kind: Kind::WhenTarget(
            WASM,
            &["check", "--manifest-path=examples/embed/Cargo.toml", "--target-dir=target", "--quiet", "--target", WASM],
        ),
    },
    Step {
        name: "cargo deny",
        kind: Kind::WhenInstalled(
            "deny",
            &["deny", "--offline", "--log-level=error", "check", "bans", "licenses", "sources"],
        ),
    },
    // From here on they ask for what is built ahead, in the background of those before.
    // Ten thousand worlds take minutes in a program that is not optimised.
    Step {
        name: "the laws between the crates, on all worlds",
        kind: Kind::Optimised(&["--test=laws"], &[("ROOTSTOCK_LAWS", "all")]),
    },
    Step {
        name: "small worlds, all of them",
        kind: Kind::Optimised(
            &["--test=engine", "--test=versioning", "--", "--ignored", "--nocapture", "small_worlds"],
            &[],
        ),
    },
    Step { name: "the fuzz targets, some seconds each", kind: Kind::Task(crate::fuzz::run_briefly) },
    // Its target is not left out where it is missing: what is published is tried.
    Step { name: "the npm package", kind: Kind::Task(crate::npm::test) },
    Step { name: "the module from Go", kind: Kind::Unless(crate::npm::go::why_not, crate::npm::go::test) },
    Step { name: "the command as a release hands it out", kind: Kind::Task(crate::dist::try_out) },
    // A process of its own: what this one has held would count as the peak of all that it starts.
    Step { name: "hostile inputs within their bounds", kind: Kind::Own(&["bench", "--hostile"]) },
];

impl Step {
    /// Whether it measures, with nothing beside.
    pub(super) const fn is_measurement(&self) -> bool {
        matches!(self.kind, Kind::Own(_))
    }

    pub(super) fn run(&self) -> Result<Outcome, Failure> {
        match &self.kind {
            Kind::Cargo(arguments, environment) => {
                let mut command = process::cargo(*arguments);
                command.envs(environment.iter().copied());
                run_command(command)
            }
            Kind::Optimised(arguments, environment) => {
                let mut command = process::cargo(["test", "--release", "--locked"]);
                command.args(programs::OPTIMISED).args(*arguments).envs(environment.iter().copied());
                run_command(command)
            }
            Kind::Own(arguments) => {
                let mut command = Command::new(std::env::current_exe()?);
                command.args(*arguments).stdin(Stdio::null());
                run_command(command)
            }
            Kind::Benchmarks => {
                let mut command = process::cargo(["test", "--workspace", "--locked", "--quiet"]);
                command.args(workspace::benchmark_arguments()?);
                run_command(command)
            }
            Kind::Task(task) => Ok(run_task(*task)),
            Kind::Unless(why_not, task) => Ok(match why_not() {
                None => run_task(*task),
                Some(why) => skipped(why),
            }),
            Kind::WhenTarget(target, arguments) => {
                if has_target(target)? {
                    run_command(process::cargo(*arguments))
                } else {
                    Ok(skipped(format!("target {target} is not installed (rustup target add {target})")))
                }
            }
            Kind::WhenMounting(arguments) => match why_not_mounted()? {
                None => run_command(process::cargo(*arguments)),
                Some(why) => Ok(skipped(format!("nobody may mount a file system here: {why}"))),
            },
            Kind::WhenInstalled(subcommand, arguments) => {
                if is_installed(subcommand)? {
                    run_command(process::cargo(*arguments))
                } else {
                    Ok(skipped(format!("cargo-{subcommand} is not installed (cargo install cargo-{subcommand})")))
                }
            }
        }
    }
}

fn run_task(task: fn() -> Result<(), Failure>) -> Outcome {
    match task() {
        Ok(()) => Outcome::Passed(Vec::new()),
        Err(failure) => {
            println!("{failure}");
            Outcome::Failed(Vec::new())
        }
    }
}

fn skipped(reason: String) -> Outcome {
    println!("skipped: {reason}");
    Outcome::Skipped(reason)
}

/// Runs a command, passes its output on as it comes, and keeps the lines with test results.
fn run_command(mut command: Command) -> Result<Outcome, Failure> {
    println!("$ {}", process::shown(&command));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut results = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line?;
            println!("{line}");
            if line.starts_with("test result:") {
                results.push(line);
            }
        }
    }
    let closing = if results.is_empty() { results } else { vec![total(&results)] };
    Ok(if child.wait()?.success() { Outcome::Passed(closing) } else { Outcome::Failed(closing) })
}

/// The sum of all result lines: `1204 passed; 0 failed; 3 ignored`.
fn total(results: &[String]) -> String {
    let sum = |word: &str| -> usize {
        let counts =
            results.iter().filter_map(|line| line.split(['.', ';']).find_map(|part| part.trim().strip_suffix(word)));
        counts.filter_map(|count| count.trim().parse::<usize>().ok()).sum()
    };
    format!(
        "{} test programs: {} passed; {} failed; {} ignored",
        results.len(),
        sum("passed"),
        sum("failed"),
        sum("ignored"),
    )
}

/// Whether rustc has the standard library of a target.
fn has_target(target: &str) -> Result<bool, Failure> {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let folder = process::output_of(command.args(["--print", "target-libdir", "--target", target]))?;
    Ok(std::path::Path::new(folder.trim()).is_dir())
}

/// Why the kernel mounts no file system for us, if it does not.
fn why_not_mounted() -> Result<Option<String>, Failure> {
    let arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"];
    let output = Command::new("unshare").args(arguments).output()?;
    Ok((!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Whether cargo has a subcommand.
fn is_installed(subcommand: &str) -> Result<bool, Failure> {
    let list = process::output_of(&mut process::cargo(["--list"]))?;
    Ok(list.lines().any(|line| line.split_whitespace().next() == Some(subcommand)))
}

impl Outcome {
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Passed(_) => "passed",
            Self::Failed(_) => "FAILED",
            Self::Skipped(_) => "skipped",
        }
    }

    pub(super) const fn has_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    /// What the summary says below the step.
    pub(super) fn closing_lines(&self) -> impl Iterator<Item = &str> {
        let lines: &[String] = match self {
            Self::Passed(lines) | Self::Failed(lines) => lines,
            Self::Skipped(reason) => std::slice::from_ref(reason),
        };
        lines.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_summed() {
        let line = |passed, failed| {
            format!(
                "test result: ok. {passed} passed; {failed} failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.03s"
            )
        };
        assert_eq!(super::total(&[line(3, 0), line(14, 2)]), "2 test programs: 17 passed; 2 failed; 2 ignored");
    }
}
