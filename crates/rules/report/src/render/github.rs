//! The renderer for GitHub Actions: a workflow command for each finding, which GitHub shows at its line in the pull
//! request.
//!
//! Source: GitHub Docs, "Workflow commands for GitHub Actions".

use std::io;

use rootstock_core_model::Severity;

use crate::{FindingAnswer, ReportAnswer};

/// Writes the findings as annotations.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    answer.findings.iter().try_for_each(|finding| annotation(finding, out))
}

fn annotation(finding: &FindingAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let location = &finding.location;
    write!(out, "::{level} title={}", property(finding.rule))?;
    // Standard input is not a file that GitHub could annotate.
    if !location.is_standard_input() {
        write!(out, ",file={}", property(location.relative_file()))?;
        if let (Some(start), Some(end)) = (location.start, location.end) {
            write!(out, ",line={},endLine={}", start.at.line, end.at.line)?;
            // GitHub accepts columns only within a single line.
            if start.at.line == end.at.line {
                write!(out, ",col={},endColumn={}", start.at.column, end.at.column)?;
            }
        }
    }
    writeln!(out, "::{}", data(&finding.full_text()))
}

/// Escapes the text of a command, which a line break would end.
fn data(text: &str) -> String {
    super::clean(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command, which a comma or a colon would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
