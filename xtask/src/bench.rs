//! `cargo xtask bench`: the benchmarks, and whole runs of the programs.

mod hostile;
mod performance;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::{process, workspace};

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArguments {
    /// Run only benchmarks, or measure only hostile inputs, whose name contains this
    filter: Option<String>,
    /// Measure whole runs of the programs instead, and write the table of docs/performance.md
    #[arg(long, conflicts_with = "filter")]
    table: bool,
    /// The folder with the programs to measure [default: release builds]
    #[arg(long, value_name = "FOLDER", requires = "table")]
    programs: Option<PathBuf>,
    /// The number of runs of a program on each input; the median counts
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..), requires = "table")]
    runs: u16,
    /// Run the command on every hostile input instead, and compare time and memory with their bounds
    #[arg(long, conflicts_with = "table")]
    hostile: bool,
}

pub(crate) fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    match (arguments.hostile, arguments.table) {
        (true, _) => hostile::measure(arguments.filter.as_deref().unwrap_or_default()),
        (false, true) => performance::write(arguments.programs.as_deref(), arguments.runs),
        (false, false) => {
            let mut command = process::cargo(["bench", "--workspace", "--quiet"]);
            command.args(workspace::benchmark_arguments()?).arg("--").args(&arguments.filter);
            process::succeed(&mut command)
        }
    }
}
