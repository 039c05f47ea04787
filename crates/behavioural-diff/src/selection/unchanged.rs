//! Of which versions both profiles say the same, so that nobody has to ask.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, MachineImageVersion, Segment};
use rootstock_provider_api::ImageReference;

use super::chooser::Chooser;
use super::question::Question;
use crate::ProfileSide;
use crate::pairs::VersionPair;

/// The versions of which both profiles say the same, by their places in the old one. A change of a profile is nearly always about
/// a few versions, and leaves hundreds as they are.
#[derive(Debug, Default)]
pub(super) struct Unchanged(HashSet<(usize, usize)>);

impl Unchanged {
    /// Compares what a choice depends on: what is registered, what the core half says of a version, and its references.
    pub(super) fn between(
        [old, new]: [&ProfileSide<'_>; 2],
        [before, after]: [&Chooser<'_, '_>; 2],
        versions: &[VersionPair<'_>],
    ) -> Self {
        if old.settings != new.settings
            || old.spec.provider_type != new.spec.provider_type
            || old.spec.machine_capabilities != new.spec.machine_capabilities
        {
            return Self::default();
        }
        let is_unchanged = |pair: &&VersionPair<'_>| {
            let [then, now] = pair.places;
            let of_core = old.version_at(then).zip(new.version_at(now));
            of_core.is_some_and(|(then, now)| declare_the_same(then, now))
                && refer_to_the_same(before.written(pair), after.written(pair))
        };
        Self(versions.iter().filter(is_unchanged).map(|VersionPair { places: [then, _], .. }| *then).collect())
    }

    /// Whether both profiles choose the same image.
    pub(super) fn answers(&self, question: &Question<'_>) -> bool {
        let [then, _] = question.version.places;
        question.class.is_unchanged && self.0.contains(&then)
    }
}

/// What it is, and until when, is another matter.
fn declare_the_same(one: &MachineImageVersion, other: &MachineImageVersion) -> bool {
    one.capability_flavors == other.capability_flavors
        && one.architectures == other.architectures
        && one.in_place_updates == other.in_place_updates
}

/// Whether the references of a version are the same in the same order, wherever the entry for the version stands.
fn refer_to_the_same(before: &[&ImageReference], after: &[&ImageReference]) -> bool {
    let mut entries: Vec<[[usize; 2]; 2]> = Vec::new();
    before.len() == after.len()
        && before.iter().zip(after).all(|(one, other)| {
            one.value == other.value
                && one.region == other.region
                && one.capabilities == other.capabilities
                && stand_alike([&one.path, &other.path], &mut entries)
        })
}

/// Whether two places are the same but for the number of the image and that of the version, of which each on one side is always the
/// same on the other.
fn stand_alike([one, other]: [&FieldPath; 2], entries: &mut Vec<[[usize; 2]; 2]>) -> bool {
    let (one, other) = (one.segments(), other.segments());
    if one.len() != other.len() {
        return false;
    }
    let (mut entry, mut indices) = ([[0; 2]; 2], 0);
    for (one, other) in one.iter().zip(other) {
        match (one, other) {
            (Segment::Index(one), Segment::Index(other)) => {
                match entry.get_mut(indices) {
                    Some(number) => *number = [*one, *other],
                    None if one != other => return false,
                    None => {}
                }
                indices += 1;
            }
            (one, other) if one != other => return false,
            _ => {}
        }
    }
    // Nearly always it is the entry of the reference before it.
    if entries.last() == Some(&entry) {
        return true;
    }
    let [[image, new_image], [version, new_version]] = entry;
    let is_alike = |[[other_image, new_other_image], [other_version, new_other_version]]: &[[usize; 2]; 2]| {
        let is_one_image = image == *other_image;
        is_one_image == (new_image == *new_other_image)
            && (!is_one_image || (version == *other_version) == (new_version == *new_other_version))
    };
    let are_alike = entries.iter().all(is_alike);
    entries.push(entry);
    are_alike
}
