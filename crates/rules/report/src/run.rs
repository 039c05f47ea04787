//! The answer of a whole run.

use rootstock_core_model::Severity;

use crate::{DocumentRecord, Finding, FixAccount, Place, SourceId, SourceText};

/// The complete result of a run: its inputs, the outcome of every document in them, and the findings in order.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The inputs in the order in which they were read.
    pub sources: Vec<SourceText>,
    /// Every document of every input.
    pub documents: Vec<DocumentRecord>,
    /// The findings; see [`Report::sort`].
    pub findings: Vec<Finding>,
    /// Findings that the user suppressed, in the same order.
    pub suppressed: Vec<Suppressed>,
    /// The outcome of fixes, if they were requested.
    pub fixes: Option<FixAccount>,
}

/// A finding that the user suppressed.
#[derive(Debug, Clone)]
pub struct Suppressed {
    /// The finding.
    pub finding: Finding,
    /// The reason that the user gave.
    pub reason: String,
    /// The place of the suppression: an input, usually `rootstock.toml` or that of the finding, and a place in it.
    pub by: (SourceId, Place),
}

impl Report {
    /// Adds an input.
    pub fn add_source(&mut self, source: SourceText) -> SourceId {
        self.sources.push(source);
        SourceId(self.sources.len() - 1)
    }

    /// Adds the result of another run. The findings have to be [sorted](Self::sort) afterwards.
    pub fn append(&mut self, other: Self) {
        let (sources, documents) = (self.sources.len(), self.documents.len());
        let placed = |finding: Finding| Finding {
            source: SourceId(finding.source.0 + sources),
            document: finding.document.map(|document| document + documents),
            ..finding
        };
        self.sources.extend(other.sources);
        let described = other.documents.into_iter();
        self.documents.extend(described.map(|it| DocumentRecord { source: SourceId(it.source.0 + sources), ..it }));
        self.findings.extend(other.findings.into_iter().map(placed));
        self.suppressed.extend(other.suppressed.into_iter().map(|it| Suppressed {
            finding: placed(it.finding),
            by: (SourceId(it.by.0.0 + sources), it.by.1),
            reason: it.reason,
        }));
    }

    /// Returns an input.
    #[must_use]
    pub fn source(&self, id: SourceId) -> Option<&SourceText> {
        self.sources.get(id.0)
    }

    /// Sorts the findings into their total order.
    pub fn sort(&mut self) {
        // Sorting takes half as much memory as the findings themselves, and usually they are already in order.
        if !self.findings.is_sorted_by(|one, next| one.order(next).is_le()) {
            self.findings.sort_by(Finding::order);
        }
        self.suppressed.sort_by(|a, b| a.finding.order(&b.finding));
    }

    /// Returns the worst severity found.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.violation.severity).min()
    }
}
