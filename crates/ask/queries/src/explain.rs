//! `explain`: the page of a rule, what a quirk is, or what there is to read about a text.

use rootstock_analysis::all_rules;
use rootstock_core_model::{QuirkInfo, Quirks, Rule, nearest};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::search::Wanted;
use crate::{About, Example, Face, NoAnswer, Query, RuleDescription, UnknownRule};

/// What is there to read about a rule, a quirk, a message, or a word?
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleQuery {
    /// The name of a rule or of a quirk, in letters of either case; or what is looked for in what is written about them: a
    /// message, or words.
    pub rule: String,
}

/// What there is to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ExplainAnswer {
    /// A rule.
    Rule(RuleAnswer),
    /// A quirk.
    Quirk(QuirkAnswer),
    /// Several things that a text is found in.
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

/// What a text is found in, best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FoundAnswer {
    /// What was looked for.
    pub text: String,
    /// The rules that speak of it.
    pub rules: Vec<RuleDescription>,
    /// The quirks that speak of it.
    pub quirks: Vec<QuirkInfo>,
}

impl From<&Rule> for RuleAnswer {
    fn from(rule: &Rule) -> Self {
        Self { rule: RuleDescription::from(rule), page: rule.page }
    }
}

impl Query for RuleQuery {
    const FORM: &'static str = "rootstock.explain/v1";
    const ABOUT: About = About::Rootstock;
    const EXAMPLE: Example = Example {
        command: "explain provider-flavor-unmapped",
        question: r#"{"rule": "provider-flavor-unmapped"}"#,
        files: &[],
    };
    type Answer = ExplainAnswer;
    type Over<'a> = &'a Registry;
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
        // A sentence is no slip of a name.
        let near = if asked.contains(char::is_whitespace) { None } else { nearest(asked, names) };
        let unknown = || UnknownRule { rule: asked.to_owned(), nearest: near, known: rules.len() };
        if near.is_some() {
            return Err(unknown());
        }
        let wanted = Wanted::new(asked);
        let found: Vec<&Rule> = wanted.best(rules.iter().copied(), |rule| format!("{} {}", rule.name, rule.page));
        let quirks: Vec<&QuirkInfo> = wanted.best(Quirks::table(), |quirk| {
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
        Ok(self.ask(face.registry()).map_err(NoAnswer::from)?)
    }
}
