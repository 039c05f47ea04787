//! The profiles that Shoots are judged by.

use std::collections::BTreeMap;

use rootstock_admission::{ProviderHalf, ShootProfile};
use rootstock_core_model::{Settings, Shoot};
use rootstock_provider_api::Registry;

use crate::known_profiles::{Key, KnownProfiles};

impl KnownProfiles {
    /// Prepares every profile to judge Shoots by it.
    pub(crate) fn prepare<'a>(&'a self, registry: &Registry, settings: &Settings) -> PreparedProfiles<'a> {
        let prepared = self.iter().map(|(key, profile)| {
            let spec = &profile.object.spec;
            let half = registry
                .get(&spec.provider_type)
                .map(|plugin| ProviderHalf { plugin, config: profile.config.as_deref() });
            let profile = ShootProfile::new(spec, settings, half);
            (key, profile.map_err(|too_large| format!("its profile cannot be compared: {too_large}")))
        });
        PreparedProfiles { prepared: prepared.collect(), unrendered: self.unrendered() }
    }
}

/// Profiles that are ready to judge Shoots by.
pub(crate) struct PreparedProfiles<'a> {
    prepared: BTreeMap<&'a Key, Result<ShootProfile<'a>, String>>,
    unrendered: &'a BTreeMap<Key, String>,
}

impl<'a> PreparedProfiles<'a> {
    /// The profile of a Shoot, or why there is none. One that names no profile is judged by the only one there is.
    pub(crate) fn of(&self, shoot: &Shoot) -> Result<&ShootProfile<'a>, String> {
        let found = match (shoot.profile(), self.prepared.len()) {
            (None, 1) => self.prepared.values().next(),
            (None, _) => return Err("it names no profile in `spec.cloudProfile`".to_owned()),
            (Some(reference), _) => {
                let key = Key::of(&reference, &shoot.metadata.namespace);
                let found = self.prepared.get(&key);
                if found.is_none() {
                    return Err(self.missing(&key));
                }
                found
            }
        };
        match found {
            Some(Ok(profile)) => Ok(profile),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("there are no profiles".to_owned()),
        }
    }

    fn missing(&self, key: &Key) -> String {
        let name = key.shown();
        if let Some(reason) = self.unrendered.get(key) {
            return format!(
                "its NamespacedCloudProfile `{name}` is of no use: {reason}; give the parent with --profile"
            );
        }
        match key.namespace {
            None => format!("its CloudProfile `{name}` is not among the inputs; give it with --profile"),
            Some(_) => format!(
                "its NamespacedCloudProfile `{name}` is not among the inputs; give it and its parent with --profile"
            ),
        }
    }
}

/// A Shoot in words: `NAMESPACE/NAME`.
pub(crate) fn full_name(shoot: &Shoot) -> String {
    format!("{}/{}", shoot.metadata.namespace, shoot.metadata.name)
}
