//! `machine-types`: on which machine types a worker may run an image version, and why not on the others.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{MachineTypesQuery, ProfileAsked, Query as _};

use super::choice;
use crate::cli::{ChoiceArguments, ProfileArguments, SurroundingsArguments};
use crate::failure::Failure;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// Show on which machine types a worker may run an image version, with the flavor and the provider image it would get
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Where does this version run?
      rootstock machine-types cloudprofile.yaml --image gardenlinux \\
        --version 1877.5.0 --region eu-west-1

  Why not on the others?
      rootstock machine-types cloudprofile.yaml -i gardenlinux -V 1877.5.0 \\
        -r eu-west-1 --why

Exit status: 0 there are some, 1 there is none.")]
pub(crate) struct MachineTypesArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine image
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: String,

    /// The image version
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: String,

    #[command(flatten)]
    pub(crate) surroundings: SurroundingsArguments,

    /// The zones of the worker, each of which must have the machine type; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) zone: Vec<String>,

    #[command(flatten)]
    pub(crate) choice: ChoiceArguments,
}

pub(super) fn run(
    arguments: &MachineTypesArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::answering(&arguments.choice.answer, registry, streams)?;
    let query = MachineTypesQuery {
        image: arguments.image.clone(),
        version: arguments.version.clone(),
        zones: arguments.zone.clone(),
        surroundings: arguments.surroundings.describe(),
        worker: arguments.choice.worker.describe(run.settings().gates, run.streams)?,
    };
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = query.ask(ProfileAsked { profile: &profile, asked: run.resolved })?;
    choice::write::<MachineTypesQuery, _, _, _>(&answer, &arguments.choice, run.streams)
}
