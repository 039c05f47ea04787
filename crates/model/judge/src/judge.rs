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
    checks_mappings: bool,
}

impl<'p> Judge<'p> {
    /// Creates a judge for a profile.
    #[must_use]
    pub const fn new(profile: &'p CompiledProfile, settings: Settings) -> Self {
        Self { profile, settings: Settings { gates: profile.gates(), ..settings }, checks_mappings: true }
    }

    /// Returns a judge that ignores the image mappings in the provider section.
    #[must_use]
    pub const fn without_mappings(self) -> Self {
        Self { checks_mappings: false, ..self }
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

    /// Returns whether the image mappings in the provider section count.
    pub(crate) const fn checks_mappings(self) -> bool {
        self.checks_mappings
    }

    /// Iterates over every image version, in profile order.
    pub fn offers(self) -> impl Iterator<Item = Offer<'p>> {
        self.profile.offers()
    }
}
