//! What the readers and the decoder have to say about a document.

mod kind;

pub use kind::ProblemKind;

use crate::{BadValue, FieldPath, Fix, Span};

/// A second place that belongs to a problem: "first declared here".
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Related {
    /// Where.
    pub path: FieldPath,
    /// The very place in the file, where the path does not tell it.
    #[serde(skip)]
    pub span: Option<Span>,
    /// What is there, as a short clause.
    pub note: String,
}

/// Something that is wrong with a document.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// Where.
    pub path: FieldPath,
    /// The very place in the file, where the path does not tell it: the second of two equal keys, a syntax error.
    pub span: Option<Span>,
    /// The offending value.
    pub bad: BadValue,
    /// What is wrong, what is allowed: one lower-case sentence without a full stop.
    pub detail: String,
    /// What to write instead, for a person; empty when the detail says it already.
    pub help: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// A change of the document that mends it.
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
