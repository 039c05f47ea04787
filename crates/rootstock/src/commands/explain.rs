//! `explain`: the page of a rule.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::RuleQuery;

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::prose::{DIM, page};
use crate::{Status, Streams};

/// Explain a rule: what it means, a bad example and a good one
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
      rootstock explain machine-type-capability-unregistered")]
pub(crate) struct ExplainArguments {
    /// The rule's name, as a finding and `rootstock rules` give it
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,

    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let query = RuleQuery { rule: arguments.rule.clone() };
    streams.ask(&query, registry, arguments.format.format, |answer, width, out| {
        let rule = &answer.rule;
        write!(out, "{}", page(answer.page, width))?;
        writeln!(out, "\n{DIM}severity: {}; since {}; source: {}{DIM:#}", rule.severity, rule.since, rule.source)
    })
}
