//! `rules`: the list of checks.

use rootstock_analysis::all_rules;
use rootstock_core_model::{Releases, Rule, Severity, Source};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::{Example, Face, Query, QueryError, QuerySubject, UnknownProvider};

/// Asks for the rules. An omitted field is not a filter.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesQuery {
    /// The provider to list the rules of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The severity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// A text in the name or on the page, case-insensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The matching rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RulesAnswer {
    /// The rules, sorted by name.
    pub rules: Vec<RuleDescription>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleDescription {
    /// The name, stable.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The version of its package that introduced it.
    pub since: &'static str,
    /// A summary in a sentence or two.
    pub summary: String,
    /// The source of the requirement.
    pub source: Source,
    /// The source in words.
    pub source_in_words: String,
    /// The releases of Gardener that have it; absent if all do.
    #[serde(skip_serializing_if = "Releases::are_all")]
    pub releases: Releases,
}

impl From<&Rule> for RuleDescription {
    fn from(rule: &Rule) -> Self {
        Self {
            name: rule.name,
            severity: rule.severity,
            since: rule.since,
            summary: rule.summary(),
            source: rule.source,
            source_in_words: rule.source.to_string(),
            releases: rule.releases,
        }
    }
}

impl Query for RulesQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.rules/v1";
    const SUBJECT: QuerySubject = QuerySubject::Rootstock;
    const EXAMPLE: Example = Example { command: "rules", question: "{}", files: &[] };
    type Answer = RulesAnswer;
    type Input<'a> = &'a Registry;
    type Error = UnknownProvider;

    fn ask(&self, registry: &Registry) -> Result<RulesAnswer, UnknownProvider> {
        let rules = match &self.provider {
            Some(provider) => UnknownProvider::find_provider(provider, registry)?.rules(),
            None => all_rules(registry),
        };
        let text = self.text.as_ref().map(|text| text.to_lowercase());
        let is_asked_for = |rule: &&Rule| {
            self.severity.is_none_or(|severity| rule.severity == severity)
                && text.as_ref().is_none_or(|text| rule.name.contains(text) || rule.page.to_lowercase().contains(text))
        };
        Ok(RulesAnswer { rules: rules.into_iter().filter(is_asked_for).map(RuleDescription::from).collect() })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        Ok(self.ask(face.registry()).map_err(QueryError::from)?)
    }
}
