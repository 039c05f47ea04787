//! A report for programs: every place as line, column and byte, and every finding in Kubernetes' own words.
//!
//! Fields are only ever added within a version of the format. `docs/json-output.md` describes them all.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use rootstock_core_model::{
    Applicability, BadValue, Fix, LineColumn, Release, Releases, Semantics, Severity, ViolationKind, other_verdict,
};
use serde::Serialize;

use crate::source_text::shown;
use crate::{DocumentOutcome, Finding, FixAccount, LeftOut, Place, Report, SourceId, SourceText, Summary, pointer};
use rootstock_document::{Edit, Named};

/// A report for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportAnswer {
    /// The counts.
    pub summary: Summary,
    /// The outcome of every document.
    pub documents: Vec<DocumentAnswer>,
    /// The findings, in the order of the documents.
    pub findings: Vec<FindingAnswer>,
    /// Findings that the configuration or a comment suppresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<SuppressedAnswer>,
    /// The fixes that were and were not made; absent if none were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<FixAccount>,
}

/// The outcome of a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentAnswer {
    /// The location of the document.
    pub location: Location,
    /// The `apiVersion` of the document; empty if missing.
    pub api_version: String,
    /// The `kind` of the document; empty if missing.
    pub kind: String,
    /// The `metadata.name` of the document; empty if missing.
    pub name: String,
    /// The outcome.
    pub outcome: DocumentOutcome,
    /// The reason why it was not checked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The part of it that is checked, if not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Cow<'static, str>>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingAnswer {
    /// The stable name of the rule; `rootstock explain NAME` shows its page.
    pub rule: &'static str,
    /// The severity.
    pub severity: Severity,
    /// Kubernetes' error type; `Advice` is Rootstock's own.
    pub kind: ViolationKind,
    /// The field as Kubernetes writes it: `spec.machineTypes[0].capabilities`.
    pub path: String,
    /// The field as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The names of the list items on the path.
    pub within: Vec<Named>,
    /// The offending value; `null` if the kind has none.
    pub bad: BadValue,
    /// The problem and the allowed values.
    pub detail: Cow<'static, str>,
    /// The whole finding in Kubernetes' own format.
    pub message: String,
    /// Advice on what to write instead.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub help: Cow<'static, str>,
    /// The other semantics, if they accept the object in this respect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
    /// The other semantics, if only they refuse the object for this reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_by: Option<Semantics>,
    /// The quirk that explains why the other semantics judge differently, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quirk: Option<&'static str>,
    /// The release of Gardener whose verdict differs; absent if it is the newest one that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<Release>,
    /// The releases of Gardener that have the rule, if the one that accepts the object does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_releases: Option<&'static Releases>,
    /// The document, as an index into `documents`; `null` if it belongs to none.
    pub document: Option<usize>,
    /// The location of the finding.
    pub location: Location,
    /// Other related places.
    pub related: Vec<RelatedAnswer>,
    /// A change that fixes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixAnswer>,
    /// The findings that this one represents, if there were too many to list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutAnswer>,
}

/// Findings of one rule that are left out because there are too many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutAnswer {
    /// The name of the rule.
    pub rule: &'static str,
    /// Their severity.
    pub severity: Severity,
    /// The other semantics, if they accept the object in this respect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
    /// The other semantics, if only they refuse the object for this reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_by: Option<Semantics>,
    /// The number of findings left out.
    pub count: usize,
}

/// A finding that the configuration (`rootstock.toml`) or a comment of its document suppresses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuppressedAnswer {
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingAnswer,
    /// The given reason.
    pub reason: String,
    /// The location in the configuration, or of the comment.
    pub suppressed_by: Location,
}

impl SuppressedAnswer {
    /// Returns whether a comment of the document suppresses the finding.
    #[must_use]
    pub fn is_by_comment(&self) -> bool {
        self.suppressed_by.file == self.finding.location.file
    }
}

/// Another place related to a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelatedAnswer {
    /// A note about that place.
    pub note: String,
    /// The field as Kubernetes writes it.
    pub path: String,
    /// The field as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The location.
    pub location: Location,
}

/// A change that fixes a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixAnswer {
    /// The change, in terms of fields.
    #[serde(flatten)]
    pub fix: Fix,
    /// The replacements in the file; `null` if the fix cannot be made by replacing text.
    pub edits: Option<Vec<EditAnswer>>,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditAnswer {
    /// The start of the replaced text.
    pub start: Point,
    /// The end of the replaced text.
    pub end: Point,
    /// The new text.
    pub text: String,
}

/// A location in an input.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// The input.
    pub file: String,
    /// The start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Point>,
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Point>,
    /// False if the field does not exist and the location is that of what surrounds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

/// A position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Line and column, from 1.
    #[serde(flatten)]
    pub at: LineColumn,
    /// The byte in the file, from 0.
    pub byte: usize,
}

impl Report {
    /// Converts the report to its answer. Returns the inputs as well, whose texts a renderer may show.
    ///
    /// Each finding is dropped when it has been converted, so that many findings are not in memory twice.
    #[must_use]
    pub fn into_answer(self) -> (ReportAnswer, Vec<SourceText>) {
        let summary = self.summary();
        let Self { sources, documents, findings, suppressed, fixes } = self;
        let source = |id: SourceId| sources.get(id.0);
        let documents = documents.into_iter().filter_map(|document| {
            Some(DocumentAnswer {
                location: Location::of(source(document.source)?, document.place.as_ref()),
                scope: document.scope(),
                api_version: document.api_version,
                kind: document.kind,
                name: document.name,
                outcome: document.outcome,
                reason: document.reason,
            })
        });
        let documents = documents.collect();
        let suppressed = suppressed.into_iter().filter_map(|suppressed| {
            let (by, place) = &suppressed.by;
            Some(SuppressedAnswer {
                suppressed_by: Location::of(source(*by)?, Some(place)),
                finding: FindingAnswer::of(source(suppressed.finding.source)?, suppressed.finding),
                reason: suppressed.reason,
            })
        });
        let suppressed = suppressed.collect();
        let findings = findings.into_iter().filter_map(|finding| {
            let source = source(finding.source)?;
            Some(FindingAnswer::of(source, finding))
        });
        let findings = findings.collect();
        (ReportAnswer { summary, documents, findings, suppressed, fixes }, sources)
    }
}

impl From<&Report> for ReportAnswer {
    fn from(report: &Report) -> Self {
        report.clone().into_answer().0
    }
}

impl FindingAnswer {
    /// Returns whether the finding has a safe fix that can be made in the text.
    #[must_use]
    pub fn is_safely_fixable(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| {
            fix.fix.applicability == Applicability::Safe && fix.edits.as_ref().is_some_and(|edits| !edits.is_empty())
        })
    }

    /// Returns whether the finding has a fix that can be made in the text, but should be reviewed.
    #[must_use]
    pub fn has_suggested_fix(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| {
            fix.fix.applicability != Applicability::Safe && fix.edits.as_ref().is_some_and(|edits| !edits.is_empty())
        })
    }

    /// Returns the full text for output without an excerpt: the finding in Kubernetes' own format, the advice, and the
    /// verdict of the other semantics, on a line each.
    #[cfg(feature = "ci")]
    pub(crate) fn full_text(&self) -> String {
        let fix = self.fix.as_ref().map_or("", |fix| &fix.fix.title);
        let help = if self.help.is_empty() { fix } else { &self.help };
        let help = (!help.is_empty()).then(|| format!("\nhelp: {help}"));
        let verdict = self.other_verdict().map(|verdict| format!("\nnote: {verdict}"));
        std::iter::once(self.message.clone()).chain(help).chain(verdict).collect()
    }

    /// Returns a short sentence about the verdict of the other semantics, if it differs.
    #[must_use]
    pub fn other_verdict(&self) -> Option<String> {
        other_verdict(self.accepted_by, self.refused_by, self.quirk, self.gardener, self.rule_releases)
    }

    /// Converts the findings of a report.
    #[must_use]
    pub fn all(report: &Report) -> Vec<Self> {
        let findings = report.findings.iter();
        findings.filter_map(|finding| Some(Self::of(report.source(finding.source)?, finding.clone()))).collect()
    }

    fn of(source: &SourceText, finding: Finding) -> Self {
        let related = finding.related.iter().map(|related| RelatedAnswer {
            note: related.note.clone(),
            path: related.path.to_string(),
            pointer: pointer(&related.path),
            location: Location::of(source, related.place.as_ref()),
        });
        let related = related.collect();
        let edits = finding.edits.as_ref().map(|edits| edits.iter().map(|edit| EditAnswer::of(source, edit)).collect());
        let violation = finding.violation;
        let rule_releases = violation.rule_releases();
        Self {
            message: violation.to_string(),
            rule: violation.rule.name,
            severity: violation.severity,
            kind: violation.kind,
            path: violation.path.to_string(),
            pointer: pointer(&violation.path),
            within: finding.within,
            bad: violation.bad,
            detail: violation.detail,
            help: violation.help,
            accepted_by: violation.accepted_by,
            refused_by: violation.refused_by,
            quirk: violation.quirk,
            gardener: violation.gardener,
            rule_releases,
            document: finding.document,
            location: Location::of(source, finding.place.as_ref()),
            related,
            fix: violation.fix.map(|fix| FixAnswer { fix, edits }),
            left_out: finding.left_out.iter().map(LeftOutAnswer::from).collect(),
        }
    }
}

impl From<&LeftOut> for LeftOutAnswer {
    fn from(LeftOut { first, count }: &LeftOut) -> Self {
        Self {
            rule: first.rule.name,
            severity: first.severity,
            accepted_by: first.accepted_by,
            refused_by: first.refused_by,
            count: *count,
        }
    }
}

impl EditAnswer {
    fn of(source: &SourceText, edit: &Edit) -> Self {
        let (start, end) = (Point::of(source, edit.span.start), Point::of(source, edit.span.end));
        Self { start, end, text: edit.text.clone() }
    }
}

impl Point {
    fn of(source: &SourceText, byte: usize) -> Self {
        Self { at: source.line_column(byte), byte }
    }
}

impl fmt::Display for Location {
    /// Formats `file:line:column`, or the file alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown_file())?;
        match self.start {
            Some(Point { at: LineColumn { line, column }, .. }) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

impl Location {
    /// Returns whether the input is standard input, which has no path.
    #[cfg(feature = "ci")]
    pub(crate) fn is_standard_input(&self) -> bool {
        self.file == "-"
    }

    /// Returns the input as a path relative to the working directory, for programs.
    #[cfg(feature = "ci")]
    pub(crate) fn relative_file(&self) -> &str {
        if self.is_standard_input() {
            return "stdin";
        }
        self.file.strip_prefix("./").unwrap_or(&self.file)
    }

    /// Returns the name of the input for display, including a name for standard input.
    #[must_use]
    pub fn shown_file(&self) -> &str {
        shown(&self.file)
    }

    /// Returns the byte range in the input; `None` if the location is the input as a whole.
    #[must_use]
    pub fn bytes(&self) -> Option<Range<usize>> {
        Some(self.start?.byte..self.end?.byte)
    }

    fn of(source: &SourceText, place: Option<&Place>) -> Self {
        Self {
            file: source.name().to_owned(),
            start: place.map(|place| Point::of(source, place.span.start)),
            end: place.map(|place| Point::of(source, place.span.end)),
            exact: place.map(|place| place.exact),
        }
    }
}
