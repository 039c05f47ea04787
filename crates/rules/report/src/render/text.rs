//! The renderer for terminals: each finding with the lines around it, and a summary that accounts for every document.
//! The content comes from the answer; the source texts provide the lines.
//!
//! The output is styled with ANSI sequences, which a stream strips if it is not a terminal (`anstream`). In everything
//! that comes from a document, file names included, control characters are escaped.

mod concise;
mod excerpt;
mod statistics;
mod summary;

use std::collections::HashMap;
use std::io;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Group, Level, Renderer};
use rootstock_core_model::{Severity, suggestion_text};

pub use self::concise::render_concise;
pub use self::statistics::render_statistics;
pub use self::summary::NOTHING_CHECKED;
use crate::{FindingAnswer, Location, ReportAnswer, SourceText};
use excerpt::Lines;
use rootstock_document::printable;
use summary::{write_not_checked, write_summary};

/// Layout options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// The width of the terminal in columns.
    pub width: usize,
    /// The number of findings of one rule in one input that are shown in full; the others take one line each.
    pub full_per_rule: usize,
    /// Whether a summary follows the findings.
    pub with_summary: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { width: 120, full_per_rule: 5, with_summary: true }
    }
}

/// Writes the answer, with excerpts of the inputs, which findings refer to by name. A finding whose input is missing is
/// shown without an excerpt.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(
    answer: &ReportAnswer,
    inputs: &[SourceText],
    options: TextOptions,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let inputs = Inputs::new(inputs);
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(options.width);
    let mut shown = HashMap::new();
    let mut repetitions = RepetitionCounts::new(&answer.findings);
    let mut brief_before = false;
    let mut shown_before = None;
    for (position, finding) in answer.findings.iter().enumerate() {
        let count: &mut usize = shown.entry((&finding.location.file, finding.rule)).or_default();
        *count += 1;
        let brief = *count > options.full_per_rule;
        let repetition = repetitions.repetition(finding);
        if brief && repetition == Repetition::Omit {
            continue;
        }
        if position > 0 && !(brief && brief_before) {
            writeln!(out)?;
        }
        brief_before = brief;
        if brief {
            let line = match repetition {
                Repetition::Summarize(more) => remainder_line(&renderer, finding, more),
                _ => one_line(&renderer, finding),
            };
            writeln!(out, "{line}")?;
            continue;
        }
        // An excerpt that several findings share is shown once, for example for five fields missing in one object.
        let again = shown_before == Some(&finding.location);
        writeln!(out, "{}", renderer.render(&groups(&inputs, finding, again, answer.fixes.is_none())))?;
        shown_before = Some(&finding.location);
    }
    if !options.with_summary {
        return Ok(());
    }
    if !answer.findings.is_empty() {
        writeln!(out)?;
    }
    write_not_checked(answer, out)?;
    write_summary(answer, out)
}

/// The number of equal findings of one rule in one input that are shown before the rest is counted.
const MAX_EQUAL: usize = 20;

/// The number of equal findings shown so far, and in total.
struct RepetitionCounts<'a>(HashMap<(&'a str, &'a str, String), (usize, usize)>);

/// The treatment of a finding among equal ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Show,
    /// The line that represents this many findings.
    Summarize(usize),
    Omit,
}

impl<'a> RepetitionCounts<'a> {
    fn new(findings: &'a [FindingAnswer]) -> Self {
        let mut counts: HashMap<_, (usize, usize)> = HashMap::new();
        for finding in findings {
            counts.entry(Self::key(finding)).or_default().1 += 1;
        }
        Self(counts)
    }

    fn key(finding: &'a FindingAnswer) -> (&'a str, &'a str, String) {
        (&finding.location.file, finding.rule, finding.headline())
    }

    fn repetition(&mut self, finding: &'a FindingAnswer) -> Repetition {
        let Some((before, all)) = self.0.get_mut(&Self::key(finding)) else { return Repetition::Show };
        *before += 1;
        match *before {
            // Listing a single remaining finding is shorter than counting it.
            before if before <= MAX_EQUAL || *all == MAX_EQUAL + 1 => Repetition::Show,
            before if before == MAX_EQUAL + 1 => Repetition::Summarize(*all - MAX_EQUAL),
            _ => Repetition::Omit,
        }
    }
}

/// Formats `error[rule]: broken.yaml: 1843 more: Required value`, the line for the remaining equal findings.
fn remainder_line(renderer: &Renderer, finding: &FindingAnswer, more: usize) -> String {
    let (file, headline) = (printable(&*finding.location.file), finding.headline());
    let text = format!("{file}: {more} more like these: {}; --format json lists all", clean(&headline));
    renderer.render(&[Group::with_title(level(finding.severity).primary_title(text).id(finding.rule))])
}

/// The texts that findings refer to, by name.
struct Inputs<'a>(HashMap<&'a str, &'a SourceText>);

impl<'a> Inputs<'a> {
    fn new(inputs: &'a [SourceText]) -> Self {
        // The order is reversed so that the first of several inputs with one name wins.
        Self(inputs.iter().rev().map(|input| (input.name(), input)).collect())
    }

    /// Returns the text of a location.
    fn of(&self, location: &Location) -> Option<&'a SourceText> {
        self.0.get(&*location.file).copied()
    }
}

/// Formats `error[rule]: broken.yaml:3:5: spec.type: Required value`, the short form for many findings of one rule.
fn one_line(renderer: &Renderer, finding: &FindingAnswer) -> String {
    let place = printable(finding.location.to_string());
    let mut text = format!("{place}: {}: {}", clean(&finding.path), clean(&finding.headline()));
    if let Some(verdict) = finding.other_verdict() {
        text.push_str(&format!(" ({verdict})"));
    }
    let title = level(finding.severity).primary_title(text).id(finding.rule);
    renderer.render(&[Group::with_title(title)])
}

/// Returns the parts of a finding; `again` omits an excerpt that was shown directly above, and `offers_fix` names the option that
/// applies a safe fix.
fn groups<'a>(inputs: &Inputs<'a>, finding: &'a FindingAnswer, again: bool, offers_fix: bool) -> Vec<Group<'a>> {
    let title = level(finding.severity).primary_title(clean(&finding.headline())).id(finding.rule);
    let lines = if again { Lines::None } else { Lines::WithContext };
    let input = inputs.of(&finding.location);
    let mut first = excerpt::add(Group::with_title(title), input, &finding.location, lines);
    if !finding.path.is_empty() {
        let is_missing = finding.location.exact == Some(false);
        let path = if is_missing { format!("{} (not in the document)", finding.path) } else { finding.path.clone() };
        first = first.element(labeled("field", path));
    }
    if !finding.within.is_empty() {
        let names: Vec<String> =
            finding.within.iter().map(|named| format!("{} `{}`", named.list, named.name)).collect();
        first = first.element(labeled("in", names.join(", ")));
    }
    if !finding.help.is_empty() && !is_covered_by_fix(finding) {
        first = first.element(labeled("help", finding.help.clone()));
    }
    if let Some(verdict) = finding.other_verdict() {
        first = first.element(labeled("note", verdict));
    }
    let mut groups = vec![first];
    for related in &finding.related {
        let title = Level::NOTE.secondary_title(clean(&format!("{} ({})", related.note, related.path)));
        groups.push(excerpt::add(
            Group::with_title(title),
            inputs.of(&related.location),
            &related.location,
            Lines::Alone,
        ));
    }
    if let Some(fix) = &finding.fix {
        let snippet = input.zip(fix.edits.as_deref()).and_then(|(input, edits)| excerpt::patch(input, edits));
        let title = &fix.fix.title;
        let title = match snippet {
            Some(_) if offers_fix && finding.is_safely_fixable() => format!("{title}; --fix writes instead:"),
            Some(_) => format!("{title}; write instead:"),
            None => title.clone(),
        };
        groups.push(Group::with_title(Level::HELP.secondary_title(clean(&title))).elements(snippet));
    }
    groups
}

/// Returns whether the fix shown below already contains the advice.
fn is_covered_by_fix(finding: &FindingAnswer) -> bool {
    let fix = finding.fix.as_ref().filter(|fix| fix.edits.is_some());
    let name = |fix: &str| Some(suggestion_text(fix.strip_suffix('`')?.rsplit_once('`')?.1));
    fix.is_some_and(|fix| {
        let title = &fix.fix.title;
        finding.help.starts_with(title) || name(title).is_some_and(|suggestion| suggestion == finding.help)
    })
}

fn labeled(name: &'static str, text: impl AsRef<str>) -> annotate_snippets::Message<'static> {
    let level = if name == "help" { Level::HELP } else { Level::NOTE };
    level.with_name(name).message(clean(text.as_ref()))
}

/// Escapes everything that could control the terminal in a text of one or more lines.
fn clean(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}
