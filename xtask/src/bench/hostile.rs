//! `cargo xtask bench --hostile`: measures the cost of hostile inputs, and compares each with its bound.
//!
//! A bound is broken, and the task fails, only if every one of several runs exceeds it. Time is CPU time; on slower machines
//! than the reference machine the time bounds are scaled (`machine_speed.rs`).

mod cases;
mod commands;
mod growth;
mod inputs;
mod machine_speed;
mod sections;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::cost::{self, Cost, mebibytes, milliseconds};
use crate::failure::Failure;
use crate::table::table;
use crate::{programs, repository};
use cases::{CASES, Case, ON_EVERY_FILE};

/// The time of `--at` in all runs.
const AT: &str = "2026-06-01T00:00:00Z";

/// The limit of a run in seconds of CPU time, after which it is killed.
const CPU_LIMIT_SECONDS: u32 = 60;

/// The number of runs before a bound counts as broken. The cost of the program is constant; the overhead of the machine is not.
const TRIES: usize = 3;

#[derive(Debug, Clone, Copy)]
struct Bound {
    cpu: Duration,
    /// Peak memory in bytes.
    peak: u64,
    /// Size of the answer in bytes.
    answer: u64,
}

impl Bound {
    /// Returns the default bound for inputs with this total size in bytes.
    fn of(input: u64) -> Self {
        let bytes = (64 << 20) + 40 * input;
        Self { cpu: Duration::from_secs(2) + Duration::from_micros(4 * input), peak: bytes, answer: bytes }
    }
}

#[derive(Debug)]
struct Outcome {
    status: ExitStatus,
    cost: Cost,
    answer: u64,
}

impl Outcome {
    /// Returns the better value of each measure of two runs. A wrong exit status of either run remains.
    fn best_of(self, other: Self) -> Self {
        let cost = Cost { cpu: self.cost.cpu.min(other.cost.cpu), peak: self.cost.peak.min(other.cost.peak) };
        let status = if is_an_answer(self.status) { other.status } else { self.status };
        Self { status, cost, answer: self.answer.max(other.answer) }
    }

    /// Lists the bounds that the run exceeds, and an exit status that no input may cause.
    fn broken(&self, bound: Bound) -> Vec<String> {
        let mut broken = Vec::new();
        if !is_an_answer(self.status) {
            broken.push(self.status.to_string());
        }
        if self.cost.cpu > bound.cpu {
            broken.push(format!("longer than {}", milliseconds(bound.cpu)));
        }
        if self.cost.peak > bound.peak {
            broken.push(format!("more than {}", mebibytes(bound.peak)));
        }
        if self.answer > bound.answer {
            broken.push(format!("an answer of more than {}", mebibytes(bound.answer)));
        }
        broken
    }
}

/// Returns whether the exit status is one that the program documents for inputs.
fn is_an_answer(status: ExitStatus) -> bool {
    matches!(status.code(), Some(0..=3 | 5))
}

/// Measures the inputs whose name contains `filter`.
pub(super) fn measure(filter: &str) -> Result<(), Failure> {
    let program = programs::optimized()?;
    let folder = repository::target().join("bench-inputs/hostile");
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    let mut table = table(["input", "command", "bytes", "CPU", "peak memory", "at most", "answer", "exit"]);
    let mut broken = Vec::new();
    let mut note = |input: &str, command: &str, bytes: u64, bound: Bound, outcome: &Outcome| {
        for reason in outcome.broken(bound) {
            broken.push(format!("{input}, {command}: {reason}"));
        }
        table.add_row([
            input.to_owned(),
            command.to_owned(),
            bytes.to_string(),
            milliseconds(outcome.cost.cpu),
            mebibytes(outcome.cost.peak),
            format!("{:.1} s, {}", bound.cpu.as_secs_f64(), mebibytes(bound.peak)),
            outcome.answer.to_string(),
            outcome.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string()),
        ]);
    };
    growth::check_runs(&program, &folder)?;
    let mut is_measured = false;
    let all = CASES.iter().chain(sections::CASES).chain(commands::CASES);
    for case in all.filter(|case| case.name.contains(filter)) {
        is_measured = true;
        let (paths, bytes) = write_inputs(case, &folder)?;
        let bound = case.bound.unwrap_or_else(|| Bound::of(bytes));
        for arguments in case.runs {
            let (bound, outcome) = best(&program, arguments, &paths, bound)?;
            note(case.name, &arguments.join(" "), bytes, bound, &outcome);
        }
    }
    // For each file of the fixtures, report the run with the highest peak memory.
    for file in repository::files()? {
        let name = repository::shown(&file);
        if !name.starts_with("fixtures/hostile/") || !name.contains(filter) {
            continue;
        }
        is_measured = true;
        let bytes = fs::metadata(&file).map_err(Failure::at(&file))?.len();
        let paths = [file];
        let outcomes =
            ON_EVERY_FILE.iter().map(|arguments| Ok((arguments, best(&program, arguments, &paths, Bound::of(bytes))?)));
        let mut outcomes = outcomes.collect::<Result<Vec<_>, Failure>>()?;
        outcomes.sort_by_key(|(_, (bound, outcome))| {
            (outcome.broken(*bound).is_empty(), std::cmp::Reverse(outcome.cost.peak))
        });
        if let Some((arguments, (bound, worst))) = outcomes.first() {
            note(&name, &arguments.join(" "), bytes, *bound, worst);
        }
    }
    println!("{table}");
    println!("{}", machine_speed::shown()?);
    let (grown, found) = growth::measure(filter, &program, &folder)?;
    broken.extend(found);
    if grown == 0 && !is_measured {
        return Err(Failure::Message(format!("no hostile input has `{filter}` in its name")));
    }
    if broken.is_empty() { Ok(()) } else { Err(Failure::Message(broken.join("\n"))) }
}

/// Writes the inputs of a case, and returns their total size in bytes.
fn write_inputs(case: &Case, folder: &Path) -> Result<(Vec<PathBuf>, u64), Failure> {
    let mut paths = Vec::new();
    let mut bytes = 0;
    for (name, write) in case.inputs {
        let path = folder.join(name);
        let mut file = BufWriter::new(File::create(&path).map_err(Failure::at(&path))?);
        write(&mut file).and_then(|()| file.flush()).map_err(Failure::at(&path))?;
        bytes += fs::metadata(&path).map_err(Failure::at(&path))?.len();
        paths.push(path);
    }
    Ok((paths, bytes))
}

/// Runs the command until it meets its bound, at most [`TRIES`] times. Returns the best outcome, and the bound on this machine.
fn best(program: &Path, arguments: &[&str], paths: &[PathBuf], bound: Bound) -> Result<(Bound, Outcome), Failure> {
    let mut best = run(program, arguments, paths)?;
    let mut here = bound;
    for _ in 1..TRIES {
        if best.broken(here).is_empty() {
            break;
        }
        here = Bound { cpu: bound.cpu.mul_f64(machine_speed::factor()?), ..bound };
        best = best.best_of(run(program, arguments, paths)?);
    }
    Ok((here, best))
}

/// Runs the command. `@0` is replaced by the path of the first input; `<0` passes the input on standard input instead.
fn run(program: &Path, arguments: &[&str], paths: &[PathBuf]) -> Result<Outcome, Failure> {
    let peak_file = repository::target().join(format!("bench-inputs/hostile/peak-{:?}", thread::current().id()));
    // The shell sets the CPU limit, then replaces itself by the program.
    let mut command = cost::timed(&peak_file);
    command.args(["sh", "-c", &format!("ulimit -t {CPU_LIMIT_SECONDS}; exec \"$@\""), "sh"]).arg(program);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.env_remove("RUST_BACKTRACE");
    let path = |number: &str| number.parse().ok().and_then(|at: usize| paths.get(at));
    for argument in arguments {
        if let Some(path) = argument.strip_prefix('@').and_then(path) {
            command.arg(path);
        } else if let Some(path) = argument.strip_prefix('<').and_then(path) {
            command.stdin(File::open(path).map_err(Failure::at(path))?);
        } else {
            command.arg(argument);
        }
    }
    if !arguments.iter().any(|name| ["explain", "import"].contains(name)) {
        command.args(["--at", AT]);
    }
    let mut child = command.spawn()?;
    let mut answer = 0;
    if let Some(mut out) = child.stdout.take() {
        let mut buffer = [0; 1 << 14];
        loop {
            match out.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => answer += read as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let (status, cost) = Cost::of(&mut child)?;
    let cost = Cost { peak: cost::peak_in(&peak_file)?, ..cost };
    Ok(Outcome { status, cost, answer })
}
