//! Whose answer a finding belongs to.

/// Whose answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Semantics {
    /// The documents, and Gardener where they are silent.
    #[default]
    Documented,
    /// Gardener v1.150, its departures from its own documentation included.
    Gardener,
}

impl Semantics {
    /// The release of Gardener whose answers are given.
    pub const GARDENER: &'static str = "v1.150";

    /// The other semantics.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Documented => Self::Gardener,
            Self::Gardener => Self::Documented,
        }
    }

    /// That they accept what the other semantics refuse, in a few words.
    #[must_use]
    pub const fn accepts(self) -> &'static str {
        match self {
            Self::Documented => "the documents allow this",
            Self::Gardener => "Gardener v1.150 accepts this",
        }
    }
}
