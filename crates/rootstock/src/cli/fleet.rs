//! What can be asked about Shoots in any number.

use std::path::PathBuf;

use clap::Args;

/// Where Shoots and their profiles come from.
#[derive(Debug, Args)]
pub(crate) struct FleetArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(required = true, value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// The profiles that the shoots refer to: files, directories or -; may be given several times
    /// [default: those that rootstock.toml names]
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,
}
