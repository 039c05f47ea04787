//! `versions`: each version of a profile, its changes over time, who may choose it, and the targets of updates.

mod text;

use std::io;

use clap::Args;
use rootstock_maintenance::VersionReport;
use rootstock_pages::write_versions_picture;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileInput, VersionsAnswer, VersionsQuery};
use rootstock_versioning::Classification;

use crate::cli::{AnswerArguments, ProfileArguments, VersionsFormat};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::{Rows, or_empty, subject};
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams, profile};

/// List the versions of a profile: their classification, its changes over time, who may choose them, and the targets of updates
///
/// An automatic update happens if the Shoot enables it, a forced one if the version has expired or is missing from the profile.
/// Update targets are for a pool that is compatible with every version of the image.
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
    let VersionsArguments { profile, answer } = arguments;
    if answer.format != VersionsFormat::Svg {
        return answer_profile_query(arguments, |_| Ok(VersionsQuery {}), (profile, answer), registry, streams);
    }
    let mut run = Run::with_output(answer, registry, streams)?;
    let profile = profile::load(profile, &mut run)?;
    write_versions_picture(ProfileInput { profile: &profile, asked: run.resolved }, run.streams.out.raw())?;
    Ok(Status::Clean)
}

impl AnswerView<VersionsQuery> for VersionsArguments {
    fn text(&self, answer: &VersionsAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn rows(&self, answer: &VersionsAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        rows.header(COLUMNS)?;
        for (image, version) in answer.report.rows() {
            let after = |classification| {
                let becomes = version.transitions.iter().find(|change| change.classification == classification);
                or_empty(becomes.map(|change| change.after))
            };
            rows.row(&[
                &answer.profile,
                &subject(image),
                &or_empty(image),
                &version.version,
                &version.classification,
                &version.is_classified,
                &after(Classification::Preview),
                &after(Classification::Supported),
                &after(Classification::Deprecated),
                &after(Classification::Expired),
                &version.choosers.as_str(),
                &or_empty(version.automatic_update.as_ref()),
                &or_empty(version.forced_update.as_ref()),
                &version.forced_update_fails.is_some(),
                &or_empty(version.forced_update_fails.as_ref()),
            ])?;
        }
        Ok(())
    }
}

const COLUMNS: &str = "profile,subject,image,version,classification,classified,preview_after,supported_after,deprecated_after,expired_after,\
                       choosers,automatic_update,forced_update,forced_update_fails,why";

/// Returns the future classifications of a version, with their dates; a day means its end.
fn short_changes(version: &VersionReport) -> Vec<String> {
    let changes = version.transitions.iter();
    changes
        .map(|change| {
            let after = change.after.to_string();
            format!("{} after {}", change.classification, after.strip_suffix("T23:59:59Z").unwrap_or(&after))
        })
        .collect()
}
