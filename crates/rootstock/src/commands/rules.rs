//! `rules`: every rule with its summary.

use rootstock_provider_api::Registry;
use rootstock_queries::RulesQuery;

use crate::cli::Format;
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::{Status, Streams};

pub(super) fn run(format: Format, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    streams.ask(&RulesQuery {}, registry, format, |answer, width, out| {
        for rule in &answer.rules {
            writeln!(out, "{TITLE}{}{TITLE:#} ({}, since {})", rule.name, rule.severity, rule.since)?;
            writeln!(out, "{}", wrap(&rule.summary, width, 4))?;
        }
        writeln!(out, "\n{} rules; to read about one: rootstock explain RULE", answer.rules.len())
    })
}
