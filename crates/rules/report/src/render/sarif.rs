//! The renderer for code scanning: SARIF 2.1.0, with the pages of the rules, related places, fixes, and suppressions
//! with their reasons.
//!
//! Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".

mod model;

use std::collections::BTreeMap;
use std::io;

use rootstock_core_model::{Rule, Severity};

use self::model::{
    ArtifactChange, ArtifactLocation, Driver, Fix, Invocation, Level, Log, LogicalLocation, Message, PhysicalLocation,
    Place, Region, Replacement, ReportingDescriptor, Result as Finding, Run, Suppression, Tool,
};
use super::fingerprint;
use crate::{EditAnswer, FindingAnswer, FixAnswer, Location, Point, ReportAnswer};

/// The name of this kind of fingerprint; another algorithm would get another name.
const FINGERPRINT: &str = "rootstock/v1";

/// A remark about the run, not about a place: something that limits the results.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    /// The severity. A run with an error is one that did not succeed.
    pub severity: Severity,
    /// The sentence.
    pub text: String,
    /// The place that it is about.
    pub location: Option<Location>,
}

/// Writes the findings. `rules` lists all rules; the output describes those that have findings. `version` is that of
/// the program.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(
    answer: &ReportAnswer,
    rules: &[&'static Rule],
    version: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    render_with(answer, rules, &[], version, out)
}

/// Like [`render`], with remarks about the run.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render_with(
    answer: &ReportAnswer,
    rules: &[&'static Rule],
    notifications: &[Notification],
    version: &str,
    mut out: &mut dyn io::Write,
) -> io::Result<()> {
    let suppressed = answer.suppressed.iter().map(|it| (it.finding.rule, it.finding.severity));
    let found: BTreeMap<&str, Severity> =
        answer.findings.iter().map(|it| (it.rule, it.severity)).chain(suppressed).collect();
    let described = rules.iter().filter(|rule| found.contains_key(rule.name)).map(|rule| descriptor(rule)).collect();
    let results = fingerprint::all(answer).map(|(fingerprint, finding)| {
        let partial_fingerprints = Some(BTreeMap::from([(FINGERPRINT, fingerprint)]));
        Finding { partial_fingerprints, ..result(finding) }
    });
    let suppressed = answer.suppressed.iter().map(|it| {
        let location = place(&it.suppressed_by, None, None);
        let kind = if it.is_by_comment() { "inSource" } else { "external" };
        let suppression = Suppression { kind, justification: &it.reason, location };
        Finding { suppressions: vec![suppression], ..result(&it.finding) }
    });
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "rootstock",
                    semantic_version: version,
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: described,
                },
            },
            invocations: (!notifications.is_empty()).then(|| [invocation(notifications)]),
            column_kind: "unicodeCodePoints",
            results: results.chain(suppressed).collect(),
        }],
    };
    serde_json::to_writer_pretty(&mut out, &log)?;
    writeln!(out)
}

fn invocation(notifications: &[Notification]) -> Invocation<'_> {
    let remarks = notifications.iter().map(|one| model::Notification {
        level: level(one.severity),
        message: Message::plain(one.text.clone()),
        locations: one.location.iter().map(|location| place(location, None, None)).collect(),
    });
    Invocation {
        execution_successful: !notifications.iter().any(|one| one.severity == Severity::Error),
        tool_execution_notifications: remarks.collect(),
    }
}

fn descriptor(rule: &'static Rule) -> ReportingDescriptor {
    ReportingDescriptor {
        id: rule.name,
        short_description: Message::plain(rule.summary()),
        help: Message { text: rule.page.to_owned(), markdown: Some(rule.page) },
        help_uri: concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/rules.md"),
        default_configuration: model::Configuration { level: level(rule.severity) },
    }
}

fn result(finding: &FindingAnswer) -> Finding<'_> {
    let logical = (!finding.path.is_empty()).then_some(LogicalLocation { fully_qualified_name: &finding.path });
    let related = finding.related.iter().enumerate();
    Finding {
        rule_id: finding.rule,
        level: level(finding.severity),
        message: Message::plain(finding.full_text()),
        locations: vec![place(&finding.location, logical, None)],
        related_locations: related
            .map(|(id, it)| {
                let logical = Some(LogicalLocation { fully_qualified_name: &it.path });
                Place { id: Some(id), ..place(&it.location, logical, Some(Message::plain(it.note.clone()))) }
            })
            .collect(),
        fixes: finding.fix.iter().filter_map(|it| fix(it, &finding.location)).collect(),
        partial_fingerprints: None,
        suppressions: Vec::new(),
    }
}

const fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    }
}

fn place<'a>(location: &'a Location, logical: Option<LogicalLocation<'a>>, message: Option<Message>) -> Place<'a> {
    let region = location.start.zip(location.end).map(|(start, end)| region(start, end));
    Place {
        id: None,
        physical_location: PhysicalLocation { artifact_location: artifact(location), region },
        logical_locations: logical.into_iter().collect(),
        message,
    }
}

const fn region(start: Point, end: Point) -> Region {
    Region {
        start_line: start.at.line,
        start_column: start.at.column,
        end_line: end.at.line,
        end_column: end.at.column,
    }
}

fn artifact(location: &Location) -> ArtifactLocation {
    ArtifactLocation { uri: model::uri(location.relative_file()) }
}

/// Converts a fix, if it can be made in the text.
fn fix(fix: &FixAnswer, location: &Location) -> Option<Fix> {
    let edits = fix.edits.as_deref().filter(|edits| !edits.is_empty())?;
    let replacement = |edit: &EditAnswer| Replacement {
        deleted_region: region(edit.start, edit.end),
        inserted_content: Message::plain(edit.text.clone()),
    };
    Some(Fix {
        description: Message::plain(fix.fix.title.clone()),
        artifact_changes: [ArtifactChange {
            artifact_location: artifact(location),
            replacements: edits.iter().map(replacement).collect(),
        }],
    })
}
