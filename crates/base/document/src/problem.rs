//! Problems that the parsers and the decoder report about a document.

mod kind;

pub use kind::ProblemKind;

use crate::{BadValue, FieldPath, Fix, Span};

/// A second location that belongs to a problem: "first declared here".
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Related {
    /// The path of the location.
    pub path: FieldPath,
    /// The exact span in the file, if the path does not determine it.
    #[serde(skip)]
    pub span: Option<Span>,
    /// A description of the location, as a short clause.
    pub note: String,
}

/// A mistake in a document.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The kind of problem.
    pub kind: ProblemKind,
    /// The path of the problem.
    pub path: FieldPath,
    /// The exact span in the file, if the path does not determine it: the second of two equal keys, or a syntax error.
    pub span: Option<Span>,
    /// The offending value.
    pub bad: BadValue,
    /// The mistake and the allowed values: one lower-case sentence without a full stop.
    pub detail: String,
    /// A suggestion for the user; empty if the detail implies it.
    pub help: String,
    /// Other locations that belong to the problem.
    pub related: Vec<Related>,
    /// A change to the document that resolves the problem.
    pub fix: Option<Fix>,
}

impl Problem {
    pub(crate) fn new(
        kind: ProblemKind,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            path: path.into(),
            span: None,
            bad: bad.into(),
            detail: detail.into(),
            help: String::new(),
            related: Vec::new(),
            fix: None,
        }
    }

    #[cfg(feature = "read")]
    pub(crate) fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    #[cfg(feature = "read")]
    pub(crate) fn with_span(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    pub(crate) fn with_fix(self, fix: Fix) -> Self {
        Self { fix: Some(fix), ..self }
    }

    #[cfg(feature = "read")]
    pub(crate) fn with_related(mut self, path: FieldPath, span: Span, note: &str) -> Self {
        self.related.push(Related { path, span: Some(span), note: note.to_owned() });
        self
    }
}
