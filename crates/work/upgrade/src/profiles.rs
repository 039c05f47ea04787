//! Profiles as both releases read them.

use std::collections::BTreeSet;
use std::sync::Arc;

use rootstock_analysis::{Object, ProfileKey, Role};
use rootstock_behavioural_diff::ProfileSide;
use rootstock_core_model::listed;
use rootstock_judge::CompiledProfile;

use crate::UpgradeSide;

/// A profile as both releases read it, compiled.
#[derive(Debug)]
pub(crate) struct ProfilePair {
    pub(crate) key: ProfileKey,
    pub(crate) compiled: [Arc<CompiledProfile>; 2],
    /// Whether both releases store the same.
    pub(crate) is_same: bool,
}

impl ProfilePair {
    /// Returns the profiles of the documents that both sides can use, CloudProfiles and rendered NamespacedCloudProfiles. A landscape
    /// may have many more, which are not rendered.
    pub(crate) fn all([before, after]: [&UpgradeSide; 2]) -> Vec<Self> {
        let used: BTreeSet<ProfileKey> =
            before.state().input_names(Role::Checked).iter().flat_map(|name| keys_of(before, name)).collect();
        let pairs = used.into_iter().filter_map(|key| {
            let (profile, other) = (before.state().profile(&key).ok()?, after.state().profile(&key).ok()?);
            let compiled =
                [profile.compiled(before.settings().gates).ok()?, other.compiled(after.settings().gates).ok()?];
            let is_same = profile.stored() == other.stored();
            Some(Self { key, compiled, is_same })
        });
        pairs.collect()
    }

    /// Prepares both sides for comparisons.
    pub(crate) fn sides(&self, [before, after]: [&UpgradeSide; 2]) -> [ProfileSide<'_>; 2] {
        let [old, new] = &self.compiled;
        [ProfileSide::new(old, before.settings()), ProfileSide::new(new, after.settings())]
    }

    /// Describes the parts of the profile that another release of its extension writes otherwise; `None` if there are none.
    pub(crate) fn stored_otherwise(&self, sides: [&UpgradeSide; 2]) -> Option<String> {
        let [gardener, other] = sides.map(|side| side.settings().gardener);
        let [before, after] = self.compiled.each_ref().map(|profile| profile.spec());
        let parts = [
            ("spec.machineImages", before.machine_images != after.machine_images),
            ("spec.machineTypes", before.machine_types != after.machine_types),
            ("spec.providerConfig", before.provider_config != after.provider_config),
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect();
        (gardener == other && !parts.is_empty()).then(|| {
            format!("the stored profile has another {}; its images and machine types are used alike", listed(parts))
        })
    }
}

/// Returns the profiles that an input contains, and those that its objects refer to.
fn keys_of(side: &UpgradeSide, input: &str) -> Vec<ProfileKey> {
    let objects = side.state().objects(Role::Checked, input);
    let keys = objects.flat_map(|object| match object {
        Object::CloudProfile(_) => [object.profile_key(), None],
        Object::NamespacedCloudProfile(child) => [object.profile_key(), ProfileKey::parent_of(&child.object)],
        Object::Shoot(shoot) => {
            let reference = shoot.object.profile();
            [reference.map(|it| ProfileKey::of(&it, &shoot.object.metadata.namespace)), None]
        }
    });
    keys.flatten().collect()
}
