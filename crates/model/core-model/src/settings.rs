//! The settings of a check: documented behaviour by default, Gardener's on request.

use rootstock_versioning::Timestamp;

use crate::{FeatureGates, Quirks, Semantics};

/// The settings of a check. The time is an argument: only the command line reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The active quirks.
    pub quirks: Quirks,
    /// The enabled feature gates.
    pub gates: FeatureGates,
    /// The instant at which versions are classified.
    pub now: Timestamp,
    /// Whether the extensions' mutating webhooks are installed, which write the flavors of image versions from `providerConfig`
    /// before Gardener validates (quirk `extensions_write_flavors`). Defaults to true.
    pub extension_webhooks: bool,
    /// Whether to add Rootstock's own findings: warnings about input that is accepted but probably unintended. They never cause
    /// a rejection. On in documented semantics, and off in Gardener's, which only reports what Gardener does.
    pub own_warnings: bool,
}

impl Settings {
    /// Creates settings with the default gates, and with Rootstock's own warnings in documented semantics.
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
