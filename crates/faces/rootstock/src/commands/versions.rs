//! `versions`: each version of a profile, when it changes, who may choose it, and where updates lead from it.

mod csv;
mod text;

use clap::Args;
use rootstock_maintenance::VersionReport;
use rootstock_pages::write_versions_picture;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileAsked, Query as _, VersionsQuery};

use crate::cli::{AnswerArguments, ProfileArguments, VersionsFormat};
use crate::failure::Failure;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// Show each version of a profile: what it is, when that changes, who may choose it, where updates lead from it
///
/// An automatic update happens when the Shoot asks for it, a forced one when the version has expired or is gone from the
/// profile. Where updates lead is told for a pool that every version of the image fits.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Today
      rootstock versions cloudprofile.yaml

  On New Year's Day
      rootstock versions cloudprofile.yaml --at 2027-01-01

  A picture for a wiki
      rootstock versions cloudprofile.yaml --format svg > versions.svg")]
pub(crate) struct VersionsArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<VersionsFormat>,
}

pub(super) fn run(
    arguments: &VersionsArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::answering(&arguments.answer, registry, streams)?;
    let asked = run.resolved;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let over = ProfileAsked { profile: &profile, asked };
    let answer = VersionsQuery {}.ask(over)?;
    match arguments.answer.format {
        VersionsFormat::Json => streams.json(VersionsQuery::FORM, &answer)?,
        VersionsFormat::Text => text::write(&answer, streams.width(), &mut streams.text())?,
        VersionsFormat::Csv => csv::write(&answer, &mut streams.csv())?,
        VersionsFormat::Svg => write_versions_picture(over, streams.out())?,
    }
    Ok(Status::Clean)
}

/// What becomes of a version, and when.
fn changes(version: &VersionReport) -> Vec<String> {
    let changes = version.transitions.iter();
    changes.map(|change| format!("{} after {}", change.classification, change.after)).collect()
}
