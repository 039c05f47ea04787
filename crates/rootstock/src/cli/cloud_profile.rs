//! The commands that change the form of a profile: `migrate` and `canonicalize`.

use std::path::PathBuf;

use clap::Args;

/// A CloudProfile itself.
#[derive(Debug, Clone, Args)]
pub(crate) struct CloudProfileArguments {
    /// A file with a CloudProfile, or - for standard input
    #[arg(value_name = "PROFILE")]
    pub(crate) path: PathBuf,

    /// Which CloudProfile, when there are several in the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}
