//! `matrix`: the compatibility of image versions with machine types.

mod cell;
mod labels;
mod layout;
mod reasons;
mod text;

use std::io::{self, Write};

use clap::Args;
use rootstock_pages::{write_matrix_picture, write_matrix_table};
use rootstock_provider_api::Registry;
use rootstock_queries::{MatrixAnswer, MatrixQuery};

use self::cell::{reason, word};
use crate::cli::{AnswerArguments, MatrixFormat, ProfileArguments, WorkerArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::{Rows, or_empty};
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams};

/// Show which image versions are compatible with which machine types
///
/// Machine types that are compatible with the same versions share a row, and versions that are compatible with the same machine
/// types share a column. If the columns do not fit side by side, versions become the rows if that needs fewer tables.
///
/// With the gate WorkerCapabilities on, the answer is for workers without special requirements, unless options add some.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  The whole profile
      rootstock matrix cloudprofile.yaml
      kubectl rootstock matrix --cluster --name aws

  Why does no version of the image fit this machine type in the region?
      rootstock matrix cloudprofile.yaml --machine-type m5.metal \\
        --image gardenlinux --region eu-west-1 --why

  A picture for a wiki
      rootstock matrix cloudprofile.yaml --format svg > matrix.svg

  Which versions are compatible with secure boot?
      rootstock matrix cloudprofile.yaml --secure-boot \\
        --feature-gates WorkerCapabilities=true")]
pub(crate) struct MatrixArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// Show only these machine types
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: Vec<String>,

    /// Show only these images
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: Vec<String>,

    /// Show only these image versions
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: Vec<String>,

    /// Show only image versions for which the provider has an image in this region
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// Show the reason for each "no"
    #[arg(long)]
    pub(crate) why: bool,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<MatrixFormat>,
}

pub(super) fn run(arguments: &MatrixArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let question = |run: &mut Run<'_>| -> Result<MatrixQuery, Failure> {
        Ok(MatrixQuery {
            machine_types: arguments.machine_type.clone(),
            images: arguments.image.clone(),
            versions: arguments.version.clone(),
            region: arguments.region.clone(),
            why: arguments.why,
            worker: arguments.worker.describe(run)?,
        })
    };
    answer_profile_query(arguments, question, (&arguments.profile, &arguments.answer), registry, streams)
}

impl AnswerView<MatrixQuery> for MatrixArguments {
    fn draw(&self, answer: &MatrixAnswer, out: &mut dyn Write) -> io::Result<()> {
        let write = if self.answer.format == MatrixFormat::Svg { write_matrix_picture } else { write_matrix_table };
        write(answer, out)
    }

    fn text(&self, answer: &MatrixAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, self.why, page)
    }

    fn rows(&self, answer: &MatrixAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        rows.header("profile,region,machine_type,image,version,answer,why")?;
        let region = or_empty(answer.region.as_ref());
        for row in &answer.rows {
            for machine_type in &row.machine_types {
                for (column, cell) in answer.columns.iter().zip(&row.cells) {
                    let (word, why) = (word(cell), or_empty(reason(cell)));
                    for version in &column.versions {
                        rows.row(&[&answer.profile, &region, machine_type, &column.image, version, &word, &why])?;
                    }
                }
            }
        }
        Ok(())
    }
}
