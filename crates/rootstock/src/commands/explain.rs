//! `explain`: the page of a rule.

use rootstock_provider_api::Registry;
use rootstock_queries::RuleQuery;

use crate::cli::ExplainArguments;
use crate::prose::{DIM, page};
use crate::status::Failure;
use crate::{Status, Streams};

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let query = RuleQuery { rule: arguments.rule.clone() };
    streams.ask(&query, registry, arguments.format.format, |answer, width, out| {
        let rule = &answer.rule;
        write!(out, "{}", page(answer.page, width))?;
        let code = if rule.code.is_empty() { String::new() } else { format!(" {}", rule.code) };
        writeln!(out, "\n{DIM}severity: {}; source: {}{code}{DIM:#}", rule.severity, rule.source)
    })
}
