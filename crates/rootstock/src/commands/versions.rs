//! `versions`: each version of a profile, when it changes, who may choose it, and where updates lead from it.

mod csv;
mod text;

use clap::Args;
use rootstock_maintenance::VersionReport;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileAsked, Query as _, VersionsQuery};

use crate::cli::{AnswerArguments, ProfileArguments, TableFormat};
use crate::failure::Failure;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// Show each version of a profile: what it is, when that changes, who may choose it, where updates lead from it
///
/// An automatic update happens when the shoot asks for it, a forced one when the version has expired or is gone from the
/// profile. Where updates lead is told for a pool that every version of the image fits.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Today
      rootstock versions cloudprofile.yaml

  On New Year's Day
      rootstock versions cloudprofile.yaml --at 2027-01-01T00:00:00Z")]
pub(crate) struct VersionsArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

pub(super) fn run(
    arguments: &VersionsArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let asked = run.resolved;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = VersionsQuery {}.ask(ProfileAsked { profile: &profile, asked })?;
    match arguments.answer.format {
        TableFormat::Json => streams.json(VersionsQuery::FORM, &answer)?,
        TableFormat::Text => text::write(&answer, streams.width(), &mut streams.text())?,
        TableFormat::Csv => csv::write(&answer, &mut streams.csv())?,
    }
    Ok(Status::Clean)
}

/// What becomes of a version, and when.
fn changes(version: &VersionReport) -> Vec<String> {
    let changes = version.transitions.iter();
    changes.map(|change| format!("{} after {}", change.classification, change.after)).collect()
}
