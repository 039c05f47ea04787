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
        writeln!(out, "\n{DIM}severity: {}; since {}; source: {}{DIM:#}", rule.severity, rule.since, rule.source)
    })
}
