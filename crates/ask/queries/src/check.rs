//! `check`: everything that Gardener's admission refuses or that does not fit together.

use std::convert::Infallible;

use rootstock_analysis::{Analysis, Judgement, Role};
use rootstock_report::{Report, ReportAnswer};
use serde::{Deserialize, Serialize};

use crate::{About, AppliedSettings, Asked, Example, Face, NoAnswer, Query, WasmModule};

/// Asks for the findings in the documents of an analysis. The operation is a setting of the analysis.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckQuery {}

/// Documents and the settings to check them under.
#[derive(Debug, Clone, Copy)]
pub struct CheckAsked<'a> {
    /// The analysis that holds the documents.
    pub analysis: &'a Analysis,
    /// The settings to ask under.
    pub asked: Asked,
}

/// The findings in documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The settings that the answer was given under.
    pub settings: CheckSettings,
    /// The report.
    #[serde(flatten)]
    pub report: ReportAnswer,
}

/// The settings that documents were checked under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckSettings {
    /// Semantics, instant and feature gates.
    #[serde(flatten)]
    pub settings: AppliedSettings,
    /// The operation that objects were checked as.
    pub operation: CheckOperation,
    /// Whether objects that cannot be checked are accepted.
    pub allow_unchecked: bool,
    /// The configuration that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
}

/// The operation that objects are checked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum CheckOperation {
    /// A desired state; the previous state is unknown.
    State,
    /// The creation of new objects.
    Create,
    /// An update of existing objects.
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
    /// Returns the answer for a report of the analysis.
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
