//! The kinds of problems.

/// The kind of a [`Problem`](crate::Problem).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// Text that is neither YAML nor JSON, or not in the form that Kubernetes reads.
    Unreadable,
    /// A document that exceeds the [`ReadLimits`](crate::ReadLimits).
    BeyondLimit,
    /// A key that occurs twice in an object.
    DuplicateKey,
    /// A key that is in an object and also merged into it with `<<`.
    MergeOverride,
    /// A key that YAML reads as a boolean or number.
    UnquotedKey,
    /// A tag that Kubernetes ignores.
    ForeignTag,
    /// A value of the wrong type.
    WrongType,
    /// A number or boolean in the place of a string, which lacks quotes.
    UnquotedString,
    /// An unknown field.
    UnknownField,
    /// An unknown field for which there is a hint, with the name of the hint.
    HintedField(&'static str),
    /// A text that its type does not allow, with the name of the [`ScalarSyntax`](crate::ScalarSyntax).
    InvalidScalar(&'static str),
    /// A superfluous level, with the name of the [`NestedLevel`](crate::NestedLevel).
    NestedLevel(&'static str),
}

impl ProblemKind {
    /// Returns whether the problem is an unknown field.
    #[must_use]
    pub const fn is_unknown_field(self) -> bool {
        matches!(self, Self::UnknownField | Self::HintedField(_))
    }
}
