//! The releases of an extension that a plug-in knows, and the differences between them, as data.

use std::borrow::Cow;
use std::fmt;

use rootstock_core_model::{Release, Releases, Settings};
use serde::Serialize;

use super::{CapabilitySupport, Extension};
use crate::{Comparison, FlavorsWebhook};

/// The minor releases of an extension whose behavior is known.
///
/// [`Extension`] describes the release that the plug-in follows; each [`ReleaseDeparture`] changes this description for other
/// releases. The release that brings capabilities is already in [`Extension::capabilities`].
///
/// ```
/// use rootstock_core_model::{Release, Releases};
/// use rootstock_provider_api::{ReleaseDeparture, FlavorsWebhook, KnownReleases};
/// const ACME: KnownReleases = KnownReleases {
///     departures: &[ReleaseDeparture::behavior(Releases::before(1, 70), "writes no flavors", |extension| {
///         extension.flavors_webhook = FlavorsWebhook::None;
///     })],
///     ..KnownReleases::minors(1, 63..=73)
/// };
/// assert_eq!((ACME.oldest, ACME.newest), (Release::new(1, 63), Release::new(1, 73)));
/// ```
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownReleases {
    /// The oldest release; older ones cannot be asked about.
    pub oldest: Release,
    /// The newest release; a newer one is answered like it.
    pub newest: Release,
    /// The differences from the release that the plug-in follows, in the order in which they apply.
    #[serde(skip_serializing_if = "<[ReleaseDeparture]>::is_empty")]
    pub departures: &'static [ReleaseDeparture],
}

impl KnownReleases {
    /// Returns the minor releases of a major one, without differences between them.
    #[must_use]
    pub const fn minors(major: u16, minors: std::ops::RangeInclusive<u16>) -> Self {
        Self {
            oldest: Release::new(major, *minors.start()),
            newest: Release::new(major, *minors.end()),
            departures: &[],
        }
    }
}

/// A difference of some releases from the one that the plug-in follows.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReleaseDeparture {
    /// The releases that depart.
    pub releases: Releases,
    /// The difference, as the rest of a sentence that begins with the extension: `writes no flavors`.
    pub what: &'static str,
    /// Whether it is about what the extension can read, which counts in both semantics. Any other behavior counts in
    /// Gardener's semantics only (quirk `extensions_behave_by_release`).
    pub is_format: bool,
    /// The change of the description.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub change: fn(&mut Extension),
}

impl ReleaseDeparture {
    /// Returns a difference in what the extension can read.
    #[must_use]
    pub const fn format(releases: Releases, what: &'static str, change: fn(&mut Extension)) -> Self {
        Self { releases, what, is_format: true, change }
    }

    /// Returns a difference in what the extension does.
    #[must_use]
    pub const fn behavior(releases: Releases, what: &'static str, change: fn(&mut Extension)) -> Self {
        Self { releases, what, is_format: false, change }
    }
}

impl fmt::Debug for ReleaseDeparture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReleaseDeparture")
            .field("releases", &self.releases)
            .field("what", &self.what)
            .finish_non_exhaustive()
    }
}

impl Extension {
    /// Returns the first later release that accepts entries of both formats in a profile with capabilities; `None` if the one in
    /// question accepts them, or if none is known.
    pub(crate) fn mixes_formats_since(&self) -> Option<Release> {
        if self.mixes_formats() {
            return None;
        }
        self.departs_until(|extension| !extension.mixes_formats())
    }

    /// Returns the first later release that calls the [renamed capability](Self::renamed_capability) otherwise; `None` if the one in
    /// question does not rename it, or if none is known.
    #[must_use]
    pub fn renames_capability_until(&self) -> Option<Release> {
        self.departs_until(|extension| extension.renamed_capability.is_some())
    }

    /// Returns the first release after a difference of the one in question from the one that the plug-in follows.
    fn departs_until(&self, departs: impl Fn(&Self) -> bool) -> Option<Release> {
        let (release, known) = self.running.zip(self.releases)?;
        let mut departures = known.departures.iter().filter(|one| one.releases.contains(release));
        let makes_it = |departure: &&ReleaseDeparture| {
            let mut extension = Self { comparison: Comparison::USUAL, renamed_capability: None, ..*self };
            (departure.change)(&mut extension);
            departs(&extension)
        };
        departures.find(makes_it)?.releases.until
    }

    /// Returns the description of the release that the settings ask about: the one that the plug-in follows, unless
    /// another one is set.
    #[must_use]
    pub fn at(&self, settings: &Settings) -> Cow<'_, Self> {
        let Some((release, known)) = settings.extensions.of(self.name).zip(self.releases) else {
            return Cow::Borrowed(self);
        };
        let mut extension = Self { running: Some(release), ..*self };
        if let CapabilitySupport::Since(since) = self.capabilities
            && since.parse::<Release>().is_ok_and(|since| !release.has_reached(since, &[]))
        {
            extension.capabilities = CapabilitySupport::NotYet(since);
            extension.flavors_webhook = FlavorsWebhook::None;
        }
        let behaves = settings.quirks.providers.extensions_behave_by_release;
        let departures = known.departures.iter().filter(|one| one.is_format || behaves);
        for departure in departures.filter(|one| one.releases.contains(release)) {
            (departure.change)(&mut extension);
        }
        Cow::Owned(extension)
    }
}
