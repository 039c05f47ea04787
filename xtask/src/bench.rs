//! `cargo xtask bench`: the benchmarks, and whole runs of the command with their growth.

mod command_runs;
mod cost;
mod hostile;
mod table;

use crate::failure::Failure;
use crate::{process, workspace};

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArguments {
    /// Only benchmarks whose name contains this; leaves whole runs of the command out
    #[arg(conflicts_with = "command_only")]
    filter: Option<String>,
    /// Leave the benchmarks (divan) out and measure whole runs of the command only
    #[arg(long)]
    command_only: bool,
    /// How often the command is run on each input; the median counts
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Run the command on every hostile input instead, and compare what that takes with the bounds
    #[arg(long, conflicts_with_all = ["filter", "command_only", "runs"])]
    hostile: bool,
}

pub(crate) fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    if arguments.hostile {
        return hostile::measure();
    }
    if !arguments.command_only {
        let mut command = process::cargo(["bench", "--workspace", "--quiet"]);
        command.args(workspace::benchmark_arguments()?).arg("--").args(&arguments.filter);
        let status = command.status()?;
        if !status.success() {
            return Err(Failure::Found(format!("cargo bench: {status}")));
        }
    }
    if arguments.filter.is_none() {
        command_runs::measure(arguments.runs)?;
    }
    Ok(())
}
