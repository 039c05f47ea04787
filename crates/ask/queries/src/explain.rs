//! `explain`: the page of a rule, the description of a quirk, or the results of a text search.

use rootstock_analysis::all_rules;
use rootstock_core_model::{QuirkInfo, Quirks, Rule, nearest};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::search::SearchTerms;
use crate::{Example, Face, Query, QueryError, QuerySubject, RuleDescription, UnknownRule};

/// Asks for the documentation of a rule, a quirk, a message or a word.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleQuery {
    /// The name of a rule or quirk, case-insensitive; or a message or words to search for in their documentation.
    pub rule: String,
}

/// The documentation that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ExplainAnswer {
    /// A rule.
    Rule(RuleAnswer),
    /// A quirk.
    Quirk(QuirkAnswer),
    /// The results of a text search.
    Found(FoundAnswer),
}

/// A rule with its page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleAnswer {
    /// The rule.
    #[serde(flatten)]
    pub rule: RuleDescription,
    /// The whole page, Markdown.
    pub page: &'static str,
}

/// A quirk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QuirkAnswer {
    /// The quirk.
    pub quirk: QuirkInfo,
}

/// The results of a text search, best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FoundAnswer {
    /// The text that was searched for.
    pub text: String,
    /// The rules that mention it.
    pub rules: Vec<RuleDescription>,
    /// The quirks that mention it.
    pub quirks: Vec<QuirkInfo>,
}

impl From<&Rule> for RuleAnswer {
    fn from(rule: &Rule) -> Self {
        Self { rule: RuleDescription::from(rule), page: rule.page }
    }
}

impl Query for RuleQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.explain/v1";
    const SUBJECT: QuerySubject = QuerySubject::Rootstock;
    const EXAMPLE: Example = Example {
        command: "explain provider-flavor-unmapped",
        question: r#"{"rule": "provider-flavor-unmapped"}"#,
        files: &[],
    };
    type Answer = ExplainAnswer;
    type Input<'a> = &'a Registry;
    type Error = UnknownRule;

    fn ask(&self, registry: &Registry) -> Result<ExplainAnswer, UnknownRule> {
        let (rules, asked) = (all_rules(registry), self.rule.trim());
        if let Some(rule) = rules.iter().find(|rule| rule.name.eq_ignore_ascii_case(asked)) {
            return Ok(ExplainAnswer::Rule(RuleAnswer::from(*rule)));
        }
        if let Some(quirk) = Quirks::table().find(|quirk| quirk.name.eq_ignore_ascii_case(asked)) {
            return Ok(ExplainAnswer::Quirk(QuirkAnswer { quirk: *quirk }));
        }
        let names = rules.iter().map(|rule| rule.name).chain(Quirks::table().map(|quirk| quirk.name));
        // A sentence is not a misspelled name.
        let near = if asked.contains(char::is_whitespace) { None } else { nearest(asked, names) };
        let unknown = || UnknownRule { rule: asked.to_owned(), nearest: near, known: rules.len() };
        if near.is_some() {
            return Err(unknown());
        }
        let wanted = SearchTerms::new(asked);
        let found: Vec<&Rule> =
            wanted.best_matches(rules.iter().copied(), |rule| format!("{} {}", rule.name, rule.page));
        let quirks: Vec<&QuirkInfo> = wanted.best_matches(Quirks::table(), |quirk| {
            [quirk.name, quirk.documented, quirk.gardener, quirk.source, quirk.example].join(" ")
        });
        match (&found[..], &quirks[..]) {
            ([], []) => Err(unknown()),
            ([only], []) => Ok(ExplainAnswer::Rule(RuleAnswer::from(*only))),
            ([], [only]) => Ok(ExplainAnswer::Quirk(QuirkAnswer { quirk: **only })),
            _ => Ok(ExplainAnswer::Found(FoundAnswer {
                text: asked.to_owned(),
                rules: found.into_iter().map(RuleDescription::from).collect(),
                quirks: quirks.into_iter().copied().collect(),
            })),
        }
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        Ok(self.ask(face.registry()).map_err(QueryError::from)?)
    }
}
