//! The profiles that maintenance plans shoots by.

use std::path::PathBuf;

use rootstock_core_model::{CloudProfileSpec, Settings};
use rootstock_maintenance::{CompiledProfile, Profiles};
use rootstock_provider_api::Registry;

use crate::Streams;
use crate::known_profiles::KnownProfiles;
use crate::status::Failure;

/// What stands for a NamespacedCloudProfile that cannot be rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unrendered {
    /// Nothing: its shoots cannot be planned.
    Skipped,
    /// Its parent: whoever uses the child uses the parent's versions.
    Parents,
}

/// Profiles, and whether something among them could not be read.
#[derive(Default)]
pub(crate) struct ProfileSet {
    pub(crate) profiles: Profiles,
    pub(crate) has_unreadable: bool,
}

/// Reads every profile behind the arguments. What is odd about them is said, and the rest is used.
pub(crate) fn load(
    paths: &[PathBuf],
    unrendered: Unrendered,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<ProfileSet, Failure> {
    let known = KnownProfiles::load(paths, registry, settings, streams)?;
    let mut set = ProfileSet { has_unreadable: known.has_unreadable, ..ProfileSet::default() };
    for (key, profile) in known.iter() {
        let compiled = set.compile(&key.shown(), &key.name, &profile.object.spec, registry, settings, streams);
        match (&key.namespace, compiled) {
            (None, Some(profile)) => set.profiles.insert(profile),
            (Some(namespace), Some(profile)) => set.profiles.insert_namespaced(namespace, profile),
            (_, None) => {}
        }
    }
    for (key, child) in known.children() {
        let namespace = key.namespace.as_deref().unwrap_or_default();
        match known.unrendered().get(key) {
            Some(reason) if unrendered == Unrendered::Skipped => streams.say(&format!(
                "the shoots of NamespacedCloudProfile `{}` cannot be planned: {reason}; give the parent, or the profile \
                 as the cluster has it: kubectl get namespacedcloudprofile -n {namespace} {} -o yaml",
                key.shown(),
                key.name
            )),
            _ => set.profiles.insert_parent(namespace, &key.name, &child.profile.spec.parent.name),
        }
    }
    Ok(set)
}

impl ProfileSet {
    fn compile(
        &mut self,
        shown: &str,
        name: &str,
        spec: &CloudProfileSpec,
        registry: &Registry,
        settings: &Settings,
        streams: &mut Streams,
    ) -> Option<CompiledProfile> {
        match CompiledProfile::with_gates(name, spec, settings.gates, registry.get(&spec.provider_type)) {
            Ok(profile) => Some(profile),
            Err(too_large) => {
                self.has_unreadable = true;
                streams.say(&format!("profile `{shown}` cannot be compared: {too_large}"));
                None
            }
        }
    }
}
