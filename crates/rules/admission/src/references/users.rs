//! The objects that refer to a profile.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot, counted, listed_up_to};
use rootstock_provider_api::Registry;

/// Objects that may refer to a profile. Objects that do not refer to it or are being deleted are skipped.
#[derive(Debug, Clone, Default)]
pub struct ProfileUsers<'a> {
    /// NamespacedCloudProfiles.
    pub children: Vec<&'a NamespacedCloudProfile>,
    /// Shoots.
    pub shoots: Vec<&'a Shoot>,
    /// The plug-ins, which check whether the provider section of a NamespacedCloudProfile is still valid; `None` skips
    /// that check.
    pub registry: Option<&'a Registry>,
    /// The form in which findings refer to the users.
    pub names: UserNames,
}

/// The form in which findings refer to the users of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UserNames {
    /// By name.
    #[default]
    Listed,
    /// By number, for readers who may not know the objects of all projects.
    Counted,
}

/// The users of one CloudProfile.
pub(super) struct Related<'a> {
    /// The NamespacedCloudProfiles with this parent.
    pub(super) children: Vec<&'a NamespacedCloudProfile>,
    /// The Shoots that refer to it, with their NamespacedCloudProfile if they refer to it through one.
    pub(super) shoots: Vec<(&'a Shoot, Option<&'a NamespacedCloudProfile>)>,
}

impl<'a> ProfileUsers<'a> {
    /// Returns the users of the CloudProfile with that name.
    pub(super) fn of(&self, profile: &str) -> Related<'a> {
        let children: Vec<_> = self.children.iter().copied().filter(|child| is_child(child, profile)).collect();
        let shoots = self.shoots.iter().copied().filter(|shoot| shoot.metadata.deletion_timestamp.is_none());
        let shoots = shoots.filter_map(|shoot| {
            let reference = shoot.profile()?;
            if !reference.is_namespaced() {
                return (reference.name == profile).then_some((shoot, None));
            }
            let is_referenced = |child: &&&NamespacedCloudProfile| {
                child.metadata.name == reference.name && child.metadata.namespace == shoot.metadata.namespace
            };
            children.iter().find(is_referenced).map(|child| (shoot, Some(*child)))
        });
        let shoots = shoots.collect();
        Related { children, shoots }
    }

    /// Returns the Shoots that refer to a NamespacedCloudProfile.
    pub(super) fn of_child(&self, child: &NamespacedCloudProfile) -> Vec<&'a Shoot> {
        let shoots = self.shoots.iter().copied().filter(|shoot| {
            shoot.metadata.deletion_timestamp.is_none()
                && shoot.metadata.namespace == child.metadata.namespace
                && shoot.profile().is_some_and(|it| it.is_namespaced() && it.name == child.metadata.name)
        });
        shoots.collect()
    }
}

fn is_child(child: &NamespacedCloudProfile, profile: &str) -> bool {
    let parent = &child.spec.parent;
    // A missing kind is reported elsewhere, and the reference is still unambiguous.
    let is_global = parent.kind == CloudProfile::KIND || parent.kind.is_empty();
    child.metadata.deletion_timestamp.is_none() && is_global && parent.name == profile
}

/// The names of the users of one version, image or value.
#[derive(Debug, Default)]
pub(super) struct Names {
    shoots: Vec<String>,
    children: Vec<String>,
    seen: HashSet<(bool, String)>,
}

/// Returns the full name of a NamespacedCloudProfile.
pub(super) fn full_name(child: &NamespacedCloudProfile) -> String {
    format!("{}/{}", child.metadata.namespace, child.metadata.name)
}

impl Names {
    pub(super) fn add_shoot(&mut self, shoot: &Shoot) {
        let name = format!("{}/{}", shoot.metadata.namespace, shoot.metadata.name);
        if self.seen.insert((true, name.clone())) {
            self.shoots.push(name);
        }
    }

    pub(super) fn add_child(&mut self, child: &NamespacedCloudProfile) {
        let name = full_name(child);
        if self.seen.insert((false, name.clone())) {
            self.children.push(name);
        }
    }

    pub(super) fn children(&self) -> &[String] {
        &self.children
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Returns `uses` for one user, `use` for several.
    pub(super) fn verb(&self) -> &'static str {
        if self.seen.len() == 1 { "uses" } else { "use" }
    }

    /// Formats `Shoot a/b`, `Shoots a/b, c/d and 5 more`, `… and NamespacedCloudProfile a/b`, or the numbers only.
    pub(super) fn text(&self, form: UserNames) -> String {
        let kinds = [("Shoot", &self.shoots), ("NamespacedCloudProfile", &self.children)];
        let parts = kinds.into_iter().filter(|(_, names)| !names.is_empty()).map(|(kind, names)| match form {
            UserNames::Listed => listed(kind, names),
            UserNames::Counted => counted(names.len(), kind),
        });
        parts.collect::<Vec<_>>().join(" and ")
    }
}

fn listed(kind: &str, names: &[String]) -> String {
    const MAX_SHOWN: usize = 3;
    format!("{kind}{} {}", if names.len() == 1 { "" } else { "s" }, listed_up_to(MAX_SHOWN, names))
}
