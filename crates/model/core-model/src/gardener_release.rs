//! The release of Gardener that answers are about.

use std::fmt;
use std::str::FromStr;

use rootstock_document::{Release, ReleaseError, Running};
use rootstock_findings::Semantics;

/// A release of Gardener from [`OLDEST`](Self::OLDEST) on. Gardener's own code was recorded in each of them up to
/// [`NEWEST`](Self::NEWEST); a newer one is answered like the newest.
///
/// ```
/// use rootstock_core_model::GardenerRelease;
/// let release: GardenerRelease = "v1.147.0".parse()?;
/// assert_eq!(release.to_string(), "1.147.0");
/// assert!(!release.is_newer_than_recorded());
/// assert!("1.160".parse::<GardenerRelease>()?.is_newer_than_recorded());
/// let error = "1.99".parse::<GardenerRelease>().unwrap_err();
/// assert_eq!(error.to_string(), "Gardener v1.99 is not known: the oldest known release is v1.135");
/// # Ok::<(), rootstock_core_model::GardenerReleaseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GardenerRelease(Release);

/// The source of the release of Gardener under which a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReleaseSource {
    /// The settings, or the newest recorded release if they name none.
    #[default]
    Settings,
    /// The newest release in `status.gardener.version` of the Shoots, because the settings name none.
    Shoots,
}

impl ReleaseSource {
    /// Returns whether it is [`Settings`](Self::Settings), which answers leave out.
    #[must_use]
    pub fn is_settings(&self) -> bool {
        *self == Self::Settings
    }
}

/// The error for a text that is not a known release of Gardener.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GardenerReleaseError {
    /// The text is not a release.
    #[error(transparent)]
    Form(#[from] ReleaseError),
    /// The release is older than [`GardenerRelease::OLDEST`].
    #[error("Gardener v{0} is not known: the oldest known release is v{oldest}", oldest = GardenerRelease::OLDEST)]
    TooOld(Release),
}

impl GardenerRelease {
    /// The oldest known release.
    pub const OLDEST: Self = Self(Release::new(1, 135));
    /// The newest recorded release, the default.
    pub const NEWEST: Self = Self(Semantics::NEWEST);

    /// Iterates over the recorded minor releases, from the oldest to the newest.
    pub fn recorded() -> impl Iterator<Item = Self> {
        std::iter::once(Self::OLDEST).chain(Self::OLDEST.next_minors(Self::NEWEST))
    }

    /// Iterates over the minor releases after this one, up to `last`.
    pub fn next_minors(self, last: Self) -> impl Iterator<Item = Self> {
        self.0.next_minors(last.0).map(Self)
    }

    /// Returns the release itself.
    #[must_use]
    pub const fn release(self) -> Release {
        self.0
    }

    /// Returns the program that decodes its objects.
    #[must_use]
    pub const fn running(self) -> Running {
        Running { program: "Gardener", release: self.0 }
    }

    /// Returns the newer one of two releases; a minor release is its last patch.
    #[must_use]
    pub fn newer(self, other: Self) -> Self {
        if self.0.has_reached(other.0, &[]) { self } else { other }
    }

    /// Returns a sentence for a release that is newer than [`NEWEST`](Self::NEWEST), without a full stop.
    #[must_use]
    pub fn unknown_note(self) -> Option<String> {
        self.is_newer_than_recorded().then(|| {
            let newest = Self::NEWEST;
            format!("Gardener v{self} is not known yet; the answer is that of v{newest}, the newest known release")
        })
    }

    /// Returns whether it is newer than [`NEWEST`](Self::NEWEST), and answered like it.
    #[must_use]
    pub fn is_newer_than_recorded(self) -> bool {
        self.0.cmp_minor(Self::NEWEST.0).is_gt()
    }
}

impl Default for GardenerRelease {
    /// Returns the newest recorded release.
    fn default() -> Self {
        Self::NEWEST
    }
}

impl fmt::Display for GardenerRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GardenerRelease {
    type Err = GardenerReleaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let release: Release = text.parse()?;
        match release.cmp_minor(Self::OLDEST.0).is_lt() {
            true => Err(GardenerReleaseError::TooOld(release)),
            false => Ok(Self(release)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_releases_are_recorded() {
        let all: Vec<String> = GardenerRelease::recorded().map(|release| release.to_string()).collect();
        assert_eq!((all.len(), all[0].as_str(), all[15].as_str()), (16, "1.135", "1.150"));
    }
}
