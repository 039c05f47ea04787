//! What the readers and the decoder have to say about a document.

use crate::{BadValue, FieldPath, Fix, Span};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The text is neither YAML nor JSON, or not as Kubernetes reads it.
    Unreadable,
    /// The document is beyond [`ReadLimits`](crate::ReadLimits).
    BeyondLimit,
    /// A key stands twice in one object.
    DuplicateKey,
    /// A key stands in an object and comes by `<<` too.
    MergeOverride,
    /// A key that YAML makes a boolean or number.
    UnquotedKey,
    /// A tag that Kubernetes ignores.
    ForeignTag,
    /// A value of the wrong type.
    WrongType,
    /// A number or boolean where a string must stand: it lacks quotes.
    UnquotedString,
    /// A field that does not exist.
    UnknownField,
    /// A field that does not exist, and a hint knows it; the hint's name.
    HintedField(&'static str),
    /// Text that its type does not allow; the name of the [`ScalarSyntax`](crate::ScalarSyntax).
    InvalidScalar(&'static str),
    /// A level that does not belong there; the name of the [`NestedLevel`](crate::NestedLevel).
    NestedLevel(&'static str),
}

impl ProblemKind {
    /// Whether a field does not exist.
    #[must_use]
    pub const fn is_unknown_field(self) -> bool {
        matches!(self, Self::UnknownField | Self::HintedField(_))
    }
}

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
