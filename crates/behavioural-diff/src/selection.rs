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
use crate::pairs::Pairs;

/// Selections that changed, all for the same reason and from the same flavor to the same flavor.
///
/// Pairs that became compatible or incompatible are not among them: they are reported as such.
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

/// Every selection that changed, the most dangerous first: images that are gone, then other images.
pub(crate) fn changes(
    old: &ProfileSide<'_>,
    new: &ProfileSide<'_>,
    pairs: &Pairs<'_>,
    compatibility: &Compatibility,
) -> Vec<SelectionGroup> {
    match Selector::new(old, new) {
        Some(selector) => by_provider(selector, pairs, compatibility),
        None => by_flavors([old, new], pairs, compatibility),
    }
}

/// By the references of the provider's half.
fn by_provider(
    mut selector: Selector<'_, '_>,
    pairs: &Pairs<'_>,
    compatibility: &Compatibility,
) -> Vec<SelectionGroup> {
    let mut images = Images::default();
    let everywhere = [None];
    let named: Vec<Option<&str>> = pairs.regions.iter().copied().map(Some).collect();
    let regions = if named.is_empty() { &everywhere[..] } else { &named };
    for (class_number, class) in pairs.machines.iter().enumerate() {
        for (version_number, version) in pairs.versions.iter().enumerate() {
            if compatibility.is_changed(class_number, version_number) {
                continue;
            }
            for region in regions {
                let question = Question { class, version, region: *region, wish: None };
                if let Some(difference) = selector.difference(&question, class_number) {
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
    }
    images.finish(selector.changes, pairs)
}

/// By the flavors of the core half, where the provider's half is not known on both sides.
fn by_flavors(sides: [&ProfileSide<'_>; 2], pairs: &Pairs<'_>, compatibility: &Compatibility) -> Vec<SelectionGroup> {
    let (mut changes, mut images) = (SelectionChanges::default(), Images::default());
    let mut known: HashMap<_, Option<usize>> = HashMap::new();
    let [old, new] = sides;
    let flavors = FlavorComparison::new([old.catalog().vocabulary(), new.catalog().vocabulary()]);
    for (class_number, class) in pairs.machines.iter().enumerate() {
        for (version_number, version) in pairs.versions.iter().enumerate() {
            if compatibility.is_changed(class_number, version_number) {
                continue;
            }
            let classes = [(old, 0), (new, 1)].map(|(side, place)| choice::class_of(side, version, place));
            let change = *known.entry((classes, class_number)).or_insert_with(|| {
                let before = Choice::of_flavors(old, class, version, 0)?;
                let after = Choice::of_flavors(new, class, version, 1)?;
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
                let change = || SelectionChange::new(cause(), declares(&before), declares(&after));
                (!is_same).then(|| changes.number(change()))
            });
            if let Some(change) = change {
                let image = OtherImage { version: version.named(), region: None, from: None, to: None };
                images.add(change, class_number, image);
            }
        }
    }
    images.finish(changes, pairs)
}
