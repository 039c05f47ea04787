//! `explain`: the page of a rule.

use rootstock_core_model::nearest;
use rootstock_provider_api::Registry;

use super::rules::{RuleJson, severity};
use crate::cli::ExplainArguments;
use crate::prose::{DIM, page};
use crate::rule_book::source_in_words;
use crate::status::Failure;
use crate::{Status, Streams};
use rootstock_analysis::all_rules;

const SCHEMA: &str = "rootstock.explain/v1";

#[derive(serde::Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    rule: RuleJson<'a>,
    /// The whole page, Markdown.
    page: &'a str,
}

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let rules = all_rules(registry);
    let asked = arguments.rule.trim();
    let found = rules.iter().find(|rule| {
        rule.name.eq_ignore_ascii_case(asked) || (!rule.code.is_empty() && rule.code.eq_ignore_ascii_case(asked))
    });
    let Some(rule) = found else {
        let near = nearest(asked, rules.iter().map(|rule| rule.name));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!(
            "there is no rule `{asked}`{hint}\n`rootstock rules` lists all {}",
            rules.len()
        )));
    };
    let answer = Answer { rule: RuleJson::from(*rule), page: rule.page };
    streams.answer(arguments.format.format, SCHEMA, &answer, |width, out| {
        write!(out, "{}", page(rule.page, width))?;
        let code = if rule.code.is_empty() { String::new() } else { format!(" {}", rule.code) };
        let source = source_in_words(rule.source);
        writeln!(out, "\n{DIM}severity: {}; source: {source}{code}{DIM:#}", severity(rule.severity))
    })?;
    Ok(Status::Clean)
}
