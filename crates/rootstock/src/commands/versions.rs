//! `versions`: each version of a profile, when it changes, who may choose it, and where updates lead from it.

mod csv;
mod text;

use rootstock_core_model::{CloudProfileSpec, Semantics, Settings};
use rootstock_maintenance::{VersionReport, VersionsReport, versions_report};
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;

use crate::cli::{SettingsJson, TableFormat, VersionsArguments};
use crate::other_semantics::other;
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, profile};

const SCHEMA: &str = "rootstock.versions/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: SettingsJson,
    profile: &'a str,
    /// The first instant after which a version is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_change: Option<Timestamp>,
    #[serde(flatten)]
    report: VersionsReport,
    /// Where the other semantics lead elsewhere.
    differences: Vec<Difference>,
    #[serde(skip)]
    semantics: Semantics,
}

/// A version from which updates lead elsewhere in the other semantics.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Difference {
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    version: String,
    /// What the other semantics answer.
    other: VersionReport,
}

pub(super) fn run(
    arguments: &VersionsArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let (resolved, settings) = (run.resolved, run.settings());
    let profile = profile::load(&arguments.profile, &mut run)?;
    let spec = profile.spec();
    let report = versions_report(spec, settings.now, &settings.quirks);
    let answer = Answer {
        differences: differences(&report, spec, resolved.semantics, &settings),
        next_change: next_change(&report),
        settings: resolved.into(),
        profile: profile.name(),
        report,
        semantics: resolved.semantics,
    };
    match arguments.answer.format {
        TableFormat::Json => streams.json(SCHEMA, &answer)?,
        TableFormat::Text => text::write(&answer, streams.width(), &mut streams.text())?,
        TableFormat::Csv => csv::write(&answer, streams.out())?,
    }
    Ok(Status::Clean)
}

/// Every version with the name of its image, Kubernetes first.
fn rows(report: &VersionsReport) -> impl Iterator<Item = (Option<&str>, &VersionReport)> {
    let kubernetes = report.kubernetes.iter().map(|version| (None, version));
    let images = report.machine_images.iter();
    kubernetes.chain(images.flat_map(|image| image.versions.iter().map(|version| (Some(image.name.as_str()), version))))
}

/// What becomes of a version, and when.
fn changes(version: &VersionReport) -> Vec<String> {
    let changes = version.transitions.iter();
    changes.map(|change| format!("{} after {}", change.classification, change.after)).collect()
}

fn next_change(report: &VersionsReport) -> Option<Timestamp> {
    rows(report).filter_map(|(_, version)| version.transitions.first()).map(|transition| transition.after).min()
}

fn differences(
    report: &VersionsReport,
    spec: &CloudProfileSpec,
    semantics: Semantics,
    settings: &Settings,
) -> Vec<Difference> {
    let other = versions_report(spec, settings.now, &other(semantics).quirks());
    let pairs = rows(report).zip(rows(&other)).filter(|((_, one), (_, other))| one != other);
    let difference = |(_, (image, other)): (_, (Option<&str>, &VersionReport))| Difference {
        image: image.map(str::to_owned),
        version: other.version.clone(),
        other: other.clone(),
    };
    pairs.map(difference).collect()
}
