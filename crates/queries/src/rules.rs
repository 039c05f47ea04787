//! `rules`: what is checked.

use std::convert::Infallible;

use rootstock_analysis::all_rules;
use rootstock_core_model::{Rule, Severity, Source};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::Query;

/// Which rules are there?
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesQuery {}

/// Every rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesAnswer {
    /// The rules, sorted by name.
    pub rules: Vec<RuleDescription>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    type Answer = RulesAnswer;
    type Over<'a> = &'a Registry;
    type Error = Infallible;

    fn ask(&self, registry: &Registry) -> Result<RulesAnswer, Infallible> {
        Ok(RulesAnswer { rules: all_rules(registry).into_iter().map(RuleDescription::from).collect() })
    }
}
