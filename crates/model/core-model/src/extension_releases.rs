//! The releases of the extensions that answers are about.

use std::collections::BTreeMap;

use rootstock_document::Release;

/// The releases of the extensions that run, by provider. A provider without one is answered as the release that its plug-in follows.
///
/// ```
/// use rootstock_core_model::{ExtensionReleases, Release};
/// let releases = ExtensionReleases::NONE.with("aws", Release::new(1, 70))?;
/// assert_eq!(releases.of("aws"), Some(Release::new(1, 70)));
/// assert_eq!(releases.of("azure"), None);
/// # Ok::<(), rootstock_core_model::TooManyExtensions>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ExtensionReleases([Option<(&'static str, Release)>; ExtensionReleases::MOST]);

/// The error for releases of more extensions than one landscape can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("at most {} extensions can have a release", ExtensionReleases::MOST)]
pub struct TooManyExtensions;

impl ExtensionReleases {
    /// The largest number of extensions with a release: settings are copied, so they have a fixed size.
    pub const MOST: usize = 16;
    /// No releases: every extension is answered as the one that its plug-in follows.
    pub const NONE: Self = Self([None; Self::MOST]);

    /// Returns the release of the extension for a provider, if it is set.
    #[must_use]
    pub fn of(&self, provider: &str) -> Option<Release> {
        self.iter().find(|(name, _)| *name == provider).map(|(_, release)| release)
    }

    /// Iterates over the providers with their releases, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Release)> {
        self.0.iter().copied().flatten()
    }

    /// Returns whether no release is set.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self.0, [None, ..])
    }

    /// Returns these releases with that of one extension set.
    ///
    /// # Errors
    ///
    /// Fails if [`MOST`](Self::MOST) other extensions have a release.
    pub fn with(self, provider: &'static str, release: Release) -> Result<Self, TooManyExtensions> {
        let mut all: BTreeMap<_, _> = self.iter().collect();
        all.insert(provider, release);
        if all.len() > Self::MOST {
            return Err(TooManyExtensions);
        }
        let mut releases = Self::NONE;
        releases.0.iter_mut().zip(all).for_each(|(slot, one)| *slot = Some(one));
        Ok(releases)
    }

    /// Returns these releases, overridden by `others`.
    ///
    /// # Errors
    ///
    /// Fails if more than [`MOST`](Self::MOST) extensions have a release.
    pub fn overridden_by(self, others: &Self) -> Result<Self, TooManyExtensions> {
        others.iter().try_fold(self, |all, (provider, release)| all.with(provider, release))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_settings_does_not_matter() {
        let (old, new) = (Release::new(1, 1), Release::new(1, 2));
        let one = ExtensionReleases::NONE.with("b", old).unwrap().with("a", old).unwrap().with("b", new).unwrap();
        let other = ExtensionReleases::NONE.with("a", old).unwrap().with("b", new).unwrap();
        assert_eq!(one, other);
        assert_eq!(one.iter().collect::<Vec<_>>(), [("a", old), ("b", new)]);
    }

    #[test]
    fn too_many_are_refused() {
        const NAMES: [&str; 17] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"];
        let set = |names: &[&'static str]| {
            names.iter().try_fold(ExtensionReleases::NONE, |all, name| all.with(name, Release::new(1, 1)))
        };
        assert!(set(&NAMES[..16]).is_ok());
        assert_eq!(set(&NAMES), Err(TooManyExtensions));
    }
}
