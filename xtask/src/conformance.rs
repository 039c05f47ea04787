//! `cargo xtask conformance`: our answers against the verdicts recorded from Gardener, and every provider against the laws
//! that hold for all of them.
//!
//! Every suite is one function from a vector's input to our answer, in the shape in which the vector holds Gardener's.
//! The comparison is the same for all (`fixtures/conformance/README.md`, "How to compare").

mod answer;
mod capabilities;
mod cloud_profile;
mod comparison;
mod findings;
mod known_differences;
mod laws;
mod maintenance;
mod merged_config;
mod namespaced;
mod providers;
mod scalars;
mod shoots;
mod suites;
mod table;
mod tally;
mod vectors;
mod versions;
mod yaml;

use std::io::{self, Write};
use std::path::PathBuf;

use rootstock_core_model::{Semantics, Settings};
use rootstock_versioning::Timestamp;

use crate::failure::Failure;
use crate::repository;

pub(crate) use yaml::{KNOWN as KNOWN_READINGS, Readers};

/// Where the recorded vectors lie: those of usual inputs, and of wilder ones.
const RECORDED: [&str; 2] = ["fixtures/conformance", "fixtures/conformance/wilder"];

/// Suite and input of every recorded vector.
pub(crate) fn recorded_inputs() -> Result<Vec<(String, serde_json::Value)>, Failure> {
    let mut inputs = Vec::new();
    for folder in RECORDED {
        for file in vectors::files(&repository::root().join(folder))? {
            inputs.extend(file.rows()?.into_iter().map(|row| (row.suite, row.input)));
        }
    }
    Ok(inputs)
}

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder with SUITE.jsonl or SUITE.jsonl.gz files [default: the recorded vectors in fixtures/conformance]
    folder: Option<PathBuf>,
    /// Run only this suite; may be repeated
    #[arg(long, value_name = "SUITE")]
    suite: Vec<String>,
    /// Run only this vector, and print its input and both answers in full
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Run only the laws that hold for every provider, and no vectors
    #[arg(long, conflicts_with_all = ["folder", "suite", "id"])]
    laws: bool,
    /// Print what is compared with recorded verdicts for each provider, and what follows documentation only
    #[arg(long, conflicts_with_all = ["folder", "suite", "id", "laws"])]
    table: bool,
    /// How many differences of a suite to print
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
}

/// What every vector is judged under. Dates in the vectors lie before 2024 or after 2089: any instant between gives the
/// same answer.
fn settings() -> Settings {
    /// 2026-06-01T00:00:00Z.
    const NOW: i64 = 1_780_272_000;
    Settings::new(Semantics::Gardener, Timestamp::from_unix_seconds(NOW))
}

/// All recorded vectors and the laws, as `cargo xtask conformance` without arguments runs them.
pub(crate) fn run_recorded() -> Result<(), Failure> {
    run(&Arguments { folder: None, suite: Vec::new(), id: None, laws: false, table: false, show: 3 })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.table {
        return table::run(&recorded_files()?, &settings());
    }
    let vectors = if arguments.laws { Ok(()) } else { run_vectors(arguments) };
    let is_part = arguments.folder.is_some() || !arguments.suite.is_empty() || arguments.id.is_some();
    if is_part {
        return vectors;
    }
    let registry = rootstock_providers::registry().map_err(|error| Failure::Found(error.to_string()))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !arguments.laws {
        writeln!(out)?;
    }
    let laws = laws::run(&registry, &mut out);
    out.flush()?;
    vectors.and(laws)
}

/// The files of recorded vectors.
fn recorded_files() -> Result<Vec<vectors::VectorFile>, Failure> {
    let mut files = Vec::new();
    for folder in RECORDED {
        files.extend(vectors::files(&repository::root().join(folder))?);
    }
    Ok(files)
}

fn run_vectors(arguments: &Arguments) -> Result<(), Failure> {
    let settings = settings();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut total = tally::Tally::default();
    let (files, shown) = match &arguments.folder {
        Some(folder) => (vectors::files(folder)?, repository::shown(folder)),
        None => (recorded_files()?, RECORDED.join(", ")),
    };
    let files = files.iter().filter(|file| arguments.suite.is_empty() || arguments.suite.contains(&file.suite));
    writeln!(out, "{shown}, Gardener's semantics at {}\n", settings.now)?;
    for file in files {
        let rows = file.rows()?;
        let rows = rows.into_iter().filter(|row| arguments.id.as_ref().is_none_or(|id| *id == row.id));
        let tally = tally::judge(rows, &settings);
        if tally.is_empty() {
            continue;
        }
        tally.write_line(&mut out, &file.suite)?;
        if arguments.id.is_some() {
            tally.write_in_full(&mut out)?;
        } else {
            tally.write_differences(&mut out, arguments.show)?;
        }
        total.absorb(tally);
    }
    out.flush()?;
    if total.is_empty() {
        return Err(Failure::Found("no vector to run: no file SUITE.jsonl or SUITE.jsonl.gz fits".to_owned()));
    }
    writeln!(out, "\n{total}")?;
    total.write_known(&mut out)?;
    out.flush()?;
    let is_whole = arguments.folder.is_none() && arguments.suite.is_empty() && arguments.id.is_none();
    if let (true, Some(name)) = (is_whole, total.obsolete().first()) {
        return Err(Failure::Found(format!("no vector shows the known difference {name} any more: take it out")));
    }
    match total.failed.len() {
        0 => Ok(()),
        failed => Err(Failure::Found(format!("{failed} of {} answers differ from Gardener's", total.judged()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recorded_vector_passes() {
        let (mut differences, mut total) = (Vec::new(), tally::Tally::default());
        // Most of the time of this program's tests: whichever thread is free takes the next file.
        let files = std::sync::Mutex::new(recorded_files().unwrap().into_iter());
        let next = || files.lock().unwrap().next();
        let judge_some = || -> Vec<tally::Tally> {
            std::iter::from_fn(next).map(|file| tally::judge(file.rows().unwrap(), &settings())).collect()
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let judged: Vec<tally::Tally> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(judge_some)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        for tally in judged {
            tally.write_differences(&mut differences, 3).unwrap();
            total.absorb(tally);
        }
        assert!(differences.is_empty(), "\n{}", String::from_utf8_lossy(&differences));
        assert_eq!(total.obsolete(), [""; 0], "known differences that no vector shows any more");
    }
}
