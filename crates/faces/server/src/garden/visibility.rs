//! The part of a garden that a user may see.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rootstock_analysis::{Analysis, Role};

use super::{Garden, Visible};

/// The namespaced objects that a user may see. All callers see CloudProfiles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Visibility {
    pub(crate) shoots: Visible,
    /// The visible NamespacedCloudProfiles.
    pub(crate) profiles: Visible,
}

impl Visibility {
    pub(crate) fn is_everything(&self) -> bool {
        self.shoots == Visible::All && self.profiles == Visible::All
    }
}

impl Garden {
    /// Returns the namespaces with Shoots.
    pub(crate) fn namespaces_of_shoots(&self) -> BTreeSet<String> {
        self.names.keys().map(|name| name.to_string()).collect()
    }

    /// Returns the namespaces with NamespacedCloudProfiles.
    pub(crate) fn namespaces_of_profiles(&self) -> BTreeSet<String> {
        self.analysis.profile_keys().filter_map(|key| key.namespace.clone()).collect()
    }

    /// Returns the total size of the parents of the visible NamespacedCloudProfiles, each counted as often as it is rendered.
    pub(crate) fn rendered_bytes(&self, profiles: &Visible) -> usize {
        let children = self.analysis.children().filter(|(key, _)| profiles.contains(key.namespace.as_deref()));
        let parents = children.filter_map(|(_, child)| self.analysis.parent_of(&child.object)?.written());
        parents.map(|parent| parent.source().text().len()).sum()
    }

    /// Returns the version of the part that a user sees, which changes only if that part does.
    pub(crate) fn version_of(&self, visibility: &Visibility) -> String {
        if visibility.is_everything() {
            return self.version.clone();
        }
        let mut hasher = DefaultHasher::new();
        (visibility, self.landscape.gardener).hash(&mut hasher);
        for (namespace, hashes) in &self.hashes {
            let sees = |visible: &Visible| visible.contains(Some(namespace));
            if sees(&visibility.shoots) {
                (namespace, hashes.shoots).hash(&mut hasher);
            }
            if namespace.is_empty() || sees(&visibility.profiles) {
                (namespace, hashes.profiles).hash(&mut hasher);
            }
        }
        format!("{:016x}", hasher.finish())
    }

    /// Returns a copy with the visible objects only.
    pub(crate) fn restricted_to(&self, visibility: &Visibility) -> Self {
        let all = self.shoots.iter().enumerate();
        let seen = all.filter(|(number, _)| visibility.shoots.contains(self.namespace(*number)));
        let shoots = seen.map(|(_, shoot)| Arc::clone(shoot)).collect();
        let mut analysis = self.analysis.clone();
        for name in analysis.input_names(Role::Known) {
            // Drop unparsable inputs, because their namespace is not known.
            let mut objects = self.analysis.objects(Role::Known, &name).peekable();
            let is_seen = objects.peek().is_some()
                && objects.all(|object| match object.profile_key().and_then(|key| key.namespace) {
                    Some(namespace) => visibility.profiles.contains(Some(&namespace)),
                    None => object.cloud_profile().is_some(),
                });
            if !is_seen {
                analysis.remove(Role::Known, &name);
            }
        }
        let troubles = troubles(&analysis);
        let version = self.version_of(visibility);
        // The release that runs is known to all users of a garden.
        let landscape = self.landscape.clone();
        Self::new(version, self.read_at, analysis, shoots, troubles, self.hashes.clone(), landscape)
    }
}

/// Returns the problems with the profiles.
pub(crate) fn troubles(analysis: &Analysis) -> Vec<String> {
    let mut troubles = Vec::new();
    for name in analysis.input_names(Role::Known) {
        let unreadable = analysis.unreadable(Role::Known, &name);
        troubles.extend(unreadable.map(|why| format!("{name}: {}", why.detail)));
    }
    troubles.extend(analysis.notices_about_known().iter().map(ToString::to_string));
    troubles
}
