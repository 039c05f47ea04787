//! A profile in some semantics at some instant.

use rootstock_core_model::{Quirks, Settings};

use crate::{CompiledProfile, Obstacle, Offer, Pool};

type Check<'p> = fn(Judge<'p>, &Pool<'_>, &Offer<'_>) -> Option<Obstacle>;

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

    /// Everything that keeps a pool from having an image version, in the order in which admission looks; nothing if it may
    /// have it. The provider is asked only if nothing else is in the way.
    #[must_use]
    pub fn obstacles(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let activity = self.activity(pool, offer);
        let obstacles: Vec<Obstacle> = activity.into_iter().chain(self.fit_obstacles(pool, offer)).collect();
        if obstacles.is_empty() { self.mapping(pool, offer).into_iter().collect() } else { obstacles }
    }

    /// What keeps a pool from having an image version whatever that is classified as, without asking the provider. Each is looked
    /// for when it is asked for, so that who wants the first pays for no other.
    pub fn fit_obstacles<'a>(
        self,
        pool: &'a Pool<'_>,
        offer: &'a Offer<'_>,
    ) -> impl Iterator<Item = Obstacle> + use<'a, 'p> {
        let checks = [Self::hardware, Self::runtime, Self::kubelet, Self::in_place];
        checks.into_iter().filter_map(move |check| check(self, pool, offer))
    }

    /// Everything because of which admission refuses a Shoot with this pool, `offer` being its image version, but for what
    /// [`refuses_unmapped`](Self::refuses_unmapped) and [`mapping`](Self::mapping) say. What was there and does not change is
    /// refused for fewer reasons.
    #[must_use]
    pub fn refusals(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let is_new = !pool.has_same_image();
        let checks: [(bool, Check<'p>); 6] = [
            (is_new, Self::activity),
            (is_new, Self::architecture),
            (!pool.asks_as_before(), Self::capabilities_beside_architecture),
            (!pool.has_same_runtimes(), Self::runtime),
            (true, Self::kubelet),
            (is_new, Self::in_place),
        ];
        let checks = checks.into_iter().filter(|(applies, _)| *applies);
        checks.filter_map(|(_, check)| check(self, pool, offer)).collect()
    }

    /// Architecture first, then capabilities: a flavor for the architecture is part of what fits, and said once.
    #[must_use]
    pub fn hardware(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.architecture(pool, offer).or_else(|| self.capabilities(pool, offer))
    }
}
