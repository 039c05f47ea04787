//! The objects of an analysis by their keys.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_core_model::{NamespacedCloudProfile, Shoot, nearest};

use crate::child::Child;
use crate::input::{Input, Object, Role};
use crate::key::{ProfileKey, full_name};
use crate::notice::Notice;
use crate::profile::Profile;
use crate::written::Written;

/// The objects of an analysis by their keys.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The known profiles, and the checked ones; of several with the same name and role, the first.
    pub(crate) profiles: BTreeMap<ProfileKey, Object>,
    /// The CloudProfiles that a controller completes, so that nothing can be judged by them.
    pub(crate) completed_elsewhere: BTreeSet<ProfileKey>,
    /// The previous profiles.
    pub(crate) old_profiles: BTreeMap<ProfileKey, Object>,
    /// The previous Shoots, by [`full_name`].
    pub(crate) old_shoots: BTreeMap<String, Arc<Written<Shoot>>>,
    /// The profiles that are not used because another one has the same name and role: the input of the first, and the
    /// number of further ones.
    duplicates: BTreeMap<(Role, ProfileKey), (String, usize)>,
}

impl Index {
    pub(crate) fn of<'i>(inputs: impl Iterator<Item = &'i Arc<Input>> + Clone, prefers_checked: bool) -> Self {
        let mut index = Self::default();
        let (mut known, mut checked) = (BTreeMap::new(), BTreeMap::new());
        for input in inputs {
            let profiles = match input.role {
                Role::Known => &mut known,
                Role::Checked => &mut checked,
                Role::Old => &mut index.old_profiles,
            };
            for object in cloud_profiles_first(input) {
                if let (Role::Old, Some(shoot)) = (input.role, object.shoot()) {
                    index.old_shoots.entry(full_name(&shoot.object)).or_insert_with(|| Arc::clone(shoot));
                }
                let Some(key) = object.profile_key() else { continue };
                let own = object.cloud_profile().and_then(|profile| profile.written());
                // An old profile is only compared with its update.
                if input.role != Role::Old && own.is_some_and(|written| written.is_completed_elsewhere()) {
                    index.completed_elsewhere.insert(key);
                    continue;
                }
                match profiles.entry(key) {
                    Entry::Vacant(free) => _ = free.insert(object.clone()),
                    // Each profile without a name has a finding of its own.
                    Entry::Occupied(taken) if taken.key().name.is_empty() => {}
                    Entry::Occupied(taken) => match index.duplicates.entry((input.role, taken.key().clone())) {
                        Entry::Vacant(free) => _ = free.insert((input.name.clone(), 0)),
                        Entry::Occupied(mut known) => known.get_mut().1 += 1,
                    },
                }
            }
        }
        let (others, preferred) = if prefers_checked { (known, checked) } else { (checked, known) };
        index.profiles = others;
        index.profiles.extend(preferred);
        index
    }

    /// Returns the notices about profiles of a role that are not used because another one has the same name.
    pub(crate) fn duplicates(&self, role: Role) -> impl Iterator<Item = Notice> {
        let of_role = self.duplicates.iter().filter(move |((of, _), _)| *of == role);
        of_role.map(|((_, key), (input, others))| Notice::DuplicateProfile {
            key: key.clone(),
            input: input.clone(),
            others: *others,
        })
    }

    /// Returns the CloudProfile that is the parent of a NamespacedCloudProfile, if it is available.
    pub(crate) fn parent_of(&self, child: &NamespacedCloudProfile) -> Option<&Arc<Profile>> {
        self.profiles.get(&ProfileKey::parent_of(child)?)?.cloud_profile()
    }

    /// Returns the most similar name of a profile of the same kind and namespace, to suggest instead of a missing one.
    pub(crate) fn nearest(&self, key: &ProfileKey) -> Option<&str> {
        let first = ProfileKey { namespace: key.namespace.clone(), name: String::new() };
        let siblings = self.profiles.range(first..).take_while(|(other, _)| other.namespace == key.namespace);
        nearest(&key.name, siblings.map(|(other, _)| other.name.as_str()))
    }

    /// Returns the NamespacedCloudProfiles below a CloudProfile.
    pub(crate) fn children_of(&self, parent: &ProfileKey) -> Vec<&Arc<Child>> {
        let children = self.profiles.values().filter_map(Object::child);
        children.filter(|child| ProfileKey::parent_of(&child.object).as_ref() == Some(parent)).collect()
    }

    pub(crate) fn old_profile(&self, key: &ProfileKey) -> Option<&Arc<Profile>> {
        self.old_profiles.get(key)?.cloud_profile()
    }

    pub(crate) fn old_child(&self, key: &ProfileKey) -> Option<&Arc<Child>> {
        self.old_profiles.get(key)?.child()
    }
}

/// Returns the objects of an input, CloudProfiles first.
fn cloud_profiles_first(input: &Input) -> impl Iterator<Item = &Object> {
    let is_own = |object: &&Object| object.cloud_profile().is_some();
    input.objects().filter(is_own).chain(input.objects().filter(move |object| !is_own(object)))
}
