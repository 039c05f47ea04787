//! `cargo xtask fuzz`: runs every fuzz target in parallel for a while, and reports the results.

use std::fs::{self, File};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::failure::Failure;
use crate::table::table;
use crate::{process, repository};

#[derive(Debug, clap::Args)]
pub(crate) struct FuzzArguments {
    /// The number of minutes for each target
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Run only this target; may be repeated
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
    /// The number of parallel targets [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// The instrumentation that libFuzzer needs: edge counters and traced comparisons. The same flags as those of `cargo fuzz`, but
/// without the address sanitizer, because the project has no unsafe code.
const INSTRUMENTATION_FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The maximum size of an input in bytes.
const MAX_INPUT_SIZE: u32 = 16_384;

/// Smaller maximums: longer versions and constraints are refused, and other scalars are short.
const SMALLER_LIMITS: [(&str, u32); 2] = [("scalars", 128), ("versions", 600)];

/// The time for each target in CI, to check that it builds, starts, and keeps its laws on the corpus.
const SECONDS_IN_CI: u64 = 5;

pub(crate) fn run(arguments: &FuzzArguments) -> Result<(), Failure> {
    // Fractions of a minute are allowed.
    let seconds = std::time::Duration::try_from_secs_f64(arguments.minutes * 60.0).map_or(60, |time| time.as_secs());
    run_all(FuzzMode::Search, &arguments.target, seconds.max(1), arguments.jobs)
}

/// Builds all targets, and runs each for some seconds.
pub(crate) fn run_briefly() -> Result<(), Failure> {
    run_all(FuzzMode::Check, &[], SECONDS_IN_CI, None)
}

fn run_all(mode: FuzzMode, requested: &[String], seconds: u64, jobs: Option<NonZero<usize>>) -> Result<(), Failure> {
    let known = targets()?;
    if let Some(unknown) = requested.iter().find(|name| !known.contains(name)) {
        return Err(Failure::Message(format!("there is no fuzz target `{unknown}`; there are {}", known.join(", "))));
    }
    let wanted: Vec<String> =
        known.into_iter().filter(|name| requested.is_empty() || requested.contains(name)).collect();
    let folder = build(mode)?;
    let parallel_jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let mut waiting = wanted.into_iter();
    let mut done = Vec::new();
    loop {
        let started = waiting.by_ref().take(parallel_jobs).map(|name| RunningTarget::start(name, &folder, seconds));
        let started = started.collect::<Result<Vec<_>, _>>()?;
        if started.is_empty() {
            break;
        }
        for running in started {
            done.push(running.finish()?);
        }
    }
    let mut table = table(["target", "executions", "failed"]);
    for finished in &done {
        let failed = if finished.is_fine { "" } else { "FAILED" };
        table.add_row([finished.name.clone(), finished.executions.to_string(), failed.to_owned()]);
    }
    println!(
        "{table}\n{} executions in {seconds} s each",
        done.iter().map(|finished| finished.executions).sum::<u64>()
    );
    let failed: Vec<String> = done
        .iter()
        .filter(|finished| !finished.is_fine)
        .map(|finished| format!("{}: see {}", finished.name, finished.log.display()))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(Failure::Message(failed.join("\n"))) }
}

fn targets() -> Result<Vec<String>, Failure> {
    let folder = repository::root().join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Failure::at(&folder))? {
        let path = entry.map_err(Failure::at(&folder))?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

#[derive(Debug, Clone, Copy)]
enum FuzzMode {
    /// A long search, with as many executions as possible.
    Search,
    /// A short check, with a fast build.
    Check,
}

/// Builds every target, and returns the folder with the programs.
fn build(mode: FuzzMode) -> Result<PathBuf, Failure> {
    // With an explicit target, build scripts and macros are not instrumented.
    let mut command = process::cargo(["build", "--release", "--bins", "--quiet", "--target", &host()?]);
    command.args(["--manifest-path", "fuzz/Cargo.toml", "--target-dir"]).arg(work_folder());
    // Compiler passes are unstable; RUSTC_BOOTSTRAP allows them in the same toolchain.
    command.current_dir(repository::root()).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", INSTRUMENTATION_FLAGS);
    if let FuzzMode::Check = mode {
        command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    }
    process::succeed(&mut command)?;
    Ok(work_folder().join(host()?).join("release"))
}

/// Returns the target triple of this machine.
fn host() -> Result<String, Failure> {
    let host = process::output_of(Command::new("rustc").args(["--print", "host-tuple"]))?;
    Ok(host.trim().to_owned())
}

fn work_folder() -> PathBuf {
    repository::target().join("fuzz")
}

struct RunningTarget {
    name: String,
    child: Child,
    log: PathBuf,
}

struct FinishedTarget {
    name: String,
    log: PathBuf,
    executions: u64,
    is_fine: bool,
}

impl RunningTarget {
    fn start(name: String, programs: &std::path::Path, seconds: u64) -> Result<Self, Failure> {
        // New inputs stay out of the repository; useful ones are added by hand.
        let found = work_folder().join("found").join(&name);
        let corpus = repository::root().join("fuzz/corpus").join(&name);
        fs::create_dir_all(&found).map_err(Failure::at(&found))?;
        let log = work_folder().join(format!("{name}.log"));
        let out = File::create(&log).map_err(Failure::at(&log))?;
        let mut command = Command::new(programs.join(&name));
        command
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}/crash-{name}-", work_folder().display()));
        command.args(["-print_final_stats=1", "-timeout=20", "-rss_limit_mb=2048"]);
        let max_size =
            SMALLER_LIMITS.iter().find(|(short, _)| *short == name).map_or(MAX_INPUT_SIZE, |(_, max_size)| *max_size);
        command.arg(format!("-max_len={max_size}"));
        // Entropic scheduling takes 98 % of the time with tens of thousands of features.
        command.arg("-entropic=0");
        command.arg(found).args(corpus.is_dir().then_some(corpus));
        let child = command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out).spawn()?;
        Ok(Self { name, child, log })
    }

    fn finish(mut self) -> Result<FinishedTarget, Failure> {
        let status = self.child.wait()?;
        let log = fs::read(&self.log).map_err(Failure::at(&self.log))?;
        let log = String::from_utf8_lossy(&log);
        let executions = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        let executions = executions.and_then(|count| count.trim().parse().ok()).unwrap_or_default();
        let is_fine = status.success() && executions > 0;
        if !is_fine {
            println!("{}: {status}", self.name);
            // Print the panic message up to the backtrace, or else the last lines.
            let panic_lines: Vec<&str> = match log.lines().position(|line| line.contains("panicked at")) {
                Some(panic) => {
                    log.lines().skip(panic).take_while(|line| !line.starts_with("stack backtrace")).collect()
                }
                None => log.lines().skip(log.lines().count().saturating_sub(20)).collect(),
            };
            println!("{}", panic_lines.join("\n"));
        }
        Ok(FinishedTarget { name: self.name, log: self.log, executions, is_fine })
    }
}
