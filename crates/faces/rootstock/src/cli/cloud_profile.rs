//! The commands that change the form of a profile: `migrate` and `canonicalize`.

use std::path::PathBuf;

use clap::Args;

/// A profile itself.
#[derive(Debug, Clone, Args)]
pub(crate) struct CloudProfileArguments {
    /// A file with the profile, or - for standard input; with --cluster also cluster:cloudprofile/NAME
    #[arg(value_name = "PROFILE")]
    pub(crate) path: PathBuf,

    /// Which profile, when there are several in the file: NAME, or NAMESPACE/NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}
