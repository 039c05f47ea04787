//! `rules`: the list of rules, with one sentence each.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};
use rootstock_core_model::Severity;
use rootstock_provider_api::Registry;
use rootstock_queries::{RulesAnswer, RulesQuery};

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::page::Page;
use crate::view::{AnswerView, answer_query};
use crate::{Status, Streams};

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeverityArgument {
    Error,
    Warning,
    Note,
}

/// List the rules with their severity and a summary
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock rules
      rootstock rules --provider openstack
      rootstock rules --severity warning
      rootstock rules bastion")]
pub(crate) struct RulesArguments {
    /// Show only rules with this text in their name or on their page
    #[arg(value_name = "TEXT")]
    text: Option<String>,

    /// Show only the rules of this provider
    #[arg(long, value_name = "PROVIDER")]
    provider: Option<String>,

    /// Show only rules of this severity
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
    let query = RulesQuery { provider: arguments.provider.clone(), severity, text: arguments.text.clone() };
    answer_query(arguments, &query, registry, &arguments.answer, streams)
}

impl AnswerView<RulesQuery> for RulesArguments {
    fn text(&self, answer: &RulesAnswer, page: &mut Page<'_>) -> io::Result<()> {
        for rule in &answer.rules {
            let releases = match rule.releases.are_all() {
                true => String::new(),
                false => format!("; in Gardener {}", rule.releases),
            };
            page.heading(rule.name, format!(" ({}, since {}{releases})", rule.severity, rule.since))?;
            page.paragraph(4, &rule.summary)?;
        }
        match answer.rules.len() {
            0 => writeln!(page, "there is no such rule; `rootstock explain TEXT` searches for a message"),
            1 => writeln!(page, "\n1 rule; to read about it: rootstock explain RULE"),
            rules => writeln!(page, "\n{rules} rules; to read about one: rootstock explain RULE"),
        }
    }
}
