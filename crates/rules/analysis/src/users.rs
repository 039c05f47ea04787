//! The effect of updates on the objects that use a profile.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_admission::{ProfileUsers, check_namespaced_profile_users, check_profile_users};
use rootstock_core_model::{NamespacedCloudProfile, Shoot};
use rootstock_report::Finding;

use crate::child::Child;
use crate::context::CheckContext;
use crate::index::Index;
use crate::input::Object;
use crate::judge::{stored_child, stored_shoot};
use crate::key::{ProfileKey, full_name};
use crate::memo::{Dependency, depends_on};
use crate::profile::{Profile, received_child};
use crate::written::Written;

/// The given NamespacedCloudProfiles and Shoots, and previous ones that are not given anew.
#[derive(Debug)]
pub(crate) struct Users<'i> {
    children: BTreeMap<&'i ProfileKey, User<'i, NamespacedCloudProfile>>,
    shoots: BTreeMap<String, (Option<ProfileKey>, User<'i, Shoot>)>,
}

/// An object that may use a profile.
#[derive(Debug)]
struct User<'i, T> {
    written: &'i Arc<Written<T>>,
    /// Whether it is unchanged.
    is_old: bool,
}

impl<'i> Users<'i> {
    pub(crate) fn new(index: &'i Index, checked: impl Iterator<Item = &'i Object>) -> Self {
        let mut children = BTreeMap::new();
        for (profiles, is_old) in [(&index.old_profiles, true), (&index.profiles, false)] {
            let user = |child: &'i Arc<Child>| User { written: &child.written, is_old };
            children.extend(profiles.iter().filter_map(|(key, object)| Some((key, user(object.child()?)))));
        }
        let shoot = |written: &'i Arc<Written<Shoot>>, is_old| {
            let reference = written.object.profile();
            let key = reference.map(|reference| ProfileKey::of(&reference, &written.object.metadata.namespace));
            (full_name(&written.object), (key, User { written, is_old }))
        };
        let mut shoots: BTreeMap<_, _> = index.old_shoots.values().map(|old| shoot(old, true)).collect();
        shoots.extend(checked.filter_map(Object::shoot).map(|written| shoot(written, false)));
        Self { children, shoots }
    }

    /// Returns the findings about what the update of a CloudProfile takes away from its users.
    pub(crate) fn check_users_of_profile(
        &self,
        profile: &Profile,
        old: &Arc<Profile>,
        context: &Arc<CheckContext>,
    ) -> Option<Arc<Vec<Finding>>> {
        let written = profile.written()?;
        let children: Vec<_> = self
            .children
            .iter()
            .filter(|(_, child)| ProfileKey::parent_of(&child.written.object).as_ref() == Some(old.key()))
            .collect();
        let mut keys: BTreeSet<&ProfileKey> = children.iter().map(|(key, _)| **key).collect();
        keys.insert(old.key());
        let children = children.into_iter().map(|(_, child)| child).collect();
        let using = ProfileUse { children, shoots: self.shoots_of(|key| keys.contains(key)) };
        Some(written.memos.user_findings.get(using.dependencies(context, &[depends_on(old)]), || {
            context.counts().updates += 1;
            let built_in = profile.provider().map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
            written.located(context.compared(|context| {
                let (old, new) = (old.under(context), profile.under(context));
                let new = new.validated().unwrap_or(&written.object);
                let completed = written.with_possible_images(new, old.stored());
                let new = completed.as_ref().unwrap_or(new);
                using.with_users(Some(old), context, |users| {
                    check_profile_users(built_in, old.stored(), new, users, &context.settings)
                })
            }))
        }))
    }

    /// Returns the findings about what the update of a NamespacedCloudProfile takes away from its users.
    pub(crate) fn check_users_of_child(
        &self,
        child: &Written<NamespacedCloudProfile>,
        old: &Arc<Child>,
        parent: &Arc<Profile>,
        context: &Arc<CheckContext>,
    ) -> Arc<Vec<Finding>> {
        let own = ProfileKey::from(&*old.object);
        let using = ProfileUse { children: Vec::new(), shoots: self.shoots_of(|key| *key == own) };
        child.memos.user_findings.get(using.dependencies(context, &[depends_on(old), depends_on(parent)]), || {
            context.counts().updates += 1;
            child.located(context.compared(|context| {
                let (settings, parent) = (&context.settings, parent.under(context));
                let before = stored_child(&received_child(&old.object, Some(parent), settings).0);
                let (new, _) = received_child(&child.object, Some(parent), settings);
                using.with_users(None, context, |users| {
                    check_namespaced_profile_users(&before, &new, parent.stored(), users, settings)
                })
            }))
        })
    }

    fn shoots_of(&self, is_wanted: impl Fn(&ProfileKey) -> bool) -> Vec<&User<'i, Shoot>> {
        let shoots = self.shoots.values().filter(|(key, _)| key.as_ref().is_some_and(&is_wanted));
        shoots.map(|(_, user)| user).collect()
    }
}

/// The users of one profile.
struct ProfileUse<'u, 'i> {
    children: Vec<&'u User<'i, NamespacedCloudProfile>>,
    shoots: Vec<&'u User<'i, Shoot>>,
}

impl ProfileUse<'_, '_> {
    fn dependencies(&self, context: &Arc<CheckContext>, others: &[Dependency]) -> Vec<Dependency> {
        let mut of = vec![depends_on(context)];
        of.extend_from_slice(others);
        of.extend(self.children.iter().map(|child| depends_on(child.written)));
        of.extend(self.shoots.iter().map(|shoot| depends_on(shoot.written)));
        of
    }

    /// Passes the users to `question`, with the flavors that the extension's webhook writes over the children's parent:
    /// previous objects in their stored form, the others as written.
    fn with_users<T>(
        &self,
        parent: Option<&Profile>,
        context: &CheckContext,
        question: impl FnOnce(&ProfileUsers<'_>) -> T,
    ) -> T {
        let settings = &context.settings;
        let children: Vec<Cow<'_, NamespacedCloudProfile>> = self
            .children
            .iter()
            .map(|child| {
                let (received, _) = received_child(&child.written.object, parent, settings);
                if child.is_old { Cow::Owned(stored_child(&received)) } else { received }
            })
            .collect();
        let shoots: Vec<Cow<'_, Shoot>> = self
            .shoots
            .iter()
            .map(|shoot| match shoot.is_old {
                true => Cow::Owned(stored_shoot(shoot.written)),
                false => Cow::Borrowed(&*shoot.written.object),
            })
            .collect();
        question(&ProfileUsers {
            children: children.iter().map(|child| &**child).collect(),
            shoots: shoots.iter().map(|shoot| &**shoot).collect(),
            registry: Some(&context.registry),
            names: context.user_names,
        })
    }
}
