//! The counts of a run.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::Severity;

use crate::{DocumentOutcome, Report, SourceId};

/// The counts of a run.
///
/// `documents = clean + with_findings + not_checked + unreadable + empty`, always.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Inputs: files, and standard input.
    pub inputs: usize,
    /// Documents in them; an input that cannot be opened counts as one unreadable document.
    pub documents: usize,
    /// Checked without an error, warning or note.
    pub clean: usize,
    /// Checked with at least one finding.
    pub with_findings: usize,
    /// Documents of another kind.
    pub not_checked: usize,
    /// Documents that could not be read.
    pub unreadable: usize,
    /// Documents without content.
    pub empty: usize,
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are notes.
    pub notes: usize,
    /// Findings with a safe fix, which `rootstock check --fix` makes.
    pub fixable: usize,
    /// Findings that were fixed.
    pub fixed: usize,
    /// Findings that the user suppressed.
    pub suppressed: usize,
    /// The number of documents of each other kind.
    pub other_kinds: BTreeMap<String, usize>,
}

impl Summary {
    /// Counts a report.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let inputs: HashSet<SourceId> = report.documents.iter().map(|document| document.source).collect();
        let mut summary = Self {
            inputs: inputs.len(),
            fixed: report.fixes.as_ref().map_or(0, |fixes| fixes.made.len()),
            suppressed: report.suppressed.len(),
            ..Self::default()
        };
        let mut has_findings = vec![false; report.documents.len()];
        for finding in &report.findings {
            match finding.violation.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Note => summary.notes += 1,
            }
            summary.fixable += usize::from(finding.safe_edits().is_some());
            if let Some(flag) = finding.document.and_then(|document| has_findings.get_mut(document)) {
                *flag = true;
            }
        }
        for (document, found) in report.documents.iter().zip(has_findings) {
            summary.documents += 1;
            match document.outcome {
                DocumentOutcome::Checked if found => summary.with_findings += 1,
                DocumentOutcome::Checked => summary.clean += 1,
                DocumentOutcome::Unreadable => summary.unreadable += 1,
                DocumentOutcome::Empty => summary.empty += 1,
                DocumentOutcome::NotChecked => {
                    summary.not_checked += 1;
                    let kind = if document.kind.is_empty() { "without a kind" } else { &document.kind };
                    *summary.other_kinds.entry(kind.to_owned()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Returns the number of objects that were checked.
    #[must_use]
    pub const fn checked(&self) -> usize {
        self.clean + self.with_findings
    }
}

impl Report {
    /// Returns the counts of the report.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }
}
