//! `versions`: each version of a profile, with its next changes, its availability, and the updates from it.

use std::convert::Infallible;

use rootstock_analysis::Role;
use rootstock_maintenance::{VersionReport, VersionsReport, versions_report};
use rootstock_versioning::Timestamp;
use serde::{Deserialize, Serialize};

use crate::face::ask_about_profile;
use crate::{AppliedSettings, Example, Face, ProfileInput, Query, QuerySubject, WasmModule};

/// Asks for the state and the future of each version of a profile.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionsQuery {}

/// Every version of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VersionsAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The last instant before the state of a version changes; absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_change: Option<Timestamp>,
    /// The versions.
    #[serde(flatten)]
    pub report: VersionsReport,
    /// The versions that the other semantics update differently.
    pub differences: Vec<OtherVersion>,
}

/// A version that the other semantics update differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OtherVersion {
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version.
    pub version: String,
    /// The report under the other semantics.
    pub other: VersionReport,
}

impl Query for VersionsQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.versions/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "versions fixtures/profiles/orchard.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/profiles/orchard.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = VersionsAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = Infallible;

    fn ask(&self, input: ProfileInput<'_>) -> Result<VersionsAnswer, Infallible> {
        let settings = input.asked.settings;
        let report = versions_report(input.profile.spec(), settings.now, &settings.quirks);
        Ok(VersionsAnswer {
            settings: input.asked.into(),
            profile: input.profile.name().to_owned(),
            next_change: next_change(&report),
            differences: differences(&report, input),
            report,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// Returns the last instant before the state of a version in a report changes.
fn next_change(report: &VersionsReport) -> Option<Timestamp> {
    report.rows().filter_map(|(_, version)| version.transitions.first()).map(|transition| transition.after).min()
}

fn differences(report: &VersionsReport, input: ProfileInput<'_>) -> Vec<OtherVersion> {
    let other = input.asked.settings.under(input.asked.semantics.other());
    let other = versions_report(input.profile.spec(), other.now, &other.quirks);
    let theirs = other.machine_images.into_iter().flat_map(|image| {
        let name = Some(image.name);
        image.versions.into_iter().map(move |version| (name.clone(), version))
    });
    let theirs = other.kubernetes.into_iter().map(|version| (None, version)).chain(theirs);
    let pairs = report.rows().zip(theirs).filter(|((_, one), (_, other))| *one != other);
    pairs.map(|(_, (image, other))| OtherVersion { image, version: other.version.clone(), other }).collect()
}
