//! For a person at a terminal: each finding with the lines it stands in, and a summary that accounts for every document. What
//! is said is the answer's; the texts give the lines.
//!
//! The output is styled with ANSI sequences; a stream that is no terminal strips them (`anstream`). Everything that
//! comes from a document, file names included, is printed with escapes in the place of what would steer the terminal.

mod excerpt;
mod summary;

use std::collections::HashMap;
use std::io;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Group, Level, Renderer};
use rootstock_core_model::Severity;

use crate::{FindingAnswer, Location, ReportAnswer, SourceText};
use excerpt::Lines;
use rootstock_document::printable;
use summary::{write_accounts, write_summary};

/// How the text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// Columns of the terminal.
    pub width: usize,
    /// How many findings of one rule are shown in full in one input; the others take one line each.
    pub full_per_rule: usize,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { width: 120, full_per_rule: 5 }
    }
}

/// Writes the answer, with excerpts of the inputs: the texts that findings point into, by their names. A finding whose input
/// is not there is told without its lines.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn render(
    answer: &ReportAnswer,
    inputs: &[SourceText],
    options: TextOptions,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let inputs = Inputs::new(inputs);
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(options.width);
    let mut shown = HashMap::new();
    let mut alike = Alike::new(&answer.findings);
    let mut brief_before = false;
    let mut shown_before = None;
    for (position, finding) in answer.findings.iter().enumerate() {
        let count: &mut usize = shown.entry((&finding.location.file, finding.rule)).or_default();
        *count += 1;
        let brief = *count > options.full_per_rule;
        let told = alike.told(finding);
        if brief && told == Repetition::NoMore {
            continue;
        }
        if position > 0 && !(brief && brief_before) {
            writeln!(out)?;
        }
        brief_before = brief;
        if brief {
            let line = match told {
                Repetition::LastOf(more) => and_more(&renderer, finding, more),
                _ => one_line(&renderer, finding),
            };
            writeln!(out, "{line}")?;
            continue;
        }
        // What several findings have in common is shown once: five fields missing in one object, say.
        let again = shown_before == Some(&finding.location);
        writeln!(out, "{}", renderer.render(&groups(&inputs, finding, again)))?;
        shown_before = Some(&finding.location);
    }
    if !answer.findings.is_empty() {
        writeln!(out)?;
    }
    write_accounts(answer, out)?;
    write_summary(answer, out)
}

/// How many findings of one rule in one input that say the same are told, before the rest is counted.
const MOST_ALIKE: usize = 20;

/// How often the same has been said.
struct Alike<'a>(HashMap<(&'a str, &'a str, String), (usize, usize)>);

/// The line of a finding, among those of findings that say the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Itself,
    /// One that stands for that many others.
    LastOf(usize),
    NoMore,
}

impl<'a> Alike<'a> {
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

    fn told(&mut self, finding: &'a FindingAnswer) -> Repetition {
        let Some((before, all)) = self.0.get_mut(&Self::key(finding)) else { return Repetition::Itself };
        *before += 1;
        match *before {
            // One more is shorter by its line than by its count.
            before if before <= MOST_ALIKE || *all == MOST_ALIKE + 1 => Repetition::Itself,
            before if before == MOST_ALIKE + 1 => Repetition::LastOf(*all - MOST_ALIKE),
            _ => Repetition::NoMore,
        }
    }
}

/// `error[rule]: broken.yaml: 1843 more: Required value`: for what has been said often enough.
fn and_more(renderer: &Renderer, finding: &FindingAnswer, more: usize) -> String {
    let (file, headline) = (printable(&*finding.location.file), finding.headline());
    let text = format!("{file}: {more} more like these: {}; --format json has all", clean(&headline));
    renderer.render(&[Group::with_title(level(finding.severity).primary_title(text).id(finding.rule))])
}

/// The texts that findings point into, by their names.
struct Inputs<'a>(HashMap<&'a str, &'a SourceText>);

impl<'a> Inputs<'a> {
    fn new(inputs: &'a [SourceText]) -> Self {
        // Of several under one name the first is meant.
        Self(inputs.iter().rev().map(|input| (input.name(), input)).collect())
    }

    /// The text of a place.
    fn of(&self, location: &Location) -> Option<&'a SourceText> {
        self.0.get(&*location.file).copied()
    }
}

/// `error[rule]: broken.yaml:3:5: spec.type: Required value`: for the many of a kind.
fn one_line(renderer: &Renderer, finding: &FindingAnswer) -> String {
    let place = printable(finding.location.to_string());
    let mut text = format!("{place}: {}: {}", clean(&finding.path), clean(&finding.headline()));
    if let Some(semantics) = finding.accepted_by {
        text.push_str(&format!(" ({})", semantics.accepts()));
    }
    let title = level(finding.severity).primary_title(text).id(finding.rule);
    renderer.render(&[Group::with_title(title)])
}

/// The parts of a finding; `again` leaves out the lines that stand right above already.
fn groups<'a>(inputs: &Inputs<'a>, finding: &'a FindingAnswer, again: bool) -> Vec<Group<'a>> {
    let title = level(finding.severity).primary_title(clean(&finding.headline())).id(finding.rule);
    let lines = if again { Lines::None } else { Lines::WithContext };
    let input = inputs.of(&finding.location);
    let mut first = excerpt::add(Group::with_title(title), input, &finding.location, lines);
    if !finding.path.is_empty() {
        let is_missing = finding.location.exact == Some(false);
        let path = if is_missing { format!("{} (not in the document)", finding.path) } else { finding.path.clone() };
        first = first.element(labelled("field", path));
    }
    if !finding.within.is_empty() {
        let names: Vec<String> =
            finding.within.iter().map(|named| format!("{} `{}`", named.list, named.name)).collect();
        first = first.element(labelled("in", names.join(", ")));
    }
    if !finding.help.is_empty() && !is_said_by_fix(finding) {
        first = first.element(labelled("help", finding.help.clone()));
    }
    if let Some(semantics) = finding.accepted_by {
        first = first.element(labelled("note", semantics.accepts()));
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
            Some(_) if finding.is_safely_fixable() => format!("{title}; --fix writes instead:"),
            Some(_) => format!("{title}; write instead:"),
            None => title.clone(),
        };
        groups.push(Group::with_title(Level::HELP.secondary_title(clean(&title))).elements(snippet));
    }
    groups
}

/// Whether the advice is what the fix below shows: one cause, one message.
fn is_said_by_fix(finding: &FindingAnswer) -> bool {
    let fix = finding.fix.as_ref().filter(|fix| fix.edits.is_some());
    fix.is_some_and(|fix| finding.help.starts_with(&fix.fix.title))
}

fn labelled(name: &'static str, text: impl AsRef<str>) -> annotate_snippets::Message<'static> {
    let level = if name == "help" { Level::HELP } else { Level::NOTE };
    level.with_name(name).message(clean(text.as_ref()))
}

/// What the terminal may be told, of one line or several: nothing that steers it.
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
