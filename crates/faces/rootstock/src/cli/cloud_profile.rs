//! The commands that change the form of a profile: `migrate` and `canonicalize`.

use std::path::PathBuf;

use clap::Args;

/// The profile whose text is changed.
#[derive(Debug, Clone, Args)]
pub(crate) struct CloudProfileArguments {
    /// A file with the profile, or - for standard input; a folder with profiles, or landscape: for those listed in rootstock.toml; with
    /// --cluster also cluster:cloudprofile/NAME
    #[arg(value_name = "PROFILE")]
    pub(crate) path: PathBuf,

    /// The profile to use if there are several: NAME, or NAMESPACE/NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}
