//! `quirks`: the differences between Gardener and its documents.

use std::convert::Infallible;

use rootstock_core_model::{QuirkInfo, Quirks};
use serde::{Deserialize, Serialize};

use crate::{Example, Face, Query, QueryError, QuerySubject};

/// Asks for the differences between Gardener v1.150 and its documents.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuirksQuery {}

/// Every quirk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QuirksAnswer {
    /// The quirks.
    pub quirks: Vec<QuirkInfo>,
}

impl Query for QuirksQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.quirks/v1";
    const SUBJECT: QuerySubject = QuerySubject::Rootstock;
    const EXAMPLE: Example = Example { command: "quirks", question: "{}", files: &[] };
    type Answer = QuirksAnswer;
    type Input<'a> = ();
    type Error = Infallible;

    fn ask(&self, (): ()) -> Result<QuirksAnswer, Infallible> {
        Ok(QuirksAnswer { quirks: Quirks::table().copied().collect() })
    }

    fn ask_at<F: Face>(&self, _: &F) -> Result<Self::Answer, F::Failure> {
        Ok(self.ask(()).map_err(QueryError::from)?)
    }
}
