//! A profile under given semantics at a given instant.

use rootstock_core_model::{Quirks, Settings};

use crate::{CompiledProfile, Offer};

/// A profile under given semantics at a given instant, which decides which image versions a pool may use.
///
/// The feature gates are those that the profile was compiled with.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'p> {
    profile: &'p CompiledProfile,
    settings: Settings,
    asks_provider: bool,
}

impl<'p> Judge<'p> {
    /// Creates a judge for a profile.
    #[must_use]
    pub const fn new(profile: &'p CompiledProfile, settings: Settings) -> Self {
        Self { profile, settings: Settings { gates: profile.gates(), ..settings }, asks_provider: true }
    }

    /// Returns a judge that ignores the image mappings in the provider's half.
    #[must_use]
    pub const fn without_mappings(self) -> Self {
        Self { asks_provider: false, ..self }
    }

    /// The profile.
    #[must_use]
    pub const fn profile(self) -> &'p CompiledProfile {
        self.profile
    }

    /// The semantics, feature gates and instant.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The quirks of the semantics.
    #[must_use]
    pub const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }

    /// Returns whether the image mappings in the provider's half count.
    pub(crate) const fn asks_provider(self) -> bool {
        self.asks_provider
    }

    /// Iterates over every image version, in profile order.
    pub fn offers(self) -> impl Iterator<Item = Offer<'p>> {
        self.profile.offers()
    }
}
