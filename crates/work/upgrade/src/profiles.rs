//! Profiles as both releases read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::{Profile, ProfileKey};
use rootstock_behavioural_diff::ProfileSide;
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
    /// Returns the profiles that both sides can use, CloudProfiles and rendered NamespacedCloudProfiles.
    pub(crate) fn all([before, after]: [&UpgradeSide; 2]) -> Vec<Self> {
        let others: BTreeMap<&ProfileKey, Arc<Profile>> =
            after.state().profiles().filter_map(|(key, profile)| Some((key, profile.ok()?))).collect();
        let pairs = before.state().profiles().filter_map(|(key, profile)| {
            let (profile, other) = (profile.ok()?, others.get(key)?);
            let compiled =
                [profile.compiled(before.settings().gates).ok()?, other.compiled(after.settings().gates).ok()?];
            let is_same = profile.stored() == other.stored();
            Some(Self { key: key.clone(), compiled, is_same })
        });
        pairs.collect()
    }

    /// Prepares both sides for comparisons.
    pub(crate) fn sides(&self, [before, after]: [&UpgradeSide; 2]) -> [ProfileSide<'_>; 2] {
        let [old, new] = &self.compiled;
        [ProfileSide::new(old, before.settings()), ProfileSide::new(new, after.settings())]
    }
}
