//! Of which versions both profiles say the same, so that nobody has to ask.

use std::collections::HashSet;

use rootstock_core_model::MachineImageVersion;
use rootstock_provider_api::ImageReference;

use super::chooser::Chooser;
use super::question::Question;
use super::reference::counted;
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
    let same = |(one, other): (&&ImageReference, &&ImageReference)| {
        one.value == other.value && one.region == other.region && one.capabilities == other.capabilities
    };
    before.len() == after.len() && before.iter().zip(after).all(same) && counted(before).eq(counted(after))
}
