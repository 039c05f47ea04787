//! The rendered forms of NamespacedCloudProfiles.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::child::Child;
use crate::input::Object;
use crate::key::ProfileKey;
use crate::memo::{depends_on, depends_on_optional};
use crate::no_profile::NoProfile;
use crate::profile::Profile;
use crate::recently_rendered::RecentlyRendered;

impl Analysis {
    /// Limits the number of rendered NamespacedCloudProfiles that this analysis and its later clones keep together; others are
    /// rendered again when they are asked for. By default, all are kept, each of which takes as much memory as its parent.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// analysis.set_kept_renderings(1);
    /// for path in ["profiles/orchard.yaml", "children/arboretum.yaml"] {
    ///     analysis.set(Role::Known, path, &std::fs::read(format!("../../../fixtures/{path}"))?);
    /// }
    /// assert!(analysis.profiles().all(|(_, profile)| profile.is_ok()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_kept_renderings(&mut self, most: usize) {
        self.recently_rendered = Some(Arc::new(RecentlyRendered::new(most)));
    }

    /// Returns the keys of every known or checked profile, CloudProfiles first.
    pub fn profile_keys(&self) -> impl Iterator<Item = &ProfileKey> {
        self.index().profiles.keys()
    }

    /// Returns the reason why a profile cannot be used, without rendering it.
    #[must_use]
    pub fn obstacle(&self, key: &ProfileKey) -> Option<NoProfile> {
        match self.index().profiles.get(key).and_then(Object::child) {
            // Over a parent, everything can be rendered.
            Some(child) if self.parent_of(&child.object).is_some() => None,
            _ => self.profile(key).err(),
        }
    }

    /// Returns the profile for the Shoots of a NamespacedCloudProfile: rendered over its parent, or else as Gardener
    /// rendered it last.
    ///
    /// # Errors
    ///
    /// Returns [`NoProfile::Orphan`] if neither is available.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// for path in ["profiles/orchard.yaml", "children/arboretum.yaml"] {
    ///     analysis.set(Role::Known, path, &std::fs::read(format!("../../../fixtures/{path}"))?);
    /// }
    /// let (key, child) = analysis.children().next().ok_or("no child")?;
    /// let rendered = analysis.render(child).map_err(|no_profile| no_profile.to_string())?;
    /// println!("{key}: {} machine types", rendered.spec().types().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render(&self, child: &Child) -> Result<Arc<Profile>, NoProfile> {
        let parent = self.index().parent_of(&child.object);
        let of = vec![depends_on(&self.context().reading), depends_on_optional(parent)];
        let rendered =
            child.rendered.get(of, || Profile::rendered(&child.written, parent, self.context()).map(Arc::new));
        if let Some(recent) = &self.recently_rendered {
            recent.add(&child.rendered);
        }
        rendered.as_ref().clone().map_err(|none| match none {
            // Suggestions depend on all profiles, so they are not part of the cached result.
            NoProfile::Orphan { parent, .. }
                if self.index().completed_elsewhere.contains(&ProfileKey::global(&parent)) =>
            {
                NoProfile::CompletedElsewhere { key: ProfileKey::global(&parent) }
            }
            NoProfile::Orphan { key, parent, .. } => {
                let near = self.index().nearest(&ProfileKey::global(&parent)).map(str::to_owned);
                NoProfile::Orphan { key, parent, near }
            }
            other => other,
        })
    }

    /// Renders a NamespacedCloudProfile over another parent, or another version of its own.
    #[must_use]
    pub fn render_over(&self, child: &Child, parent: &Arc<Profile>) -> Profile {
        Profile::rendered_over(&child.written, parent, self.context())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::Weak;

    use rootstock_core_model::{Semantics, Settings};

    use super::*;
    use crate::Role;

    fn analysis() -> Analysis {
        let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap());
        let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
        let head = "apiVersion: core.gardener.cloud/v1beta1\nkind:";
        let parent = format!("{head} CloudProfile\nmetadata: {{name: orchard}}\nspec: {{type: local}}\n");
        analysis.set(Role::Known, "parent", parent.as_bytes());
        for name in ["a", "b", "c"] {
            let metadata = format!("metadata: {{namespace: garden-x, name: {name}}}");
            let spec = "spec: {parent: {kind: CloudProfile, name: orchard}}";
            let child = format!("{head} NamespacedCloudProfile\n{metadata}\n{spec}\n");
            analysis.set(Role::Known, name, child.as_bytes());
        }
        analysis
    }

    /// Renders the profiles, and returns which of them are still in memory after that.
    fn kept(analysis: &Analysis, names: &[&str]) -> Vec<bool> {
        let render = |name: &&str| analysis.profile(&ProfileKey::namespaced("garden-x", name)).unwrap();
        let rendered: Vec<Weak<Profile>> = names.iter().map(|name| Arc::downgrade(&render(name))).collect();
        rendered.iter().map(|profile| profile.upgrade().is_some()).collect()
    }

    #[test]
    fn only_the_most_recently_used_renderings_are_kept() {
        let mut analysis = analysis();
        assert_eq!(kept(&analysis, &["a", "b", "c"]), [true, true, true]);
        analysis.set_kept_renderings(2);
        // A clone with other settings shares the limit.
        let clone = analysis.clone();
        assert_eq!(kept(&clone, &["a", "b"]), [true, true]);
        assert_eq!(kept(&analysis, &["a", "c", "b", "c"]), [false, true, true, true]);
    }

    #[test]
    fn obstacles_are_those_of_rendering() {
        let mut analysis = analysis();
        let obstacles = |analysis: &Analysis| {
            let keys: Vec<&ProfileKey> = analysis.profile_keys().collect();
            for key in &keys {
                assert_eq!(analysis.obstacle(key), analysis.profile(key).err(), "{key}");
            }
            keys.into_iter().filter(|key| analysis.obstacle(key).is_some()).count()
        };
        assert_eq!(obstacles(&analysis), 0);
        analysis.remove(Role::Known, "parent");
        assert_eq!(obstacles(&analysis), 3);
    }
}
