//! The releases of an extension that a plug-in knows.

use rootstock_core_model::Release;
use serde::Serialize;

/// The minor releases of an extension whose behavior is known, as data.
///
/// ```
/// use rootstock_core_model::Release;
/// use rootstock_provider_api::KnownReleases;
/// const AWS: KnownReleases = KnownReleases::minors(1, 63..=73);
/// assert_eq!((AWS.oldest, AWS.newest), (Release::new(1, 63), Release::new(1, 73)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownReleases {
    /// The oldest release; older ones cannot be asked about.
    pub oldest: Release,
    /// The newest release; a newer one is answered like it.
    pub newest: Release,
}

impl KnownReleases {
    /// Returns the minor releases of a major one, without differences between them.
    #[must_use]
    pub const fn minors(major: u16, minors: std::ops::RangeInclusive<u16>) -> Self {
        Self { oldest: Release::new(major, *minors.start()), newest: Release::new(major, *minors.end()) }
    }
}
