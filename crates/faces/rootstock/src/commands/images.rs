//! `images`: the image versions that a worker may choose, best first, and the reasons why others are rejected.

use std::io;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ImagesAnswer, ImagesQuery};

use super::choice;
use crate::cli::{ChoiceArguments, ProfileArguments, WorkerContextArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::Rows;
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams};

/// List the image versions that a worker may choose, best first, with the flavor and provider image it would get
///
/// The order: previews last; then the profile's order of images; supported before deprecated; newer before older. The first
/// one is thus the default of a new worker that names no image.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What can a worker on this machine type choose?
      rootstock images cloudprofile.yaml --machine-type general-medium \\
        --region eu-west-1 --kubernetes 1.34.1

  Why not the others?
      rootstock images cloudprofile.yaml -t general-medium -r eu-west-1 \\
        -k 1.34.1 --why

  Which images can it boot with secure boot?
      rootstock images cloudprofile.yaml -t general-medium --secure-boot \\
        --feature-gates WorkerCapabilities=true

  Which images can the worker pool of a Shoot boot?
      rootstock images cloudprofile.yaml -t general-medium \\
        --shoot shoot.yaml --worker pool-1 \\
        --feature-gates WorkerCapabilities=true

Exit status: 0 there are some, 1 there is none.")]
pub(crate) struct ImagesArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine type
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: String,

    #[command(flatten)]
    pub(crate) surroundings: WorkerContextArguments,

    #[command(flatten)]
    pub(crate) choice: ChoiceArguments,
}

pub(super) fn run(arguments: &ImagesArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let question = |run: &mut Run<'_>| -> Result<ImagesQuery, Failure> {
        Ok(ImagesQuery {
            machine_type: arguments.machine_type.clone(),
            surroundings: arguments.surroundings.describe(),
            worker: arguments.choice.worker.describe(run)?,
        })
    };
    answer_profile_query(arguments, question, (&arguments.profile, &arguments.choice.answer), registry, streams)
}

impl AnswerView<ImagesQuery> for ImagesArguments {
    fn text(&self, answer: &ImagesAnswer, page: &mut Page<'_>) -> io::Result<()> {
        choice::write_text(answer, self.choice.why, page)
    }

    fn rows(&self, answer: &ImagesAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        choice::write_rows(answer, self.choice.why, rows)
    }

    fn status(&self, answer: &ImagesAnswer) -> Status {
        choice::status(answer)
    }
}
