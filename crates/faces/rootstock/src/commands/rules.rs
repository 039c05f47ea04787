//! `rules`: what is checked, with a sentence about each rule.

use clap::{Args, ValueEnum};
use rootstock_core_model::Severity;
use rootstock_provider_api::Registry;
use rootstock_queries::RulesQuery;

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::{Status, Streams};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeverityArgument {
    Error,
    Warning,
    Note,
}

/// List rules with their severity and a sentence about each
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock rules
      rootstock rules --provider openstack
      rootstock rules --severity warning
      rootstock rules bastion")]
pub(crate) struct RulesArguments {
    /// Only rules with this text in their name or on their page
    #[arg(value_name = "TEXT")]
    text: Option<String>,

    /// Only the rules of a provider's own
    #[arg(long, value_name = "PROVIDER")]
    provider: Option<String>,

    /// Only rules of this severity
    #[arg(long, value_enum, value_name = "SEVERITY")]
    severity: Option<SeverityArgument>,

    #[command(flatten)]
    answer: FormatArguments,
}

pub(super) fn run(arguments: &RulesArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let severity = arguments.severity.map(|severity| match severity {
        SeverityArgument::Error => Severity::Error,
        SeverityArgument::Warning => Severity::Warning,
        SeverityArgument::Note => Severity::Note,
    });
    streams.set_output(&arguments.answer.output)?;
    let query = RulesQuery { provider: arguments.provider.clone(), severity, text: arguments.text.clone() };
    streams.ask(&query, registry, arguments.answer.format, |answer, width, out| {
        for rule in &answer.rules {
            writeln!(out, "{TITLE}{}{TITLE:#} ({}, since {})", rule.name, rule.severity, rule.since)?;
            writeln!(out, "{}", wrap(&rule.summary, width, 4))?;
        }
        match answer.rules.len() {
            0 => writeln!(out, "there is no such rule; `rootstock explain TEXT` looks for words of a message"),
            1 => writeln!(out, "\n1 rule; to read about it: rootstock explain RULE"),
            rules => writeln!(out, "\n{rules} rules; to read about one: rootstock explain RULE"),
        }
    })
}
