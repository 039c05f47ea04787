//! The objects of an analysis by what leads to them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use rootstock_core_model::{NamespacedCloudProfile, Shoot};

use crate::child::Child;
use crate::input::{Input, Object, Role};
use crate::key::{ProfileKey, full_name};
use crate::notice::Notice;
use crate::profile::Profile;
use crate::written::Written;

/// A profile that somebody may refer to. Of several with one name, the first is used.
#[derive(Debug, Clone)]
pub(crate) enum Candidate {
    Own(Arc<Profile>),
    Child(Arc<Child>),
}

/// The objects of an analysis by what leads to them.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Known profiles, and those that are checked.
    pub(crate) profiles: BTreeMap<ProfileKey, Candidate>,
    /// Profiles that were there before.
    pub(crate) old_profiles: BTreeMap<ProfileKey, Candidate>,
    /// Shoots that were there before, by [`full_name`].
    pub(crate) old_shoots: BTreeMap<String, Arc<Written<Shoot>>>,
    /// Profiles that are not used, by the role and name of their input.
    several: BTreeMap<(Role, String), Vec<Notice>>,
}

impl Index {
    pub(crate) fn of<'i>(inputs: impl Iterator<Item = &'i Arc<Input>> + Clone) -> Self {
        let mut index = Self::default();
        let (mut known, mut checked) = (BTreeMap::new(), BTreeMap::new());
        for input in inputs {
            let mut several = Vec::new();
            let profiles = match input.role {
                Role::Known => &mut known,
                Role::Checked => &mut checked,
                Role::Old => &mut index.old_profiles,
            };
            for object in own_before_children(input) {
                let (key, candidate) = match object {
                    Object::CloudProfile(profile) => (profile.key().clone(), Candidate::Own(Arc::clone(profile))),
                    Object::NamespacedCloudProfile(child) => {
                        (ProfileKey::from(&child.object), Candidate::Child(Arc::clone(child)))
                    }
                    Object::Shoot(shoot) => {
                        if input.role == Role::Old {
                            index.old_shoots.entry(full_name(&shoot.object)).or_insert_with(|| Arc::clone(shoot));
                        }
                        continue;
                    }
                };
                match profiles.entry(key) {
                    Entry::Vacant(free) => _ = free.insert(candidate),
                    Entry::Occupied(taken) => {
                        several.push(Notice::SeveralProfiles { key: taken.key().clone(), input: input.name.clone() })
                    }
                }
            }
            if !several.is_empty() {
                index.several.insert((input.role, input.name.clone()), several);
            }
        }
        index.profiles = checked;
        index.profiles.extend(known);
        index
    }

    /// That profiles of an input are not used because of others of their names.
    pub(crate) fn several(&self, input: &Input) -> impl Iterator<Item = &Notice> {
        self.several.get(&(input.role, input.name.clone())).into_iter().flatten()
    }

    /// The CloudProfile that is the parent of a NamespacedCloudProfile, as far as it is there.
    pub(crate) fn parent_of(&self, child: &NamespacedCloudProfile) -> Option<&Arc<Profile>> {
        match self.profiles.get(&ProfileKey::parent_of(child)?)? {
            Candidate::Own(profile) => Some(profile),
            Candidate::Child(_) => None,
        }
    }

    /// The CloudProfile that was there before.
    pub(crate) fn old_profile(&self, key: &ProfileKey) -> Option<&Arc<Profile>> {
        match self.old_profiles.get(key)? {
            Candidate::Own(profile) => Some(profile),
            Candidate::Child(_) => None,
        }
    }

    /// The NamespacedCloudProfile that was there before.
    pub(crate) fn old_child(&self, key: &ProfileKey) -> Option<&Arc<Child>> {
        match self.old_profiles.get(key)? {
            Candidate::Child(child) => Some(child),
            Candidate::Own(_) => None,
        }
    }
}

/// The objects of an input, CloudProfiles first.
fn own_before_children(input: &Input) -> impl Iterator<Item = &Object> {
    let is_own = |object: &&Object| matches!(object, Object::CloudProfile(_));
    input.objects().filter(is_own).chain(input.objects().filter(move |object| !is_own(object)))
}
