//! For a person at a terminal: each finding with the lines it stands in, and a summary that accounts for every document. What
//! is said is the answer's; the texts give the lines.
//!
//! The output is styled with ANSI sequences; a stream that is no terminal strips them (`anstream`). Everything that
//! comes from a document, file names included, is printed with escapes in the place of what would steer the terminal.

mod excerpt;

use std::collections::{BTreeMap, HashSet};
use std::io;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Group, Level, Renderer};
use rootstock_core_model::{Semantics, Severity, counted};

use crate::{DocumentOutcome, FindingAnswer, Location, ReportAnswer, SourceText};
use excerpt::Lines;
use rootstock_document::printable;

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
    let mut shown = std::collections::HashMap::new();
    let mut brief_before = false;
    let mut shown_before = None;
    for (position, finding) in answer.findings.iter().enumerate() {
        let count: &mut usize = shown.entry((&finding.location.file, finding.rule)).or_default();
        *count += 1;
        let brief = *count > options.full_per_rule;
        if position > 0 && !(brief && brief_before) {
            writeln!(out)?;
        }
        brief_before = brief;
        if brief {
            writeln!(out, "{}", one_line(&renderer, finding))?;
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

/// The texts that findings point into, by their names.
struct Inputs<'a>(std::collections::HashMap<&'a str, &'a SourceText>);

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

/// One line for each document that was not checked although a reader might think it was.
fn write_accounts(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    const MOST: usize = 10;
    // What a finding says is not said again.
    let told: HashSet<usize> = answer.findings.iter().filter_map(|finding| finding.document).collect();
    let documents = answer.documents.iter().enumerate().filter(|(number, _)| !told.contains(number));
    let unchecked = documents.filter(|(_, document)| document.outcome == DocumentOutcome::NotChecked);
    let mut left = 0;
    for (position, (_, document)) in unchecked.enumerate() {
        if position >= MOST {
            left += 1;
            continue;
        }
        let what = match (document.kind.as_str(), document.name.as_str()) {
            ("", _) => "a document".to_owned(),
            (kind, "") => kind.to_owned(),
            (kind, name) => format!("{kind} `{name}`"),
        };
        let place = printable(document.location.to_string());
        writeln!(out, "not checked: {place}: {}: {}", clean(&what), clean(&document.reason))?;
    }
    if left > 0 {
        writeln!(out, "not checked: {left} more")?;
    }
    Ok(())
}

fn write_summary(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let summary = &answer.summary;
    let checked = summary.checked();
    let mut parts = vec![format!("{} checked", checked_kinds(answer))];
    if checked > 0 {
        let clean = if summary.with_findings == 0 { "clean".to_owned() } else { format!("{} clean", summary.clean) };
        parts.push(clean);
    }
    if summary.with_findings > 0 {
        parts.push(format!("{} with findings", summary.with_findings));
    }
    let mut line = parts.join(", ");
    let mut others = Vec::new();
    if summary.not_checked > 0 {
        let kinds: Vec<String> = summary.other_kinds.iter().map(|(kind, n)| format!("{n} {}", clean(kind))).collect();
        others.push(format!("{} not checked ({})", counted(summary.not_checked, "document"), kinds.join(", ")));
    }
    if summary.unreadable > 0 {
        others.push(format!("{} not readable", counted(summary.unreadable, "document")));
    }
    if summary.empty > 0 {
        others.push(format!("{} empty", counted(summary.empty, "document")));
    }
    for other in others {
        line.push_str("; ");
        line.push_str(&other);
    }
    writeln!(out, "{line}")?;
    let scopes: BTreeMap<&str, &str> =
        answer.documents.iter().filter_map(|document| Some((document.kind.as_str(), document.scope?))).collect();
    for (kind, scope) in scopes {
        writeln!(out, "checked of a {kind}: {scope}")?;
    }
    if summary.documents == 0 || checked + summary.unreadable == 0 {
        writeln!(
            out,
            "nothing was checked: there is no CloudProfile, NamespacedCloudProfile or Shoot (core.gardener.cloud/v1beta1) \
             in what was given"
        )?;
    }
    write_fixes(answer, out)?;
    if summary.suppressed > 0 {
        let by = answer.suppressed.first().map(|suppressed| suppressed.suppressed_by.shown_file());
        let by = by.map(|file| format!(" by {}", printable(file))).unwrap_or_default();
        writeln!(out, "suppressed {}{by}", counted(summary.suppressed, "finding"))?;
    }
    if answer.findings.is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    for (number, what) in [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")] {
        if number > 0 {
            found.push(counted(number, what));
        }
    }
    writeln!(out, "found {}", found.join(", "))?;
    let accepted: Vec<Semantics> = answer.findings.iter().filter_map(|finding| finding.accepted_by).collect();
    match accepted.first() {
        Some(semantics) => writeln!(out, "{} of the errors: {}", accepted.len(), semantics.accepts()),
        None => Ok(()),
    }
}

/// What was mended, and what was not although it looked as if it could be.
fn write_fixes(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(fixes) = &answer.fixes else { return Ok(()) };
    for fix in &fixes.not_made {
        let place = format!("{}: {}: {}", printable(&fix.file), fix.path, fix.title);
        writeln!(out, "not fixed: {} ({}): {}", clean(&place), fix.rule, clean(&fix.because))?;
    }
    let files: std::collections::BTreeSet<&str> = fixes.made.iter().map(|fix| fix.file.as_str()).collect();
    match files.len() {
        0 => writeln!(out, "there was nothing to fix"),
        files => writeln!(out, "fixed {} in {}", counted(fixes.made.len(), "finding"), counted(files, "file")),
    }
}

/// How many objects of each kind were checked.
fn checked_kinds(answer: &ReportAnswer) -> String {
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for document in answer.documents.iter().filter(|document| document.outcome == DocumentOutcome::Checked) {
        *kinds.entry(&document.kind).or_default() += 1;
    }
    if kinds.is_empty() {
        return counted(0, "CloudProfile");
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, number)| counted(number, &clean(kind))).collect();
    match kinds.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => kinds.concat(),
    }
}
