//! A profile in some semantics at some instant.

use rootstock_core_model::{Quirks, Settings};

use crate::{CompiledProfile, Offer};

/// A profile, looked at in some semantics at some instant, to say which image versions pools may have.
///
/// The feature gates are those that the profile was compiled under.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'p> {
    profile: &'p CompiledProfile,
    settings: Settings,
    asks_provider: bool,
}

impl<'p> Judge<'p> {
    /// Looks at a profile.
    #[must_use]
    pub const fn new(profile: &'p CompiledProfile, settings: Settings) -> Self {
        Self { profile, settings: Settings { gates: profile.gates(), ..settings }, asks_provider: true }
    }

    /// The same, but that it does not matter which images the provider's half maps.
    #[must_use]
    pub const fn without_mappings(self) -> Self {
        Self { asks_provider: false, ..self }
    }

    /// The profile.
    #[must_use]
    pub const fn profile(self) -> &'p CompiledProfile {
        self.profile
    }

    /// Semantics, gates and instant.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The semantics.
    #[must_use]
    pub const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }

    /// Whether it matters which images the provider's half maps.
    pub(crate) const fn asks_provider(self) -> bool {
        self.asks_provider
    }

    /// Every image version, in the order of the profile.
    pub fn offers(self) -> impl Iterator<Item = Offer<'p>> {
        self.profile.offers()
    }
}
