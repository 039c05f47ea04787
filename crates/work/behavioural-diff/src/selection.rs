//! For which image version, machine type and region another image is booted, and why.

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
pub(crate) use self::selector::Selector;
use crate::ProfileSide;
use crate::compatibility::Compatibility;
use crate::pairs::{MachineClass, Pairs, VersionPair};
use crate::wish::Wish;

/// Selections that changed, all for the same reason and from the same flavor to the same flavor.
///
/// Pairs that became compatible or incompatible are not among them: they are reported as such. Nor are pairs that no worker may have,
/// before or now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectionGroup {
    /// Why.
    pub cause: SelectionCause,
    /// What the flavor that was taken declares; absent if it is the same flavor, or there is none before or after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Capabilities>,
    /// What the flavor that is taken now declares; absent where `from` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Capabilities>,
    /// How many selections: machine type, image version and region each.
    pub selections: usize,
    /// The selections: in each block, each machine type with each image.
    pub blocks: Vec<SelectionBlock>,
}

/// Every one of some machine types, for each of which the same images are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectionBlock {
    /// The machine types, in the order of the old profile.
    pub machine_types: Vec<String>,
    /// The images, in the order of the old profile.
    pub images: Vec<OtherImage>,
}

/// An image version that is another image now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherImage {
    /// The image version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The region; absent where the provider's half is not known, or the profile has no regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The provider's reference before; absent if there was none, or nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The provider's reference now; absent if there is none, or nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Every selection of workers that wish for something that changed, the most dangerous first: images that are gone, then other
/// images. What changes for the workers of `told` in the same way is not told again.
pub(crate) fn changes(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    wish: &Wish,
    compatibility: &Compatibility,
    told: Option<&Wish>,
) -> Vec<SelectionGroup> {
    let comparison = Comparison { sides, pairs, wish, compatibility, told };
    match Selector::new(sides) {
        Some(selector) => comparison.by_provider(selector, told.and_then(|_| Selector::new(sides))),
        None => comparison.by_flavors(),
    }
}

/// The selections of one kind of workers.
struct Comparison<'c, 'a> {
    sides: [&'c ProfileSide<'a>; 2],
    pairs: &'c Pairs<'a>,
    wish: &'c Wish,
    compatibility: &'c Compatibility,
    /// The workers of whom everything is told already.
    told: Option<&'c Wish>,
}

impl Comparison<'_, '_> {
    /// By the references of the provider's half; the second selector is asked what is told already.
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
                    let question = Question { class, version, region: *region, wish: self.wish.image() };
                    let Some(difference) = selector.difference(&question, class_number) else { continue };
                    let told = known.as_mut().zip(self.told).and_then(|(known, told)| {
                        known.difference(&Question { wish: told.image(), ..question }, class_number)
                    });
                    if told.is_some_and(|told| told.from == difference.from && told.to == difference.to) {
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

    /// By the flavors of the core half, where the provider's half is not known on both sides.
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
                    let change = self.flavor_change(self.wish, class, version)?;
                    let told = self.told.and_then(|told| self.flavor_change(told, class, version));
                    (told.as_ref() != Some(&change)).then(|| changes.number(change))
                });
                if let Some(change) = change {
                    let image = OtherImage { version: version.named(), region: None, from: None, to: None };
                    images.add(change, class_number, image);
                }
            }
        }
        images.finish(changes, pairs)
    }

    /// What becomes of the flavor that is taken; `None` if it is the same.
    fn flavor_change(
        &self,
        wish: &Wish,
        class: &MachineClass<'_>,
        version: &VersionPair<'_>,
    ) -> Option<SelectionChange> {
        let [old, new] = self.sides;
        let flavors = FlavorComparison::new(self.sides.map(|side| side.catalog().vocabulary()));
        let before = Choice::of_flavors(old, class, version, 0, wish)?;
        let after = Choice::of_flavors(new, class, version, 1, wish)?;
        let (taken_then, taken_now) = (
            before.taken().and_then(|one| flavors.find(one, &after, false)),
            after.taken().and_then(|one| flavors.find(one, &before, true)),
        );
        let is_same = match (&before.taken, &after.taken) {
            (Err(_), Err(_)) => true,
            (Ok(_), Ok(taken)) => taken_then == Some(*taken),
            _ => false,
        };
        let declares = |choice: &Choice| choice.taken().map(|one| one.capabilities.clone());
        let cause = || flavors.cause(&before, &after, taken_then, taken_now);
        (!is_same).then(|| SelectionChange::new(cause(), declares(&before), declares(&after)))
    }
}
