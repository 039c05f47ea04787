//! `select`: the flavor and provider image that a machine type gets from an image version, and the reasons.

mod text;

use std::io;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{SelectAnswer, SelectQuery};

use crate::cli::{AnswerArguments, ProfileArguments, WorkerArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams};

/// Show which flavor of an image version and which provider image a machine type gets, and why
///
/// The answer follows the two steps of the capability algorithm: first the compatible flavors, then the preferred one among them.
/// If Gardener deviates from its documentation, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Every version of an image
      rootstock select cloudprofile.yaml --machine-type general-medium \\
        --image local

  One version, in one region
      rootstock select cloudprofile.yaml -t m5.large -i gardenlinux \\
        -V 1877.5.0 -r eu-west-1

  For a worker with secure boot
      rootstock select cloudprofile.yaml -t m5.large -i gardenlinux \\
        --secure-boot --feature-gates WorkerCapabilities=true")]
pub(crate) struct SelectArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine type
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: String,

    /// The machine image
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: String,

    /// The image version [default: all versions of the image]
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: Option<String>,

    /// The Shoot's region
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(arguments: &SelectArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let question = |run: &mut Run<'_>| -> Result<SelectQuery, Failure> {
        Ok(SelectQuery {
            machine_type: arguments.machine_type.clone(),
            image: arguments.image.clone(),
            version: arguments.version.clone(),
            region: arguments.region.clone(),
            worker: arguments.worker.describe(run)?,
        })
    };
    answer_profile_query(arguments, question, (&arguments.profile, &arguments.answer), registry, streams)
}

impl AnswerView<SelectQuery> for SelectArguments {
    fn text(&self, answer: &SelectAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn status(&self, answer: &SelectAnswer) -> Status {
        if answer.has_bootable_version() { Status::Clean } else { Status::Findings }
    }
}
