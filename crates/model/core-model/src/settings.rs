//! What a check is made under: documented behaviour by default, Gardener's on demand.

use rootstock_versioning::Timestamp;

use crate::{FeatureGates, Quirks, Semantics};

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
        Self {
            quirks: Quirks::of(semantics),
            gates: FeatureGates::DEFAULT,
            now,
            extension_webhooks: true,
            own_warnings,
        }
    }
}
