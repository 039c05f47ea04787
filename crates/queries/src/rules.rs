//! `rules` and `explain`: what is checked, and the page of a rule.

use std::convert::Infallible;

use rootstock_analysis::all_rules;
use rootstock_core_model::{Rule, Severity, Source, nearest};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::Query;

/// Which rules are there?
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesQuery {}

/// What does the page of a rule say?
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleQuery {
    /// The rule's name, in letters of either case.
    pub rule: String,
}

/// Every rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesAnswer {
    /// The rules, sorted by name.
    pub rules: Vec<RuleDescription>,
}

/// A rule with its page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleAnswer {
    /// The rule.
    #[serde(flatten)]
    pub rule: RuleDescription,
    /// The whole page, Markdown.
    pub page: &'static str,
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

/// There is no such rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{rule}`{}", nearest.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownRule {
    /// What was asked for.
    pub rule: String,
    /// The rule whose name comes nearest.
    pub nearest: Option<&'static str>,
    /// How many rules there are.
    pub known: usize,
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

impl Query for RuleQuery {
    const FORM: &'static str = "rootstock.explain/v1";
    type Answer = RuleAnswer;
    type Over<'a> = &'a Registry;
    type Error = UnknownRule;

    fn ask(&self, registry: &Registry) -> Result<RuleAnswer, UnknownRule> {
        let (rules, asked) = (all_rules(registry), self.rule.trim());
        let is_meant = |rule: &&&Rule| rule.name.eq_ignore_ascii_case(asked);
        let rule = rules.iter().find(is_meant).ok_or_else(|| UnknownRule {
            rule: asked.to_owned(),
            nearest: nearest(asked, rules.iter().map(|rule| rule.name)),
            known: rules.len(),
        })?;
        Ok(RuleAnswer { rule: RuleDescription::from(*rule), page: rule.page })
    }
}
