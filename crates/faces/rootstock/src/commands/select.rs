//! `select`: which flavor of an image version a machine type gets, which provider image that is, and why.

mod text;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileAsked, Query as _, SelectQuery};

use crate::cli::{AnswerArguments, ProfileArguments, WorkerArguments};
use crate::failure::Failure;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// Show which flavor of an image version a machine type gets, which provider image that is, and why
///
/// The answer walks through the two steps of the capability algorithm: which flavors are compatible, and which of those
/// is preferred. Where Gardener v1.150 decides differently from its documentation, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Every version of an image
      rootstock select cloudprofile.yaml --machine-type general-medium \\
        --image local

  One version, in one region
      rootstock select cloudprofile.yaml -t m5.large -i gardenlinux \\
        -V 1877.5.0 -r eu-west-1

  For a worker that boots securely
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

    /// The image version; without it, every version of the image is answered for
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
    let mut run = Run::answering(&arguments.answer, registry, streams)?;
    let query = SelectQuery {
        machine_type: arguments.machine_type.clone(),
        image: arguments.image.clone(),
        version: arguments.version.clone(),
        region: arguments.region.clone(),
        worker: arguments.worker.describe(run.settings().gates, run.streams)?,
    };
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = query.ask(ProfileAsked { profile: &profile, asked: run.resolved })?;
    run.streams
        .answer(arguments.answer.format, SelectQuery::FORM, &answer, |width, out| text::write(&answer, width, out))?;
    Ok(if answer.is_any_booted() { Status::Clean } else { Status::Findings })
}
