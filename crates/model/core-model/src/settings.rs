//! The settings of a check: documented behaviour by default, Gardener's on request.

use rootstock_versioning::Timestamp;

use crate::{ExtensionReleases, FeatureGates, GardenerRelease, Quirks, Release, Releases, Semantics};

/// The settings of a check. The time is an argument: only the command line reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The active quirks.
    pub quirks: Quirks,
    /// The release of Gardener that runs: its fields are known, and its departures from the documents are among the quirks.
    pub gardener: GardenerRelease,
    /// The releases of the extensions that run: the plug-ins describe what differs in them.
    pub extensions: ExtensionReleases,
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
    /// Creates settings for the newest recorded release, with its default gates, and with Rootstock's own warnings in documented
    /// semantics.
    #[must_use]
    pub const fn new(semantics: Semantics, now: Timestamp) -> Self {
        Self::at_release(semantics, GardenerRelease::NEWEST, now)
    }

    /// Like [`new`](Self::new), for a release of Gardener.
    ///
    /// ```
    /// use rootstock_core_model::{Semantics, Settings};
    /// let now = "2026-01-01T00:00:00Z".parse()?;
    /// let settings = Settings::at_release(Semantics::Gardener, "1.145".parse()?, now);
    /// assert!(!settings.gates.cloud_profile_capabilities);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn at_release(semantics: Semantics, gardener: GardenerRelease, now: Timestamp) -> Self {
        let own_warnings = matches!(semantics, Semantics::Documented);
        Self {
            quirks: Quirks::at_release(semantics, gardener),
            gardener,
            extensions: ExtensionReleases::NONE,
            gates: FeatureGates::of(gardener),
            now,
            extension_webhooks: true,
            own_warnings,
        }
    }

    /// Returns these settings under other semantics, for the same release.
    #[must_use]
    pub const fn under(self, semantics: Semantics) -> Self {
        Self { quirks: Quirks::at_release(semantics, self.gardener), ..self }
    }

    /// Returns the release of Gardener that these semantics follow, unless it is the newest one that is known.
    #[must_use]
    pub fn gardener_if_other(&self, semantics: Semantics) -> Option<Release> {
        let is_other = semantics == Semantics::Gardener && self.gardener != GardenerRelease::NEWEST;
        is_other.then_some(self.gardener.release())
    }

    /// Returns whether Gardener's release is among these. With documented semantics, the question is the same: what the documents
    /// state does not depend on the release, but the fields of an object do.
    #[must_use]
    pub const fn has(&self, releases: &Releases) -> bool {
        releases.contains(self.gardener.release())
    }
}
