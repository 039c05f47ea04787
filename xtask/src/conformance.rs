//! `cargo xtask conformance`: compares our answers with verdicts recorded from Gardener, and checks every provider against the
//! common laws.

mod laws;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;

use rootstock_core_model::GardenerRelease;
use rootstock_vectors::{
    Tally, evaluate, evaluate_at, files_by_extension_release, files_by_release, files_in, recorded_files, settings,
};

use crate::failure::Failure;
use crate::repository;

#[derive(Debug, clap::Args)]
pub(crate) struct ConformanceArguments {
    /// The folder with SUITE.jsonl or SUITE.jsonl.gz files [default: the recorded vectors in fixtures/conformance]
    folder: Option<PathBuf>,
    /// The release of Gardener in which the verdicts of the folder were recorded: shows the differences by suite, field, error type and rule
    #[arg(long, value_name = "RELEASE", requires = "folder", conflicts_with = "id")]
    release: Option<GardenerRelease>,
    /// Run only this suite; may be repeated
    #[arg(long, value_name = "SUITE")]
    suite: Vec<String>,
    /// Run only this vector, and print its input and both answers in full
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Run only the laws for all providers, and no vectors
    #[arg(long, conflicts_with_all = ["folder", "suite", "id"])]
    laws: bool,
    /// Print for each provider which answers are compared with recorded verdicts, and which follow documentation only
    #[arg(long, conflicts_with_all = ["folder", "suite", "id", "laws"])]
    table: bool,
    /// The number of differences to print for each suite
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
}

/// Runs all recorded vectors and the laws, like `cargo xtask conformance` without arguments.
pub(crate) fn run_recorded() -> Result<(), Failure> {
    run(&ConformanceArguments {
        folder: None,
        release: None,
        suite: Vec::new(),
        id: None,
        laws: false,
        table: false,
        show: 3,
    })
}

pub(crate) fn run(arguments: &ConformanceArguments) -> Result<(), Failure> {
    if arguments.table {
        return table::run(&recorded_files()?);
    }
    let vectors = if arguments.laws { Ok(()) } else { run_vectors(arguments) };
    let is_part = arguments.folder.is_some() || !arguments.suite.is_empty() || arguments.id.is_some();
    if is_part {
        return vectors;
    }
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !arguments.laws {
        writeln!(out)?;
    }
    let laws = laws::run(&registry, &mut out);
    out.flush()?;
    vectors.and(laws)
}

fn run_vectors(arguments: &ConformanceArguments) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut total = Tally::default();
    let (mut files, shown) = match &arguments.folder {
        Some(folder) => (files_in(folder)?, repository::shown(folder)),
        None => (recorded_files()?, "fixtures/conformance".to_owned()),
    };
    if arguments.folder.is_none() {
        files.extend(files_by_release()?);
        files.extend(files_by_extension_release()?);
    }
    let files = files.iter().filter(|file| arguments.suite.is_empty() || arguments.suite.contains(&file.suite));
    writeln!(out, "{shown}, Gardener's semantics at {}\n", settings().now)?;
    for file in files {
        let rows = file.rows()?;
        let rows = rows.into_iter().filter(|row| arguments.id.as_ref().is_none_or(|id| *id == row.id));
        let tally = match arguments.release {
            Some(release) => evaluate_at(rows, release),
            None => evaluate(rows),
        };
        if tally.is_empty() {
            continue;
        }
        tally.write_line(&mut out, &file.suite)?;
        if arguments.release.is_some() {
            tally.write_fields(&mut out)?;
        } else if arguments.id.is_some() {
            tally.write_in_full(&mut out)?;
        } else {
            tally.write_differences(&mut out, arguments.show)?;
        }
        total.absorb(tally);
    }
    out.flush()?;
    if total.is_empty() {
        return Err(Failure::Message("no vector to run: no file SUITE.jsonl or SUITE.jsonl.gz fits".to_owned()));
    }
    writeln!(out, "\n{total}")?;
    total.write_known(&mut out)?;
    out.flush()?;
    let is_whole = arguments.folder.is_none() && arguments.suite.is_empty() && arguments.id.is_none();
    if let (true, Some(name)) = (is_whole, total.obsolete().first()) {
        return Err(Failure::Message(format!("no vector shows the known difference {name} any more: take it out")));
    }
    match total.failed() {
        0 => Ok(()),
        failed => Err(Failure::Message(format!("{failed} of {} answers differ from Gardener's", total.compared()))),
    }
}
