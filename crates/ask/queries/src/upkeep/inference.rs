//! `upkeep infer`: the capabilities that follow from what clouds and vendors print.

use rootstock_analysis::Role;
use rootstock_facts::{FactList, FactMapping};
use rootstock_upkeep::{Inference, InferredChange, infer};
use serde::{Deserialize, Serialize};

use super::{UpkeepAnswer, UpkeepInput, UpkeepQuery, ask_about_upkeep};
use crate::verify::table;
use crate::{Example, Face, Query, QueryError, QuerySubject};

/// Asks which capabilities of a CloudProfile follow from facts, and for the effects of adding them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InferQuery {
    /// The facts.
    #[serde(flatten)]
    pub facts: FactList,
    /// The meaning of facts as capabilities, in addition to the table of the provider.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<FactMapping>,
    /// The rules that may have new findings.
    pub accept: Vec<String>,
}

/// A CloudProfile with the capabilities that follow from facts.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InferAnswer {
    /// The outcome of making all changes.
    #[serde(flatten)]
    pub upkeep: UpkeepAnswer,
    /// The capabilities that machine types and flavors get, with the reasons.
    pub inferred: Vec<InferredChange>,
    /// Attributes of facts in the user's own words that mean nothing for the provider, so that nothing follows from them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_meaning: Vec<String>,
}

impl Query for InferQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upkeep-infer/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep infer fixtures/upkeep/aws.yaml fixtures/upkeep/tpm-facts.yaml",
        question: r#"{"facts": [
            {"source": "aws-images", "provider": "aws", "region": "eu-west-1", "partial": true, "images": [
                {"reference": "ami-1592-2-w-arm64-uefi", "attributes": {"tpm": ["v2.0"]}}
            ]},
            {"source": "aws-instance-types", "provider": "aws", "region": "eu-west-1", "machineTypes": [
                {"name": "m4.large", "attributes": {"tpm": ["none"]}}
            ]}
        ]}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = InferAnswer;
    type Input<'a> = UpkeepInput<'a>;
    type Error = QueryError;

    /// # Errors
    ///
    /// Returns [`QueryError::Upkeep`] if the profile is not a CloudProfile, cannot be decoded, or has no capabilities.
    fn ask(&self, input: UpkeepInput<'_>) -> Result<InferAnswer, QueryError> {
        let table = table(&input.profile.spec().provider_type, &self.meanings);
        let found = input.analysis.report_on_facts(input.profile, &table, &self.facts);
        if found.is_some_and(|(_, verification)| verification.is_empty()) {
            return Err(QueryError::NoFacts { provider: input.profile.spec().provider_type.clone() });
        }
        let gates = input.asked.settings.gates;
        let Inference { changes, reasons } = infer(input.profile, gates, &table, &self.facts).map_err(Box::new)?;
        let query = UpkeepQuery { changes, accept: self.accept.clone(), in_order: false };
        let unknown = FactMapping::without_meaning(&table, &self.facts, &input.profile.spec().provider_type);
        Ok(InferAnswer { upkeep: query.ask(input)?, inferred: reasons, without_meaning: unknown.into_iter().collect() })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_upkeep(face, false, |input| self.ask(input))
    }
}
