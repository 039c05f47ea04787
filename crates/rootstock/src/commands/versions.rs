//! `versions`: each version of a profile, when it changes, who may choose it, and where updates lead from it.

mod csv;
mod text;

use rootstock_maintenance::VersionReport;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileAsked, Query as _, VersionsQuery};

use crate::cli::{TableFormat, VersionsArguments};
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, profile};

pub(super) fn run(
    arguments: &VersionsArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let asked = run.resolved;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = VersionsQuery {}.ask(ProfileAsked { name: profile.name(), spec: profile.spec(), asked })?;
    match arguments.answer.format {
        TableFormat::Json => streams.json(VersionsQuery::FORM, &answer)?,
        TableFormat::Text => text::write(&answer, streams.width(), &mut streams.text())?,
        TableFormat::Csv => csv::write(&answer, streams.out())?,
    }
    Ok(Status::Clean)
}

/// What becomes of a version, and when.
fn changes(version: &VersionReport) -> Vec<String> {
    let changes = version.transitions.iter();
    changes.map(|change| format!("{} after {}", change.classification, change.after)).collect()
}
