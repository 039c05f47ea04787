//! The profiles that maintenance plans shoots by.

use std::path::PathBuf;

use rootstock_analysis::Role;
use rootstock_maintenance::Profiles;

use crate::documents;
use crate::run::Run;
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
pub(crate) fn load(paths: &[PathBuf], unrendered: Unrendered, run: &mut Run<'_>) -> Result<ProfileSet, Failure> {
    let mut analysis = run.analysis();
    documents::add_profiles(&mut analysis, paths, run.streams)?;
    let mut set = ProfileSet { has_unreadable: analysis.has_unreadable(Role::Known), ..ProfileSet::default() };
    for profile in analysis.profiles().filter_map(|(_, profile)| profile.ok()) {
        match profile.compiled(run.settings().gates) {
            Ok(compiled) => match &profile.key().namespace {
                None => set.profiles.insert(compiled),
                Some(namespace) => set.profiles.insert_namespaced(namespace, compiled),
            },
            Err(too_large) => {
                set.has_unreadable = true;
                run.streams.say(&format!("profile `{}` cannot be compared: {}", profile.key(), too_large));
            }
        }
    }
    for (key, child) in analysis.children() {
        let namespace = key.namespace.as_deref().unwrap_or_default();
        match analysis.render(child) {
            Err(none) if unrendered == Unrendered::Skipped => run.streams.say(&format!(
                "the shoots of NamespacedCloudProfile `{key}` cannot be planned: {}; give the parent, or the profile as the \
                 cluster has it: kubectl get namespacedcloudprofile -n {namespace} {} -o yaml",
                none.reason(),
                key.name
            )),
            _ => set.profiles.insert_parent(namespace, &key.name, &child.object.spec.parent.name),
        }
    }
    Ok(set)
}
