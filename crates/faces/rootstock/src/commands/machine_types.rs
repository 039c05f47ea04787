//! `machine-types`: the machine types that can run an image version, and the reasons why others are rejected.

use std::io;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{MachineTypesAnswer, MachineTypesQuery};

use super::choice;
use crate::cli::{ChoiceArguments, ProfileArguments, WorkerContextArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::Rows;
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams};

/// List the machine types on which a worker may run an image version, with the flavor and provider image it would get
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
    pub(crate) surroundings: WorkerContextArguments,

    /// A zone of the worker, which must have the machine type; may be given several times
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
    let question = |run: &mut Run<'_>| -> Result<MachineTypesQuery, Failure> {
        Ok(MachineTypesQuery {
            image: arguments.image.clone(),
            version: arguments.version.clone(),
            zones: arguments.zone.clone(),
            surroundings: arguments.surroundings.describe(),
            worker: arguments.choice.worker.describe(run)?,
        })
    };
    answer_profile_query(arguments, question, (&arguments.profile, &arguments.choice.answer), registry, streams)
}

impl AnswerView<MachineTypesQuery> for MachineTypesArguments {
    fn text(&self, answer: &MachineTypesAnswer, page: &mut Page<'_>) -> io::Result<()> {
        choice::write_text(answer, self.choice.why, page)
    }

    fn rows(&self, answer: &MachineTypesAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        choice::write_rows(answer, self.choice.why, rows)
    }

    fn status(&self, answer: &MachineTypesAnswer) -> Status {
        choice::status(answer)
    }
}
