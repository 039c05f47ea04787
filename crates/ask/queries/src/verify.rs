//! `upkeep verify`: contradictions between a profile and what clouds and vendors print.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile, Role};
use rootstock_facts::{FactList, FactMapping};
use rootstock_report::{Report, ReportAnswer};
use rootstock_upkeep::Refusal;
use serde::{Deserialize, Serialize};

use crate::{AppliedSettings, Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks where a CloudProfile contradicts facts about images and machine types.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyQuery {
    /// The facts.
    #[serde(flatten)]
    pub facts: FactList,
    /// The meaning of facts as capabilities, in addition to the table of the provider.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<FactMapping>,
}

/// A CloudProfile to compare with facts.
#[derive(Debug, Clone, Copy)]
pub struct VerifyInput<'a> {
    /// The analysis that holds the profile's text.
    pub analysis: &'a Analysis,
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// The contradictions between a CloudProfile and facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifyAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The parts of the profile that the facts are about.
    pub compared: ComparedParts,
    /// Attributes of facts in the user's own words that mean nothing for the provider, so that they are not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_meaning: Vec<String>,
    /// The report.
    #[serde(flatten)]
    pub report: ReportAnswer,
}

/// The numbers of parts of a profile that facts are about. Nothing is known about the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComparedParts {
    /// The references that facts are about.
    pub references: usize,
    /// The references of the profile.
    pub all_references: usize,
    /// The machine types that facts are about.
    pub machine_types: usize,
    /// The machine types of the profile.
    pub all_machine_types: usize,
    /// The zones whose machine types are known.
    pub zones: usize,
}

impl VerifyQuery {
    /// Compares a profile with the facts. The report has the text of the profile.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Upkeep`] if the profile is not a CloudProfile, and [`QueryError::NoFacts`] if no fact is about it,
    /// because that would pass for a profile without contradictions.
    pub fn verify(&self, input: VerifyInput<'_>) -> Result<(Report, ComparedParts), QueryError> {
        let provider = input.profile.spec().provider_type.as_str();
        let table = table(provider, &self.meanings);
        let found = input.analysis.report_on_facts(input.profile, &table, &self.facts);
        let (report, verification) = found.ok_or_else(|| Box::new(Refusal::Rendered))?;
        if verification.is_empty() {
            return Err(QueryError::NoFacts { provider: provider.to_owned() });
        }
        let compared = ComparedParts {
            references: verification.references,
            all_references: input.profile.image_references().len(),
            machine_types: verification.machine_types,
            all_machine_types: input.profile.spec().types().len(),
            zones: verification.zones,
        };
        Ok((report, compared))
    }
}

impl VerifyQuery {
    /// Returns the attributes of facts that mean nothing for the provider of a profile.
    #[must_use]
    pub fn without_meaning(&self, profile: &Profile) -> Vec<String> {
        let provider = profile.spec().provider_type.as_str();
        FactMapping::without_meaning(&table(provider, &self.meanings), &self.facts, provider).into_iter().collect()
    }
}

/// Returns the table of a provider with further meanings. A further meaning of a capability replaces those of the provider.
pub(crate) fn table(provider: &str, further: &[FactMapping]) -> Vec<FactMapping> {
    let replaced = |row: &FactMapping| further.iter().any(|one| one.fact == row.fact);
    let mut table: Vec<FactMapping> =
        FactMapping::built_in(provider).into_iter().filter(|row| !replaced(row)).collect();
    table.extend(further.iter().cloned());
    table
}

impl VerifyAnswer {
    /// Returns the answer for a report.
    #[must_use]
    pub fn new(input: VerifyInput<'_>, compared: ComparedParts, report: ReportAnswer) -> Self {
        let (settings, profile) = (input.asked.into(), input.profile.name().to_owned());
        Self { settings, profile, compared, without_meaning: Vec::new(), report }
    }
}

impl Query for VerifyQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.verify/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep verify fixtures/upkeep/aws.yaml fixtures/upkeep/facts.yaml",
        question: r#"{"facts": [
            {"source": "aws-images", "provider": "aws", "region": "eu-west-1", "partial": true, "images": [
                {"reference": "ami-1592-2-w-arm64-uefi", "architecture": "x86_64", "deprecated": "2026-09-01T00:00:00Z"}
            ]},
            {"source": "aws-instance-types", "provider": "aws", "region": "eu-west-1", "machineTypes": [
                {"name": "m7i.large", "cpu": "2", "memory": "8Gi"}, {"name": "m7g.large", "cpu": "2", "memory": "8Gi"}
            ]}
        ]}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = VerifyAnswer;
    type Input<'a> = VerifyInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: VerifyInput<'_>) -> Result<VerifyAnswer, QueryError> {
        let (report, compared) = self.verify(input)?;
        let without_meaning = self.without_meaning(input.profile);
        Ok(VerifyAnswer { without_meaning, ..VerifyAnswer::new(input, compared, report.into_answer().0) })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests()?;
        let profile = face.sent_profile(&analysis)?;
        Ok(self.ask(VerifyInput { analysis: &analysis, profile: &profile, asked: face.asked()? })?)
    }
}
