//! `check`: what Gardener's admission refuses, and what does not fit.

use std::convert::Infallible;

use rootstock_analysis::{Analysis, Judgement, Role};
use rootstock_report::{Report, ReportAnswer};
use serde::{Deserialize, Serialize};

use crate::{About, AppliedSettings, Asked, Example, Face, NoAnswer, Query, WasmModule};

/// What is wrong with the documents of an analysis? As what they are judged is a setting of the analysis.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckQuery {}

/// Documents, and whose answer is asked for.
#[derive(Debug, Clone, Copy)]
pub struct CheckAsked<'a> {
    /// Holds the documents.
    pub analysis: &'a Analysis,
    /// Whose answer is asked for.
    pub asked: Asked,
}

/// What is wrong with documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckAnswer {
    /// What the answer was given under.
    pub settings: CheckSettings,
    /// The report.
    #[serde(flatten)]
    pub report: ReportAnswer,
}

/// What documents were checked under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckSettings {
    /// Semantics, instant and feature gates.
    #[serde(flatten)]
    pub settings: AppliedSettings,
    /// As what objects were judged.
    pub operation: CheckOperation,
    /// Whether it is accepted that something cannot be checked.
    pub allow_unchecked: bool,
    /// The configuration that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
}

/// As what objects are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum CheckOperation {
    /// As a desired state, without knowing what was there before.
    State,
    /// As new objects.
    Create,
    /// As updates of what was there before.
    Update,
}

impl From<Judgement> for CheckOperation {
    fn from(judgement: Judgement) -> Self {
        match judgement {
            Judgement::State => Self::State,
            Judgement::Create => Self::Create,
            Judgement::Update => Self::Update,
        }
    }
}

impl CheckAnswer {
    /// The answer that a report of the analysis gives.
    #[must_use]
    pub fn new(over: CheckAsked<'_>, report: &Report) -> Self {
        let settings = CheckSettings {
            settings: over.asked.into(),
            operation: over.analysis.judgement().into(),
            allow_unchecked: over.analysis.accepts_unchecked(),
            configuration: over.analysis.configuration().name().map(str::to_owned),
        };
        Self { settings, report: report.into() }
    }
}

impl Query for CheckQuery {
    const FORM: &'static str = "rootstock.check/v1";
    const ABOUT: About = About::Operation;
    const EXAMPLE: Example = Example {
        command: "check fixtures/profiles/openstack-nested.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/profiles/openstack-nested.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Rootstock;
    type Answer = CheckAnswer;
    type Over<'a> = CheckAsked<'a>;
    type Error = Infallible;

    fn ask(&self, over: CheckAsked<'_>) -> Result<CheckAnswer, Infallible> {
        Ok(CheckAnswer::new(over, &over.analysis.check().report))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests_to_check()?;
        Ok(self.ask(CheckAsked { analysis: &analysis, asked: face.asked()? }).map_err(NoAnswer::from)?)
    }
}
