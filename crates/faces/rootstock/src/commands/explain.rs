//! `explain`: the page of a rule, the description of a quirk or a field, or a search in rules and quirks.

mod ideas;

use std::io::{self, Write as _};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{
    ExplainAnswer, FoundAnswer, FoundFields, Query as _, RuleAnswer, RuleQuery, UnknownRule, find_fields,
    manifest_schemas,
};

use super::quirks::write_quirk;
use crate::cli::{Format, FormatArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::prose::page as rule_page;
use crate::view::{AnswerView, answer_query};
use crate::{Status, Streams};

/// Explain a rule: its meaning, a bad example and a good one
///
/// Names of quirks are explained, too. For an idea of Gardener's documents (`force update`, `preview`), show what they say of it; for a
/// field (its name, or the end of its path) and for a value that a field knows, the description of the field; and in both cases the
/// rules and quirks that are about it. For any other text (a Gardener message or a part of one, a feature gate), list the rules and
/// quirks. JSON has no ideas and fields; `rootstock schema` describes the latter for programs.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock explain machine-type-capability-unregistered
      rootstock explain rank_by_own_values
      rootstock explain machineTypes.usable
      rootstock explain preview
      rootstock explain \"capabilities without global definition\"")]
pub(crate) struct ExplainArguments {
    /// The name of a rule, as in findings and `rootstock rules`, or of a quirk; a field or one of its values; or a text to search
    /// for
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,

    #[command(flatten)]
    pub(crate) answer: FormatArguments,
}

pub(super) fn run(arguments: &ExplainArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let question = RuleQuery { rule: arguments.rule.clone() };
    if arguments.answer.format == Format::Text {
        let answer = question.ask(registry);
        let is_named = match &answer {
            Ok(ExplainAnswer::Rule(answer)) => answer.rule.name.eq_ignore_ascii_case(arguments.rule.trim()),
            Ok(ExplainAnswer::Quirk(answer)) => answer.quirk.name.eq_ignore_ascii_case(arguments.rule.trim()),
            Ok(ExplainAnswer::Found(_)) | Err(_) => false,
        };
        let fields = if is_named { Vec::new() } else { find_fields(&manifest_schemas(registry), &arguments.rule) };
        let idea = if is_named { None } else { ideas::find(&arguments.rule) };
        if !fields.is_empty() || idea.is_some() {
            streams.out.set_file(&arguments.answer.output)?;
            let mut page = streams.out.page();
            if let Some(idea) = idea {
                write_idea(idea, &mut page)?;
            }
            if let (Some(_), false) = (idea, fields.is_empty()) {
                page.blank()?;
            }
            write_fields(&fields, &mut page)?;
            write_mentioning(&arguments.rule, &answer, &mut page)?;
            return Ok(Status::Clean);
        }
    }
    answer_query(arguments, &question, registry, &arguments.answer, streams)
}

/// The number of meanings of a field's name that are listed, and of the places of one.
const MAX_MEANINGS: usize = 6;
const MAX_PLACES: usize = 4;

/// Writes what the documents say of an idea.
fn write_idea(idea: &ideas::Idea, page: &mut Page<'_>) -> io::Result<()> {
    page.title(idea.name())?;
    page.paragraph(2, idea.meaning)?;
    page.dim_paragraph(2, format!("source: {}", idea.source))?;
    idea.source.url().map_or(Ok(()), |url| page.dim_line(url))
}

/// Writes the descriptions of fields.
fn write_fields(fields: &[FoundFields], page: &mut Page<'_>) -> io::Result<()> {
    for (position, field) in fields.iter().take(MAX_MEANINGS).enumerate() {
        if position > 0 {
            page.blank()?;
        }
        let (places, more) = field.places.split_at(field.places.len().min(MAX_PLACES));
        places.iter().try_for_each(|place| page.title(place))?;
        if !more.is_empty() {
            page.dim_paragraph(0, format!("and {} more", more.len()))?;
        }
        page.paragraph(2, &field.description)?;
        let values =
            if field.values.is_empty() { String::new() } else { format!("; values: {}", field.values.join(", ")) };
        page.dim_paragraph(2, format!("{}{values}", field.value_type))?;
    }
    if let Some(more) = fields.len().checked_sub(MAX_MEANINGS).filter(|more| *more > 0) {
        page.dim_note(format!("The name has {more} more meanings; give more of the path."))?;
    }
    Ok(())
}

/// Writes the rules and quirks that are about a text, and the names of those that only mention it.
fn write_mentioning(text: &str, mentions: &Result<ExplainAnswer, UnknownRule>, page: &mut Page<'_>) -> io::Result<()> {
    let mentions: Vec<(&str, &str)> = match mentions {
        Ok(ExplainAnswer::Rule(answer)) => vec![(answer.rule.name, &answer.rule.summary)],
        Ok(ExplainAnswer::Quirk(answer)) => vec![(answer.quirk.name, answer.quirk.documented)],
        Ok(ExplainAnswer::Found(found)) => found_names(found).collect(),
        Err(_) => return Ok(()),
    };
    page.note("These rules and quirks are about it:")?;
    write_mentions(text, mentions, page)
}

/// Returns the names of the rules and quirks that were found, with one sentence each.
fn found_names(found: &FoundAnswer) -> impl Iterator<Item = (&str, &str)> {
    let rules = found.rules.iter().map(|rule| (rule.name, rule.summary.as_str()));
    rules.chain(found.quirks.iter().map(|quirk| (quirk.name, quirk.documented)))
}

/// The number of rules that are listed with their sentence if none of them is about the text, and of names that are listed without.
const MAX_MENTIONS: usize = 8;

/// Writes rules and quirks with their sentence if their name or sentence has the text, and the names of the others.
fn write_mentions(text: &str, mentions: Vec<(&str, &str)>, page: &mut Page<'_>) -> io::Result<()> {
    let asked = ideas::letters(text);
    let is_about =
        |(name, sentence): &(&str, &str)| [name, sentence].iter().any(|one| ideas::letters(one).contains(&asked));
    let (mut about, mut others): (Vec<_>, Vec<_>) = mentions.into_iter().partition(is_about);
    if about.is_empty() {
        let rest = others.split_off(others.len().min(MAX_MENTIONS));
        about = std::mem::replace(&mut others, rest);
    }
    for (name, sentence) in about {
        page.section(name)?;
        page.paragraph(2, sentence)?;
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
        let (shown, more) = names.split_at(names.len().min(MAX_MENTIONS));
        let more = if more.is_empty() { String::new() } else { format!(", and {} more", more.len()) };
        page.blank()?;
        page.dim_paragraph(0, format!("only mentioned on the pages of {}{more}", shown.join(", ")))?;
    }
    writeln!(page, "\nto read about one: rootstock explain NAME")
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
    if !rule.releases.are_all() {
        page.dim_line(format!(
            "Gardener has it {}; with documented semantics it holds in all releases",
            rule.releases
        ))?;
    }
    // On a line of its own and never wrapped, because terminals turn it into a link.
    rule.source.url().map_or(Ok(()), |url| page.dim_line(url))
}

/// Writes the names of the rules and quirks that mention a text, with one sentence each.
fn write_found(found: &FoundAnswer, page: &mut Page<'_>) -> io::Result<()> {
    page.paragraph(0, format!("There is no rule `{}`. These rules and quirks mention it:", found.text))?;
    write_mentions(&found.text, found_names(found).collect(), page)
}
