//! The two semantics of Gardener's rules.

/// The semantics to answer under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Semantics {
    /// The behaviour in Gardener's documents, or Gardener's own where they do not specify it.
    #[default]
    Documented,
    /// The behaviour of Gardener v1.150, including deviations from its documentation.
    Gardener,
}

impl Semantics {
    /// The Gardener release that [`Self::Gardener`] follows.
    pub const GARDENER: &'static str = "v1.150";

    /// Returns the other semantics.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Documented => Self::Gardener,
            Self::Gardener => Self::Documented,
        }
    }

    /// Returns a short sentence saying that these semantics accept what the other ones reject.
    #[must_use]
    pub const fn accepts(self) -> &'static str {
        match self {
            Self::Documented => "the documents allow this",
            Self::Gardener => "Gardener v1.150 accepts this",
        }
    }

    /// Returns a short sentence saying that these semantics reject what the other ones accept.
    #[must_use]
    pub const fn refuses(self) -> &'static str {
        match self {
            Self::Documented => "the documents forbid this",
            Self::Gardener => "Gardener v1.150 refuses this",
        }
    }
}
