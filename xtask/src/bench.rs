//! `cargo xtask bench`: the benchmarks, and whole runs of the command with their growth.

mod command_runs;
mod table;

use crate::failure::Failure;
use crate::process;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Leave the benchmarks (divan) out and measure whole runs of the command only
    #[arg(long)]
    command_only: bool,
    /// Leave whole runs of the command out
    #[arg(long, conflicts_with = "command_only")]
    no_command: bool,
    /// How often the command is run on each input; the median counts
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if !arguments.command_only {
        // Only crates with benchmarks: cargo would run the unit tests of all others.
        let status = process::cargo(["bench", "--workspace", "--benches", "--quiet"]).status()?;
        if !status.success() {
            return Err(Failure::Found(format!("cargo bench: {status}")));
        }
    }
    if !arguments.no_command {
        command_runs::measure(arguments.runs)?;
    }
    Ok(())
}
