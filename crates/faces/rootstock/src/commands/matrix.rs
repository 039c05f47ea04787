//! `matrix`: which image version fits which machine type.

mod cell;
mod csv;
mod labels;
mod layout;
mod reasons;
mod text;

use clap::Args;
use rootstock_pages::{write_matrix_picture, write_matrix_table};
use rootstock_provider_api::Registry;
use rootstock_queries::{MatrixQuery, ProfileAsked, Query as _};

use crate::cli::{AnswerArguments, MatrixFormat, ProfileArguments, WorkerArguments};
use crate::failure::Failure;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// Show which image version is compatible with which machine type
///
/// Machine types that fit the same versions share a row, and versions that fit the same machine types share a column.
/// What does not fit side by side is turned round, with versions as rows, where that needs fewer tables.
///
/// With the gate WorkerCapabilities on, the answer is that for workers that ask for nothing special, unless the options say
/// more.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  The whole profile
      rootstock matrix cloudprofile.yaml
      kubectl rootstock matrix --cluster --name aws

  Why is no version of that image compatible with this machine type in this region?
      rootstock matrix cloudprofile.yaml --machine-type m5.metal \\
        --image gardenlinux --region eu-west-1 --why

  A picture for a wiki
      rootstock matrix cloudprofile.yaml --format svg > matrix.svg

  What can workers have that boot securely?
      rootstock matrix cloudprofile.yaml --secure-boot \\
        --feature-gates WorkerCapabilities=true")]
pub(crate) struct MatrixArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// Only these machine types
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: Vec<String>,

    /// Only these images
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: Vec<String>,

    /// Only these image versions
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: Vec<String>,

    /// Only what the provider has an image for in this region
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// Give the reason for each "no"
    #[arg(long)]
    pub(crate) why: bool,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<MatrixFormat>,
}

pub(super) fn run(arguments: &MatrixArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::answering(&arguments.answer, registry, streams)?;
    let worker = arguments.worker.describe(run.settings().gates, run.streams)?;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let query = MatrixQuery {
        machine_types: arguments.machine_type.clone(),
        images: arguments.image.clone(),
        versions: arguments.version.clone(),
        region: arguments.region.clone(),
        why: arguments.why,
        worker,
    };
    let answer = query.ask(ProfileAsked { profile: &profile, asked: run.resolved })?;
    let streams = run.streams;
    match arguments.answer.format {
        MatrixFormat::Json => streams.json(MatrixQuery::FORM, &answer)?,
        MatrixFormat::Text => text::write(&answer, arguments.why, streams.width(), &mut streams.text())?,
        MatrixFormat::Csv => csv::write(&answer, &mut streams.csv())?,
        MatrixFormat::Svg => write_matrix_picture(&answer, streams.out())?,
        MatrixFormat::Html => write_matrix_table(&answer, streams.out())?,
    }
    Ok(Status::Clean)
}
