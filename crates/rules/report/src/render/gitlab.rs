//! The renderer for GitLab: a Code Quality report, which GitLab shows in the merge request and compares with the target
//! branch.
//!
//! Source: GitLab Docs, "Code Quality", "Code Quality report format".

use std::io;

use rootstock_core_model::Severity;
use serde::Serialize;

use super::fingerprint;
use crate::ReportAnswer;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// Writes the findings as a JSON array.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(answer: &ReportAnswer, mut out: &mut dyn io::Write) -> io::Result<()> {
    let issues = fingerprint::all(answer).map(|(fingerprint, finding)| {
        let location = &finding.location;
        Issue {
            description: finding.full_text(),
            check_name: finding.rule,
            fingerprint,
            severity: match finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Note => "info",
            },
            location: Location {
                path: location.relative_file(),
                // A line is required. Findings about an input as a whole are shown at its beginning.
                lines: Lines {
                    begin: location.start.map_or(1, |start| start.at.line),
                    end: location.end.map_or(1, |end| end.at.line),
                },
            },
        }
    });
    serde_json::to_writer_pretty(&mut out, &issues.collect::<Vec<_>>())?;
    writeln!(out)
}
