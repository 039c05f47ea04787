//! A report for programs: the same with every place as line, column and byte, and every finding in Kubernetes' own words.
//!
//! Fields are only ever added within a version of the form. `docs/json-output.md` describes them all.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use rootstock_core_model::{Applicability, BadValue, Fix, LineColumn, Semantics, Severity, ViolationKind};
use serde::Serialize;

use crate::source_text::shown;
use crate::{DocumentOutcome, Finding, FixAccount, LeftOut, Place, Report, SourceText, Summary, pointer};
use rootstock_document::{Edit, Named};

/// A report for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportAnswer {
    /// The counts.
    pub summary: Summary,
    /// What became of every document.
    pub documents: Vec<DocumentAnswer>,
    /// The findings, in the order of the documents.
    pub findings: Vec<FindingAnswer>,
    /// Findings that a comment in the document has answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<SuppressedAnswer>,
    /// The fixes that were made and those that were not; absent if none were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<FixAccount>,
}

/// What became of a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentAnswer {
    /// Where it stands.
    pub location: Location,
    /// Its `apiVersion`, empty if it has none.
    pub api_version: String,
    /// Its `kind`, empty if it has none.
    pub kind: String,
    /// Its `metadata.name`, empty if it has none.
    pub name: String,
    /// What became of it.
    pub outcome: DocumentOutcome,
    /// Why it was not checked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What of it is checked, where that is not everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<&'static str>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingAnswer {
    /// The rule's name, stable; `rootstock explain NAME` has its page.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Kubernetes' word for it; `Advice` is ours.
    pub kind: ViolationKind,
    /// The field as Kubernetes writes it: `spec.machineTypes[0].capabilities`.
    pub path: String,
    /// The same as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The names of the list items on the way.
    pub within: Vec<Named>,
    /// The offending value; `null` where the kind carries none.
    pub bad: BadValue,
    /// What is wrong and what is allowed.
    pub detail: Cow<'static, str>,
    /// The whole finding in Kubernetes' own form.
    pub message: String,
    /// What to write instead.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub help: Cow<'static, str>,
    /// The other semantics, where these accept what the finding is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
    /// Its document, as an index of `documents`; `null` if it belongs to none.
    pub document: Option<usize>,
    /// Where it is.
    pub location: Location,
    /// Other places that belong to it.
    pub related: Vec<RelatedAnswer>,
    /// A change that mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixAnswer>,
    /// The findings for which it stands, where there were too many to be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutAnswer>,
}

/// Findings of one rule that are left out because there are too many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutAnswer {
    /// The rule's name.
    pub rule: &'static str,
    /// How much they matter.
    pub severity: Severity,
    /// The other semantics, where these accept what they are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
    /// How many there are.
    pub count: usize,
}

/// A finding that a comment in the document has answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuppressedAnswer {
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingAnswer,
    /// The reason that the comment gives.
    pub reason: String,
    /// The comment.
    pub suppressed_by: Location,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelatedAnswer {
    /// What is there.
    pub note: String,
    /// The field as Kubernetes writes it.
    pub path: String,
    /// The same as a JSON Pointer.
    pub pointer: String,
    /// Where it is.
    pub location: Location,
}

/// A change that mends a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixAnswer {
    /// The change, in terms of fields.
    #[serde(flatten)]
    pub fix: Fix,
    /// What to replace in the file; `null` when the fix cannot be made by replacing text.
    pub edits: Option<Vec<EditAnswer>>,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditAnswer {
    /// Where what is replaced begins.
    pub start: Point,
    /// Where it ends.
    pub end: Point,
    /// What takes its place.
    pub text: String,
}

/// A place in an input.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// The input.
    pub file: String,
    /// Where it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Point>,
    /// Where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Point>,
    /// False when the field does not exist and the place is that of what surrounds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Line and column, from 1.
    #[serde(flatten)]
    pub at: LineColumn,
    /// The byte in the file, from 0.
    pub byte: usize,
}

impl From<&Report> for ReportAnswer {
    fn from(report: &Report) -> Self {
        let documents = report.documents.iter().filter_map(|document| {
            Some(DocumentAnswer {
                location: Location::of(report.source(document.source)?, document.place.as_ref()),
                api_version: document.api_version.clone(),
                kind: document.kind.clone(),
                name: document.name.clone(),
                outcome: document.outcome.clone(),
                reason: document.reason.clone(),
                scope: document.scope(),
            })
        });
        let suppressed = report.suppressed.iter().filter_map(|suppressed| {
            let (source, place) = &suppressed.by;
            Some(SuppressedAnswer {
                finding: FindingAnswer::of(report.source(suppressed.finding.source)?, &suppressed.finding),
                reason: suppressed.reason.clone(),
                suppressed_by: Location::of(report.source(*source)?, Some(place)),
            })
        });
        Self {
            summary: report.summary(),
            documents: documents.collect(),
            findings: FindingAnswer::all(report),
            suppressed: suppressed.collect(),
            fixes: report.fixes.clone(),
        }
    }
}

impl FindingAnswer {
    /// Whether the finding has a fix that means exactly what the author meant, and that can be made in the text.
    #[must_use]
    pub fn is_safely_fixable(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| {
            fix.fix.applicability == Applicability::Safe && fix.edits.as_ref().is_some_and(|edits| !edits.is_empty())
        })
    }

    /// All that is said about it where there is no room for an excerpt: the finding in Kubernetes' own form, what to write
    /// instead, and who accepts it; a line each.
    #[cfg(feature = "ci")]
    pub(crate) fn said(&self) -> String {
        let fix = self.fix.as_ref().map_or("", |fix| &fix.fix.title);
        let help = if self.help.is_empty() { fix } else { &self.help };
        let help = (!help.is_empty()).then(|| format!("\nhelp: {help}"));
        let accepted = self.accepted_by.map(|semantics| format!("\nnote: {}", semantics.accepts()));
        std::iter::once(self.message.clone()).chain(help).chain(accepted).collect()
    }

    /// The findings of a report.
    #[must_use]
    pub fn all(report: &Report) -> Vec<Self> {
        let findings = report.findings.iter();
        findings.filter_map(|finding| Some(Self::of(report.source(finding.source)?, finding))).collect()
    }

    fn of(source: &SourceText, finding: &Finding) -> Self {
        let violation = &finding.violation;
        let related = finding.related.iter().map(|related| RelatedAnswer {
            note: related.note.clone(),
            path: related.path.to_string(),
            pointer: pointer(&related.path),
            location: Location::of(source, related.place.as_ref()),
        });
        let edits = finding.edits.as_ref().map(|edits| edits.iter().map(|edit| EditAnswer::of(source, edit)).collect());
        Self {
            rule: violation.rule.name,
            severity: violation.severity,
            kind: violation.kind,
            path: violation.path.to_string(),
            pointer: pointer(&violation.path),
            within: finding.within.clone(),
            bad: violation.bad.clone(),
            detail: violation.detail.clone(),
            message: violation.to_string(),
            help: violation.help.clone(),
            accepted_by: violation.accepted_by,
            document: finding.document,
            location: Location::of(source, finding.place.as_ref()),
            related: related.collect(),
            fix: violation.fix.clone().map(|fix| FixAnswer { fix, edits }),
            left_out: finding.left_out.iter().map(LeftOutAnswer::from).collect(),
        }
    }
}

impl From<&LeftOut> for LeftOutAnswer {
    fn from(LeftOut { first, count }: &LeftOut) -> Self {
        Self { rule: first.rule.name, severity: first.severity, accepted_by: first.accepted_by, count: *count }
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
    /// `file:line:column`, or the file alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown_file())?;
        match self.start {
            Some(Point { at: LineColumn { line, column }, .. }) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

impl Location {
    /// Whether the input is standard input, which has no path.
    #[cfg(feature = "ci")]
    pub(crate) fn is_standard_input(&self) -> bool {
        self.file == "-"
    }

    /// The input as a path from where the run was started, as programs want to have it.
    #[cfg(feature = "ci")]
    pub(crate) fn relative_file(&self) -> &str {
        if self.is_standard_input() {
            return "stdin";
        }
        self.file.strip_prefix("./").unwrap_or(&self.file)
    }

    /// The input for people: standard input by its name.
    #[must_use]
    pub(crate) fn shown_file(&self) -> &str {
        shown(&self.file)
    }

    /// The bytes of the input; `None` if the place is the input as a whole.
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
