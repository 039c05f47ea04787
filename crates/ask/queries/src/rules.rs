//! `rules`: what is checked.

use rootstock_analysis::all_rules;
use rootstock_core_model::{Rule, Severity, Source};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::{About, Example, Face, NoAnswer, Query, UnknownProvider};

/// Which rules are there? What is left out does not narrow the answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesQuery {
    /// The provider whose own rules are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// How much a finding matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// What stands in the name or on the page, in letters of either case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The rules that were asked for.
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
    /// How much a finding matters.
    pub severity: Severity,
    /// The version of its package that had it first.
    pub since: &'static str,
    /// What it says, in a sentence or two.
    pub summary: String,
    /// Where it comes from.
    pub source: Source,
    /// The same in words.
    pub source_in_words: String,
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
        }
    }
}

impl Query for RulesQuery {
    const FORM: &'static str = "rootstock.rules/v1";
    const ABOUT: About = About::Rootstock;
    const EXAMPLE: Example = Example { command: "rules", question: "{}", files: &[] };
    type Answer = RulesAnswer;
    type Over<'a> = &'a Registry;
    type Error = UnknownProvider;

    fn ask(&self, registry: &Registry) -> Result<RulesAnswer, UnknownProvider> {
        let rules = match &self.provider {
            Some(provider) => UnknownProvider::or_find(provider, registry)?.rules(),
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
        Ok(self.ask(face.registry()).map_err(NoAnswer::from)?)
    }
}
