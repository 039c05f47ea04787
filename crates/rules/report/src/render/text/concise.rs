//! One line for each finding, for `grep` and for editors that jump to `file:line:column`.

use std::io;

use rootstock_document::printable;

use super::summary::{write_not_checked, write_summary};
use super::{TextOptions, clean};
use crate::{FindingAnswer, ReportAnswer};

/// Writes `file:line:column: severity[rule]: field: sentence` for each finding, and a summary if the options say so.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render_concise(answer: &ReportAnswer, options: TextOptions, out: &mut dyn io::Write) -> io::Result<()> {
    answer.findings.iter().try_for_each(|finding| writeln!(out, "{}", line(finding)))?;
    if !options.with_summary {
        return Ok(());
    }
    write_not_checked(answer, out)?;
    write_summary(answer, out)
}

fn line(finding: &FindingAnswer) -> String {
    let place = printable(finding.location.to_string());
    let path = if finding.path.is_empty() { String::new() } else { format!("{}: ", finding.path) };
    let verdict = finding.other_verdict().map(|verdict| format!(" ({verdict})")).unwrap_or_default();
    // A line break in a sentence would end the line.
    let text = format!("{path}{}{verdict}", finding.headline()).replace('\n', " ");
    format!("{place}: {}[{}]: {}", finding.severity, finding.rule, clean(&text))
}
