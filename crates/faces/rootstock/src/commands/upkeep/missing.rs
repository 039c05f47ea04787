//! `upkeep missing`: lists what a profile lacks compared with a list of references.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{MissingInput, MissingQuery, Query as _};

use super::lists;
use crate::cli::{AnswerArguments, CloudProfileArguments, Format};
use crate::failure::Failure;
use crate::run::Run;
use crate::table::printable;
use crate::{Status, Streams, document, input};

/// List the machine images, versions and references that a CloudProfile lacks compared with lists of references
///
/// For CI: a vendor published a version, and the profile lacks it, or does not map it for every region and flavor that has
/// images. References for regions that the profile does not have are ignored. Existing references are not compared.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Does the profile contain everything that was published?
      rootstock upkeep missing aws.yaml --references published.yaml

Exit status: 0 nothing is missing, 1 something is missing, 2 the profile is not a CloudProfile, 3 something cannot be \
read.")]
pub(super) struct MissingArguments {
    #[command(flatten)]
    profile: CloudProfileArguments,

    /// A file with references (see docs/upkeep.md); may be given several times
    #[arg(long, value_name = "FILE", required = true)]
    references: Vec<PathBuf>,

    #[command(flatten)]
    answer: AnswerArguments,
}

pub(super) fn run(arguments: &MissingArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(std::iter::once(&arguments.profile.path).chain(&arguments.references))?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let found = document::load(&arguments.profile, &[], &mut run)?;
    let asked = run.resolved;
    let list = lists::references(&arguments.references, run.streams)?;
    let answer = MissingQuery { list }.ask(MissingInput { profile: &found.profile, asked })?;
    match arguments.answer.format {
        Format::Json => streams.out.json(MissingQuery::ANSWER_SCHEMA, &answer)?,
        Format::Text => {
            for one in &answer.missing {
                writeln!(streams.out.raw(), "{}", printable(one.message.clone()))?;
            }
            if answer.missing.is_empty() {
                streams.say(format!("profile {} has everything that is listed", answer.profile));
            }
        }
    }
    Ok(if answer.missing.is_empty() { Status::Clean } else { Status::Findings })
}
