//! The renderer for comments in pull requests: Markdown, the findings by file, errors first.
//!
//! Text from documents is put into fences and code spans, so that it cannot be interpreted as Markdown, HTML or a
//! mention.

use std::collections::BTreeMap;
use std::io;

use rootstock_core_model::{Severity, counted};

use crate::{DocumentOutcome, FindingAnswer, Location, ReportAnswer};

/// The maximum number of findings of one severity that are listed per file; the rest are counted. GitHub accepts 65 536
/// characters.
const MAX_LISTED: usize = 20;

/// Writes the findings.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "## Rootstock: {}\n", headline(answer))?;
    let mut files = BTreeMap::<&str, Vec<&FindingAnswer>>::new();
    for finding in &answer.findings {
        files.entry(finding.location.shown_file()).or_default().push(finding);
    }
    for (file, findings) in files {
        writeln!(out, "### {}\n", code(file))?;
        for severity in [Severity::Error, Severity::Warning, Severity::Note] {
            let findings: Vec<_> = findings.iter().filter(|finding| finding.severity == severity).collect();
            if severity == Severity::Note && !findings.is_empty() {
                writeln!(out, "<details><summary>{}</summary>\n", counted(findings.len(), "note"))?;
            }
            for finding in findings.iter().take(MAX_LISTED) {
                write_finding(finding, out)?;
            }
            if findings.len() > MAX_LISTED {
                writeln!(out, "… and {}.\n", counted(findings.len() - MAX_LISTED, &format!("more {severity}")))?;
            }
            if severity == Severity::Note && !findings.is_empty() {
                writeln!(out, "</details>\n")?;
            }
        }
    }
    let unchecked = answer.documents.iter().filter(|document| document.outcome == DocumentOutcome::NotChecked);
    for document in unchecked.take(MAX_LISTED) {
        writeln!(out, "Not checked: {}: {}\n", code(&document.location.to_string()), code(&document.reason))?;
    }
    if let Some(worst) = answer.findings.iter().min_by_key(|finding| finding.severity) {
        writeln!(out, "<sub>`rootstock explain {}` shows the page of a rule.</sub>", worst.rule)?;
    }
    Ok(())
}

fn headline(answer: &ReportAnswer) -> String {
    let summary = &answer.summary;
    let counts = [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")];
    let found: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(*n, what)).collect();
    match (found.is_empty(), summary.checked()) {
        (true, 0) => "nothing was checked".to_owned(),
        (true, checked) => format!("{} checked, clean", counted(checked, "object")),
        (false, _) => found.join(", "),
    }
}

fn write_finding(finding: &FindingAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, "**{}** `{}`", finding.severity, finding.rule)?;
    if let Location { start: Some(start), .. } = &finding.location {
        write!(out, ", line {}", start.at.line)?;
    }
    let full_text = super::clean(&finding.full_text());
    let fence = "`".repeat(longest_run(&full_text).max(2) + 1);
    writeln!(out, "\n{fence}text\n{full_text}\n{fence}\n")
}

/// Formats a text as a code span.
fn code(text: &str) -> String {
    let text = super::clean(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    // A backtick at either end would become part of the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace(['\n', '\r'], " "))
}

/// Returns the length of the longest run of backticks in a text.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}
