//! The arguments of commands that take any number of Shoots.

use std::path::PathBuf;

use clap::Args;
use clap::builder::ArgPredicate;

use super::CLUSTER;
use crate::garden::name::SHOOTS;

/// The name of the option for Shoots.
const SHOOTS_OPTION: &str = "more_shoots";

/// The Shoots and their profiles.
#[derive(Debug, Args)]
pub(crate) struct FleetArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS", required_unless_present_any = [CLUSTER, SHOOTS_OPTION])]
    #[arg(default_value_ifs = [
        (SHOOTS_OPTION, ArgPredicate::IsPresent, None),
        (CLUSTER, ArgPredicate::Equals("true".into()), Some(SHOOTS)),
    ])]
    shoots: Vec<PathBuf>,

    /// Shoots, as in SHOOTS; may be given several times
    #[arg(id = SHOOTS_OPTION, long = "shoots", value_name = "PATH")]
    more_shoots: Vec<PathBuf>,

    /// The profiles that the Shoots refer to: files, directories or -; may be given several times [default: those listed in
    /// rootstock.toml, or else those among the Shoots]
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,
}

impl FleetArguments {
    /// Returns the arguments of a command with options of its own for the same.
    pub(crate) const fn of(shoots: Vec<PathBuf>, profiles: Vec<PathBuf>) -> Self {
        Self { shoots, more_shoots: Vec::new(), profiles }
    }

    /// Returns the Shoots in both forms.
    pub(crate) fn all_shoots(&self) -> Vec<PathBuf> {
        [self.shoots.as_slice(), &self.more_shoots].concat()
    }
}
