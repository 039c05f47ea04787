//! `upkeep missing`: everything in a list of references that a profile lacks.

use std::sync::Arc;

use rootstock_analysis::{Profile, Role};
use rootstock_upkeep::{MissingItem, ReferenceList, missing};
use serde::{Deserialize, Serialize};

use crate::{AppliedSettings, Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks which images, versions and references of a list a CloudProfile lacks.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingQuery {
    /// The list.
    #[serde(flatten)]
    pub list: ReferenceList,
}

/// A CloudProfile to compare with a list.
#[derive(Debug, Clone, Copy)]
pub struct MissingInput<'a> {
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// Everything that a CloudProfile lacks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MissingAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The missing entries, in the order of the list.
    pub missing: Vec<MissingEntry>,
}

/// A missing entry and its message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MissingEntry {
    /// The missing entry.
    #[serde(flatten)]
    pub missing: MissingItem,
    /// The entry in words.
    pub message: String,
}

impl Query for MissingQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.missing/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep missing fixtures/upkeep/aws.yaml --references fixtures/upkeep/published.yaml",
        question: r#"{"images": [{"name": "gardenlinux", "versions": [{"version": "1592.3.0", "references": [
            {"region": "eu-central-1", "reference": "ami-1592-3-c-amd64-uefi",
             "capabilities": {"architecture": ["amd64"], "bootMode": ["uefi"]}},
            {"region": "eu-central-1", "reference": "ami-1592-3-c-amd64-bios",
             "capabilities": {"architecture": ["amd64"], "bootMode": ["bios"]}},
            {"region": "eu-central-1", "reference": "ami-1592-3-c-arm64", "capabilities": {"architecture": ["arm64"]}},
            {"region": "eu-west-1", "reference": "ami-1592-3-w-amd64-uefi",
             "capabilities": {"architecture": ["amd64"], "bootMode": ["uefi"]}},
            {"region": "eu-west-1", "reference": "ami-1592-3-w-amd64-bios",
             "capabilities": {"architecture": ["amd64"], "bootMode": ["bios"]}},
            {"region": "eu-west-1", "reference": "ami-1592-3-w-arm64", "capabilities": {"architecture": ["arm64"]}},
            {"region": "us-east-1", "reference": "ami-1592-3-us", "capabilities": {"architecture": ["amd64"]}}
        ]}]}]}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = MissingAnswer;
    type Input<'a> = MissingInput<'a>;
    type Error = QueryError;

    /// # Errors
    ///
    /// Returns [`QueryError::Upkeep`] if the profile is not a CloudProfile, or cannot be decoded.
    fn ask(&self, input: MissingInput<'_>) -> Result<MissingAnswer, QueryError> {
        let found = missing(input.profile, input.asked.settings.gates, &self.list).map_err(Box::new)?;
        let entries = found.into_iter().map(|missing| MissingEntry { message: missing.to_string(), missing });
        Ok(MissingAnswer {
            settings: input.asked.into(),
            profile: input.profile.name().to_owned(),
            missing: entries.collect(),
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let profile = face.sent_profile(&face.manifests()?)?;
        Ok(self.ask(MissingInput { profile: &profile, asked: face.asked()? })?)
    }
}
