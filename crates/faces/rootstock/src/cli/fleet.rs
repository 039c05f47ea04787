//! The arguments of commands that take any number of Shoots.

use std::path::PathBuf;

use clap::Args;

use super::CLUSTER;
use crate::garden::name::SHOOTS;

/// The Shoots and their profiles.
#[derive(Debug, Args)]
pub(crate) struct FleetArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS", required_unless_present = CLUSTER, default_value_if(CLUSTER, "true", SHOOTS))]
    pub(crate) shoots: Vec<PathBuf>,

    /// The profiles that the Shoots refer to: files, directories or -; may be given several times [default: those listed in
    /// rootstock.toml]
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,
}
