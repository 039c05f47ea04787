//! Documented behaviour by default, Gardener's on demand.

use rootstock_versioning::Timestamp;

use crate::{FeatureGates, Quirks};

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

    /// The switches that make up these semantics.
    #[must_use]
    pub const fn quirks(self) -> Quirks {
        match self {
            Self::Documented => Quirks::NONE,
            Self::Gardener => Quirks::GARDENER_1_150,
        }
    }
}

/// What a check is made under. Time is an argument: nothing below the command reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Which departures from the documents are in force.
    pub quirks: Quirks,
    /// Which feature gates are on.
    pub gates: FeatureGates,
    /// The instant at which versions are classified.
    pub now: Timestamp,
    /// Whether the extensions' mutating webhooks are installed, which write the flavors of image versions from
    /// `providerConfig` before Gardener validates (quirk `extensions_write_flavors`). They are, by default.
    pub extension_webhooks: bool,
    /// Whether findings are added that are Rootstock's own: warnings about what is accepted, and is likely not what is
    /// meant. No error depends on it, so that it changes nothing that is refused. On in documented semantics, off in
    /// Gardener's, which say what Gardener says.
    pub own_warnings: bool,
}

impl Settings {
    /// Settings with the gates' defaults, and with Rootstock's own warnings in documented semantics.
    #[must_use]
    pub const fn new(semantics: Semantics, now: Timestamp) -> Self {
        let own_warnings = matches!(semantics, Semantics::Documented);
        Self { quirks: semantics.quirks(), gates: FeatureGates::DEFAULT, now, extension_webhooks: true, own_warnings }
    }
}
