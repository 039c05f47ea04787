//! `rules`: every rule with its summary.

use rootstock_core_model::{Rule, Severity, Source};
use rootstock_provider_api::Registry;

use crate::cli::Format;
use crate::prose::{TITLE, wrap};
use crate::rule_book::source_in_words;
use crate::status::Failure;
use crate::{Status, Streams};
use rootstock_analysis::all_rules;

const SCHEMA: &str = "rootstock.rules/v1";

/// A rule as JSON answers give it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    code: &'a str,
    severity: Severity,
    summary: String,
    source: Source,
    source_in_words: String,
}

impl<'a> From<&'a Rule> for RuleJson<'a> {
    fn from(rule: &'a Rule) -> Self {
        Self {
            name: rule.name,
            code: rule.code,
            severity: rule.severity,
            summary: rule.summary(),
            source: rule.source,
            source_in_words: source_in_words(rule.source),
        }
    }
}

#[derive(serde::Serialize)]
struct Answer<'a> {
    rules: Vec<RuleJson<'a>>,
}

pub(super) fn run(format: Format, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let rules = all_rules(registry);
    let answer = Answer { rules: rules.iter().map(|rule| RuleJson::from(*rule)).collect() };
    streams.answer(format, SCHEMA, &answer, |width, out| {
        for rule in &rules {
            let code = if rule.code.is_empty() { String::new() } else { format!(", {}", rule.code) };
            writeln!(out, "{TITLE}{}{TITLE:#} ({}{code})", rule.name, severity(rule.severity))?;
            writeln!(out, "{}", wrap(&rule.summary(), width, 4))?;
        }
        writeln!(out, "\n{} rules; to read about one: rootstock explain RULE", rules.len())
    })?;
    Ok(Status::Clean)
}

pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
