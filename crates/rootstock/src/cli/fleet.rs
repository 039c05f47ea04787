//! What can be asked about versions and about shoots in any number.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Form;

/// In which form an answer is given that is made of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
    /// For spreadsheets and programs: one table with a row per version or pool, names and instants as JSON has them
    Csv,
}

impl Form for TableFormat {}

/// Where shoots and their profiles come from.
#[derive(Debug, Args)]
pub(crate) struct FleetArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(required = true, value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// The profiles that the shoots refer to: files, directories or -; may be given several times
    #[arg(long = "profile", short, required = true, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,
}
