//! The kinds of problems.

/// The kind of a [`Problem`](crate::Problem).
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
