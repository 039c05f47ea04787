//! `check`: everything that Gardener's admission refuses or that does not fit together.

use std::convert::Infallible;

use rootstock_analysis::{Analysis, CheckMode, Role};
use rootstock_report::ReportAnswer;
use serde::{Deserialize, Serialize};

use crate::{AppliedSettings, Example, Face, Query, QueryContext, QueryError, QuerySubject, WasmModule};

/// Asks for the findings in the documents of an analysis. The operation is a setting of the analysis.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckQuery {}

/// Documents and the settings to check them under.
#[derive(Debug, Clone, Copy)]
pub struct CheckInput<'a> {
    /// The analysis that holds the documents.
    pub analysis: &'a Analysis,
    /// The settings to ask under.
    pub asked: QueryContext,
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

impl From<CheckMode> for CheckOperation {
    fn from(mode: CheckMode) -> Self {
        match mode {
            CheckMode::State => Self::State,
            CheckMode::Create => Self::Create,
            CheckMode::Update => Self::Update,
        }
    }
}

impl CheckAnswer {
    /// Returns the answer for a [`Report`](rootstock_report::Report) of the analysis, or for the answer made of it.
    #[must_use]
    pub fn new(input: CheckInput<'_>, report: impl Into<ReportAnswer>) -> Self {
        let settings = CheckSettings {
            settings: input.asked.into(),
            operation: input.analysis.mode().into(),
            allow_unchecked: input.analysis.accepts_unchecked(),
            configuration: input.analysis.configuration().name().map(str::to_owned),
        };
        Self { settings, report: report.into() }
    }
}

impl Query for CheckQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.check/v1";
    const SUBJECT: QuerySubject = QuerySubject::Operation;
    const EXAMPLE: Example = Example {
        command: "check fixtures/profiles/openstack-nested.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/profiles/openstack-nested.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Rootstock;
    type Answer = CheckAnswer;
    type Input<'a> = CheckInput<'a>;
    type Error = Infallible;

    fn ask(&self, input: CheckInput<'_>) -> Result<CheckAnswer, Infallible> {
        Ok(CheckAnswer::new(input, input.analysis.check().report.into_answer().0))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests_to_check()?;
        Ok(self.ask(CheckInput { analysis: &analysis, asked: face.asked()? }).map_err(QueryError::from)?)
    }
}
