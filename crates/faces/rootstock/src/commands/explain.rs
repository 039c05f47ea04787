//! `explain`: the page of a rule, what a quirk is, and where there is something to read about a text.

use std::io::{self, Write};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ExplainAnswer, FoundAnswer, RuleAnswer, RuleQuery};

use super::quirks::write_quirk;
use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::prose::{DIM, TITLE, page, wrap};
use crate::table::printable;
use crate::{Status, Streams};

/// Explain a rule: what it means, a bad example and a good one
///
/// Names of quirks are explained, too. For any other text (a message of Gardener's, a part of one, a field, a feature gate) the
/// answer is what there is to read about it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock explain machine-type-capability-unregistered
      rootstock explain rank_by_own_values
      rootstock explain \"capabilities without global definition\"")]
pub(crate) struct ExplainArguments {
    /// The name of a rule, as a finding and `rootstock rules` give it, or of a quirk; or a text that is looked for
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,

    #[command(flatten)]
    pub(crate) answer: FormatArguments,
}

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    streams.set_output(&arguments.answer.output)?;
    let query = RuleQuery { rule: arguments.rule.clone() };
    streams.ask(&query, registry, arguments.answer.format, |answer, width, out| match answer {
        ExplainAnswer::Rule(rule) => write_rule(rule, width, out),
        ExplainAnswer::Quirk(answer) => write_quirk(&answer.quirk, width, out),
        ExplainAnswer::Found(found) => write_found(found, width, out),
    })
}

fn write_rule(RuleAnswer { rule, page: text }: &RuleAnswer, width: usize, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", page(text, width))?;
    writeln!(out, "\n{DIM}severity: {}; since {}; source: {}{DIM:#}", rule.severity, rule.since, rule.source)?;
    // A line of its own, however long: terminals make links of it.
    rule.source.url().map_or(Ok(()), |url| writeln!(out, "{DIM}{url}{DIM:#}"))
}

/// The names of what speaks of a text, with a sentence of each.
fn write_found(found: &FoundAnswer, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let about = format!("There is no rule `{}`. It is spoken of here:", found.text);
    writeln!(out, "{}", wrap(&printable(&about), width, 0))?;
    let rules = found.rules.iter().map(|rule| (rule.name, rule.summary.as_str()));
    let quirks = found.quirks.iter().map(|quirk| (quirk.name, quirk.documented));
    for (name, text) in rules.chain(quirks) {
        writeln!(out, "\n{TITLE}{name}{TITLE:#}\n{}", wrap(text, width, 2))?;
    }
    writeln!(out, "\nto read about one: rootstock explain NAME")
}
