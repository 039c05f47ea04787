//! The two semantics of Gardener's rules.

use rootstock_document::Release;

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
    /// The Gardener release that [`Self::Gardener`] follows by default: the newest one that was recorded.
    pub const NEWEST: Release = Release::new(1, 150);

    /// Returns the other semantics.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Documented => Self::Gardener,
            Self::Gardener => Self::Documented,
        }
    }

    /// Returns a short sentence saying that these semantics accept what the other ones reject, in a release of Gardener; `None` is
    /// [`Self::NEWEST`].
    #[must_use]
    pub fn accepts(self, gardener: Option<Release>) -> String {
        match self {
            Self::Documented => "the documents allow this".to_owned(),
            Self::Gardener => format!("{} accepts this", named(gardener)),
        }
    }

    /// Returns a short sentence saying that these semantics reject what the other ones accept, in a release of Gardener.
    #[must_use]
    pub fn refuses(self, gardener: Option<Release>) -> String {
        match self {
            Self::Documented => "the documents forbid this".to_owned(),
            Self::Gardener => format!("{} refuses this", named(gardener)),
        }
    }
}

impl Semantics {
    /// Returns the beginning of a sentence about these semantics if they decide differently, in a release of Gardener; `None` is
    /// [`Self::NEWEST`].
    #[must_use]
    pub fn decide_differently(self, gardener: Option<Release>) -> String {
        match self {
            Self::Documented => "The documents say otherwise here".to_owned(),
            Self::Gardener => format!("{} decides differently here", Self::gardener(gardener)),
        }
    }

    /// Returns the name of a release of Gardener; `None` is [`Self::NEWEST`].
    #[must_use]
    pub fn gardener(release: Option<Release>) -> String {
        named(release)
    }
}

/// Returns the name of a release of Gardener.
fn named(gardener: Option<Release>) -> String {
    format!("Gardener v{}", gardener.unwrap_or(Semantics::NEWEST))
}
