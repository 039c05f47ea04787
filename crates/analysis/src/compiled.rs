//! Profiles in the form in which Shoots are judged by them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_admission::{ProviderHalf, ShootProfile};
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::Settings;

use crate::key::ProfileKey;
use crate::profile::{NoProfile, Profile};

impl Profile {
    /// The profile, ready to judge Shoots and workers by it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when it has more capabilities and values than can be compiled.
    pub fn for_shoots(&self, settings: &Settings) -> Result<ShootProfile<'_>, TooLarge> {
        let config = self.config().map(|config| &**config);
        let half = self.provider().map(|plugin| ProviderHalf { plugin, config });
        ShootProfile::new(self.spec(), settings, half)
    }
}

/// Profiles that Shoots are judged by, each prepared when the first Shoot asks for it.
#[derive(Debug)]
pub struct ForShoots<'p> {
    settings: Settings,
    prepared: BTreeMap<&'p ProfileKey, Prepared<'p>>,
}

#[derive(Debug)]
struct Prepared<'p> {
    profile: &'p Profile,
    made: OnceCell<Result<ShootProfile<'p>, TooLarge>>,
}

impl<'p> ForShoots<'p> {
    /// None is prepared yet.
    #[must_use]
    pub fn new(profiles: impl Iterator<Item = &'p Arc<Profile>>, settings: &Settings) -> Self {
        let prepared = profiles.map(|profile| (profile.key(), Prepared { profile, made: OnceCell::new() }));
        Self { settings: *settings, prepared: prepared.collect() }
    }

    /// A profile, which is one of these.
    ///
    /// # Errors
    ///
    /// [`NoProfile::TooLarge`] when it cannot be compiled, and [`NoProfile::Nothing`] when it is none of these.
    pub fn of(&self, profile: &Profile) -> Result<&ShootProfile<'p>, NoProfile> {
        let prepared = self.prepared.get(profile.key()).ok_or(NoProfile::Nothing)?;
        let made = prepared.made.get_or_init(|| prepared.profile.for_shoots(&self.settings));
        made.as_ref().map_err(|too_large| NoProfile::TooLarge(too_large.clone()))
    }
}
