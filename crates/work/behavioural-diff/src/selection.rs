//! The image versions, machine types and regions for which another image is booted, and the reasons.

mod cause;
mod choice;
mod chooser;
mod flavor_comparison;
mod groups;
mod missing;
mod question;
mod reference;
mod selector;

use std::collections::HashMap;

use rootstock_core_model::Capabilities;
use rootstock_judge::ImageVersionName;
use serde::Serialize;

pub use cause::SelectionCause;
pub use missing::Missing;

use self::choice::Choice;
use self::flavor_comparison::FlavorComparison;
use self::groups::{Images, SelectionChange, SelectionChanges};
pub(crate) use self::question::Question;
pub(crate) use self::selector::{MachineSettingDifference, Selector};
use crate::ProfileSide;
use crate::compatibility::Compatibility;
use crate::demand::DemandPair;
use crate::pairs::{MachineClass, Pairs, VersionPair};

/// Changed selections with the same reason and the same previous and new flavor.
///
/// Excludes pairs that became compatible or incompatible, which are reported as such, and pairs that no worker may
/// have, before or after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectionGroup {
    /// The reason.
    pub cause: SelectionCause,
    /// The capabilities that the previous flavor declares; absent if the flavor is the same, or there was or is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Capabilities>,
    /// The capabilities that the new flavor declares; absent if `from` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Capabilities>,
    /// The number of selections, each of a machine type, an image version and a region.
    pub selections: usize,
    /// The selections: in each block, each machine type with each image.
    pub blocks: Vec<SelectionBlock>,
}

/// Some machine types, for each of which the same images are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectionBlock {
    /// The machine types, in the order of the old profile.
    pub machine_types: Vec<String>,
    /// The images, in the order of the old profile.
    pub images: Vec<OtherImage>,
}

/// An image version that refers to another image now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherImage {
    /// The image version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The region; absent if the provider section is unknown, or the profile has no regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The provider's previous reference; absent if there was none, or it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The provider's reference now; absent if there is none, or it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Returns every changed selection of workers with the given demand, the most dangerous first: lost images, then other images.
/// Changes that affect the workers of one of `reported` in the same way are omitted.
pub(crate) fn changes(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    demand: &DemandPair,
    compatibility: &Compatibility,
    reported: &[&DemandPair],
) -> Vec<SelectionGroup> {
    let comparison = Comparison { sides, pairs, demand, compatibility, reported };
    match Selector::new(sides) {
        Some(selector) => comparison.by_provider(selector, Selector::new(sides).filter(|_| !reported.is_empty())),
        None => comparison.by_flavors(),
    }
}

/// The comparison of selections for one kind of workers.
struct Comparison<'c, 'a> {
    sides: [&'c ProfileSide<'a>; 2],
    pairs: &'c Pairs<'a>,
    demand: &'c DemandPair,
    compatibility: &'c Compatibility,
    /// The workers whose changes are already reported.
    reported: &'c [&'c DemandPair],
}

impl Comparison<'_, '_> {
    /// Compares by the references of the provider section; `known` selects for the workers that are already reported.
    fn by_provider(&self, mut selector: Selector<'_, '_>, mut known: Option<Selector<'_, '_>>) -> Vec<SelectionGroup> {
        let pairs = self.pairs;
        let mut images = Images::default();
        let everywhere = [None];
        let named: Vec<Option<&str>> = pairs.regions.iter().copied().map(Some).collect();
        let regions = if named.is_empty() { &everywhere[..] } else { &named };
        for (class_number, class) in pairs.machines.iter().enumerate() {
            for (version_number, version) in pairs.versions.iter().enumerate() {
                if !self.compatibility.has_selections(class_number, version_number) {
                    continue;
                }
                for region in regions {
                    let question = Question { class, version, region: *region, demand: self.demand.image() };
                    let Some(difference) = selector.difference(&question, class_number) else { continue };
                    let is_reported = known.as_mut().is_some_and(|known| {
                        self.reported.iter().any(|reported| {
                            let question = Question { demand: reported.image(), ..question };
                            let reported = known.difference(&question, class_number);
                            reported.is_some_and(|one| one.from == difference.from && one.to == difference.to)
                        })
                    });
                    if is_reported {
                        continue;
                    }
                    let image = OtherImage {
                        version: version.named(),
                        region: region.map(str::to_owned),
                        from: difference.from,
                        to: difference.to,
                    };
                    images.add(difference.change, class_number, image);
                }
            }
        }
        images.finish(selector.changes, pairs)
    }

    /// Compares by the flavors of the core section, for when the provider section is not known on both sides.
    fn by_flavors(&self) -> Vec<SelectionGroup> {
        let pairs = self.pairs;
        let (mut changes, mut images) = (SelectionChanges::default(), Images::default());
        let mut known: HashMap<_, Option<usize>> = HashMap::new();
        let [old, new] = self.sides;
        for (class_number, class) in pairs.machines.iter().enumerate() {
            for (version_number, version) in pairs.versions.iter().enumerate() {
                if !self.compatibility.has_selections(class_number, version_number) {
                    continue;
                }
                let classes = [(old, 0), (new, 1)].map(|(side, place)| choice::class_of(side, version, place));
                let change = *known.entry((classes, class_number)).or_insert_with(|| {
                    let change = self.flavor_change(self.demand, class, version)?;
                    let reports =
                        |reported: &&DemandPair| self.flavor_change(reported, class, version).as_ref() == Some(&change);
                    (!self.reported.iter().any(reports)).then(|| changes.number(change))
                });
                if let Some(change) = change {
                    let image = OtherImage { version: version.named(), region: None, from: None, to: None };
                    images.add(change, class_number, image);
                }
            }
        }
        images.finish(changes, pairs)
    }

    /// Returns the change of the selected flavor; `None` if it is the same.
    fn flavor_change(
        &self,
        demand: &DemandPair,
        class: &MachineClass<'_>,
        version: &VersionPair<'_>,
    ) -> Option<SelectionChange> {
        let [old, new] = self.sides;
        let flavors = FlavorComparison::new(self.sides.map(|side| side.catalog().vocabulary()));
        let before = Choice::of_flavors(old, class, version, 0, demand)?;
        let after = Choice::of_flavors(new, class, version, 1, demand)?;
        let (old_choice_in_new, new_choice_in_old) = (
            before.chosen().and_then(|one| flavors.find(one, &after, false)),
            after.chosen().and_then(|one| flavors.find(one, &before, true)),
        );
        let is_same = match (&before.chosen, &after.chosen) {
            (Err(_), Err(_)) => true,
            (Ok(_), Ok(chosen)) => old_choice_in_new == Some(*chosen),
            _ => false,
        };
        let declares = |choice: &Choice| choice.chosen().map(|one| one.capabilities.clone());
        let cause = || flavors.cause(&before, &after, old_choice_in_new, new_choice_in_old);
        (!is_same).then(|| SelectionChange::new(cause(), declares(&before), declares(&after)))
    }
}
