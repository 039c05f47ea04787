//! For programs: one JSON object per run, with a name and version for its schema.
//!
//! Fields are only ever added within a version. `docs/json-output.md` describes them all.

use std::io;

use rootstock_core_model::{BadValue, Fix, LineColumn, Rule, Severity, ViolationKind};
use serde::Serialize;

use crate::{DocumentOutcome, Edit, Finding, FixAccount, Named, Place, Report, SourceText, Summary, pointer};

/// The schema of the answer of `check`.
pub const CHECK_SCHEMA: &str = "rootstock.check/v1";

/// What every JSON answer of the command starts with.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Envelope<'a, T> {
    /// Name and version of the answer's schema: `rootstock.COMMAND/vN`.
    pub schema: &'static str,
    /// The version of the program that answered.
    pub tool_version: &'a str,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

/// Writes an answer under its schema, indented, with a line end.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn write_envelope(
    schema: &'static str,
    tool_version: &str,
    answer: impl Serialize,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Envelope { schema, tool_version, answer }).map_err(io::Error::from)?;
    writeln!(out)
}

/// Writes a report. `settings` is what the check was made under, in the caller's words.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn render(
    report: &Report,
    settings: impl Serialize,
    tool_version: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let documents = report.documents.iter().filter_map(|document| {
        let source = report.source(document.source)?;
        Some(DocumentJson {
            location: Location::of(source, document.place.as_ref()),
            api_version: &document.api_version,
            kind: &document.kind,
            name: &document.name,
            outcome: &document.outcome,
            reason: &document.reason,
        })
    });
    let findings =
        report.findings.iter().filter_map(|finding| Some(finding_json(report.source(finding.source)?, finding)));
    let suppressed = report.suppressed.iter().filter_map(|suppressed| {
        let (source, place) = &suppressed.by;
        Some(SuppressedJson {
            finding: finding_json(report.source(suppressed.finding.source)?, &suppressed.finding),
            reason: &suppressed.reason,
            suppressed_by: Location::of(report.source(*source)?, Some(place)),
        })
    });
    let answer = CheckJson {
        settings,
        summary: report.summary(),
        documents: documents.collect(),
        findings: findings.collect(),
        suppressed: suppressed.collect(),
        fixes: report.fixes.as_ref(),
    };
    write_envelope(CHECK_SCHEMA, tool_version, answer, out)
}

/// The findings of a report as [`render`] writes them, for answers that have more to say.
pub fn findings(report: &Report) -> Vec<impl Serialize + use<'_>> {
    let findings = report.findings.iter();
    findings.filter_map(|finding| Some(finding_json(report.source(finding.source)?, finding))).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckJson<'a, S> {
    settings: S,
    summary: Summary,
    documents: Vec<DocumentJson<'a>>,
    findings: Vec<FindingJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressed: Vec<SuppressedJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<&'a FixAccount>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SuppressedJson<'a> {
    #[serde(flatten)]
    finding: FindingJson<'a>,
    reason: &'a str,
    suppressed_by: Location<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DocumentJson<'a> {
    location: Location<'a>,
    api_version: &'a str,
    kind: &'a str,
    name: &'a str,
    outcome: &'a DocumentOutcome,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingJson<'a> {
    rule: &'a Rule,
    severity: Severity,
    kind: ViolationKind,
    path: String,
    pointer: String,
    within: &'a [Named],
    bad: &'a BadValue,
    detail: &'a str,
    /// The whole finding in Kubernetes' own form.
    message: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    help: &'a str,
    document: Option<usize>,
    location: Location<'a>,
    related: Vec<RelatedJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixJson<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RelatedJson<'a> {
    note: &'a str,
    path: String,
    pointer: String,
    location: Location<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixJson<'a> {
    #[serde(flatten)]
    fix: &'a Fix,
    /// What to replace in the file; `null` when the fix cannot be made by replacing text.
    edits: Option<Vec<EditJson<'a>>>,
}

#[derive(Serialize)]
struct EditJson<'a> {
    start: Point,
    end: Point,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Point>,
    /// False when the field does not exist and the place is that of what surrounds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
}

#[derive(Serialize)]
struct Point {
    #[serde(flatten)]
    at: LineColumn,
    /// The byte in the file, from 0.
    byte: usize,
}

impl Point {
    fn of(source: &SourceText, byte: usize) -> Self {
        Self { at: source.line_column(byte), byte }
    }
}

impl<'a> Location<'a> {
    fn of(source: &'a SourceText, place: Option<&Place>) -> Self {
        Self {
            file: source.name(),
            start: place.map(|place| Point::of(source, place.span.start)),
            end: place.map(|place| Point::of(source, place.span.end)),
            exact: place.map(|place| place.exact),
        }
    }
}

fn finding_json<'a>(source: &'a SourceText, finding: &'a Finding) -> FindingJson<'a> {
    let violation = &finding.violation;
    FindingJson {
        rule: violation.rule,
        severity: violation.severity,
        kind: violation.kind,
        path: violation.path.to_string(),
        pointer: pointer(&violation.path),
        within: &finding.within,
        bad: &violation.bad,
        detail: &violation.detail,
        message: violation.to_string(),
        help: &violation.help,
        document: finding.document,
        location: Location::of(source, finding.place.as_ref()),
        related: finding
            .related
            .iter()
            .map(|related| RelatedJson {
                note: &related.note,
                path: related.path.to_string(),
                pointer: pointer(&related.path),
                location: Location::of(source, related.place.as_ref()),
            })
            .collect(),
        fix: violation.fix.as_ref().map(|fix| FixJson {
            fix,
            edits: finding.edits.as_ref().map(|edits| edits.iter().map(|edit| edit_json(source, edit)).collect()),
        }),
    }
}

fn edit_json<'a>(source: &SourceText, edit: &'a Edit) -> EditJson<'a> {
    EditJson { start: Point::of(source, edit.span.start), end: Point::of(source, edit.span.end), text: &edit.text }
}
