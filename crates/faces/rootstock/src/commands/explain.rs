//! `explain`: the page of a rule, the description of a quirk, or a search in both.

use std::io::{self, Write as _};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ExplainAnswer, FoundAnswer, RuleAnswer, RuleQuery};

use super::quirks::write_quirk;
use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::page::Page;
use crate::prose::page as rule_page;
use crate::view::{AnswerView, answer_query};
use crate::{Status, Streams};

/// Explain a rule: its meaning, a bad example and a good one
///
/// Names of quirks are explained, too. For any other text (a Gardener message or a part of one, a field, a feature gate), list
/// the rules and quirks that mention it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock explain machine-type-capability-unregistered
      rootstock explain rank_by_own_values
      rootstock explain \"capabilities without global definition\"")]
pub(crate) struct ExplainArguments {
    /// The name of a rule, as in findings and `rootstock rules`, or of a quirk; or a text to search for
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,

    #[command(flatten)]
    pub(crate) answer: FormatArguments,
}

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    answer_query(arguments, &RuleQuery { rule: arguments.rule.clone() }, registry, &arguments.answer, streams)
}

impl AnswerView<RuleQuery> for ExplainArguments {
    fn text(&self, answer: &ExplainAnswer, page: &mut Page<'_>) -> io::Result<()> {
        match answer {
            ExplainAnswer::Rule(rule) => write_rule(rule, page),
            ExplainAnswer::Quirk(answer) => write_quirk(&answer.quirk, page),
            ExplainAnswer::Found(found) => write_found(found, page),
        }
    }
}

fn write_rule(answer: &RuleAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let rule = &answer.rule;
    write!(page, "{}", rule_page(answer.page, page.width))?;
    page.blank()?;
    page.dim_line(format!("severity: {}; since {}; source: {}", rule.severity, rule.since, rule.source))?;
    // On a line of its own and never wrapped, because terminals turn it into a link.
    rule.source.url().map_or(Ok(()), |url| page.dim_line(url))
}

/// Writes the names of the rules and quirks that mention a text, with one sentence each.
fn write_found(found: &FoundAnswer, page: &mut Page<'_>) -> io::Result<()> {
    page.paragraph(0, format!("There is no rule `{}`. These rules and quirks mention it:", found.text))?;
    let rules = found.rules.iter().map(|rule| (rule.name, rule.summary.as_str()));
    let quirks = found.quirks.iter().map(|quirk| (quirk.name, quirk.documented));
    for (name, text) in rules.chain(quirks) {
        page.section(name)?;
        page.paragraph(2, text)?;
    }
    writeln!(page, "\nto read about one: rootstock explain NAME")
}
