//! The pairs of machine type and image version that fit in only one of the profiles.

use std::collections::BTreeMap;

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion, Mismatch};
use rootstock_judge::ImageVersionName;
use serde::Serialize;

use crate::ProfileSide;
use crate::demand::DemandPair;
use crate::pairs::{MachineClass, Pairs, VersionPair};

/// Pairs of machine type and image version that became compatible or incompatible, all for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompatibilityGroup {
    /// The change of their compatibility.
    pub verdict: FitChange,
    /// The reasons why they do not fit, in the profile in which they do not: the capabilities in which the nearest
    /// flavor and the machine type have no common value.
    pub mismatches: Vec<Mismatch>,
    /// The changed parts of the profile that cause the change.
    pub changed: Vec<Changed>,
    /// The number of pairs.
    pub pairs: usize,
    /// The pairs: in each block, each machine type with each image version.
    pub blocks: Vec<CompatibilityBlock>,
}

/// The change of a pair's compatibility.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FitChange {
    /// The pair no longer fits.
    Incompatible,
    /// The pair fits now.
    Compatible,
}

/// A part of a profile that decides about compatibility.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Changed {
    /// The declarations of the machine types.
    MachineTypes,
    /// The flavors of the image versions, or their architectures.
    Flavors,
    /// The registered capabilities and values.
    Vocabulary,
    /// The image versions to which nodes can be updated in place.
    InPlaceUpdates,
}

/// All pairs of some machine types with some image versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompatibilityBlock {
    /// The machine types, in the order of the old profile.
    pub machine_types: Vec<String>,
    /// The image versions, in the order of the old profile.
    pub image_versions: Vec<ImageVersionName>,
}

/// A machine type and an image version of one side.
#[derive(Debug, Clone, Copy)]
struct Pair<'s> {
    machine_type: &'s CatalogMachineType,
    version: &'s CatalogVersion,
}

/// The reason why the pairs of a group changed.
type Reason = (FitChange, Vec<Mismatch>, Vec<Changed>);

/// The compatibility of a pair, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Compatible before and after.
    Always,
    /// Incompatible before and after.
    Never,
    /// Compatible in one profile only.
    Changed(FitChange),
    /// Unknown to the core section of one of the profiles.
    Unknown,
}

impl Fit {
    const fn change(self) -> Option<FitChange> {
        match self {
            Self::Changed(change) => Some(change),
            Self::Always | Self::Never | Self::Unknown => None,
        }
    }
}

/// The changed pairs, and the compatibility of each class of machine types with each version.
pub(crate) struct Compatibility {
    pub(crate) groups: Vec<CompatibilityGroup>,
    fits: Vec<Fit>,
    versions: usize,
}

impl Compatibility {
    /// Returns whether the booted image matters for a class and a version, by their numbers in [`Pairs`]: it does not if the pair
    /// became compatible or incompatible, which is reported as such, or if no worker may have it, before or after.
    pub(crate) fn has_selections(&self, class: usize, version: usize) -> bool {
        matches!(self.fit(class, version), Fit::Always | Fit::Unknown)
    }

    fn fit(&self, class: usize, version: usize) -> Fit {
        self.fits.get(class * self.versions + version).copied().unwrap_or(Fit::Unknown)
    }

    /// Compares the pairs for workers with the given demand. Omits what `reported` already reports for other workers.
    pub(crate) fn between(
        [old, new]: [&ProfileSide<'_>; 2],
        pairs: &Pairs<'_>,
        demand: &DemandPair,
        reported: &[&Self],
    ) -> Self {
        let vocabulary = vocabulary_differs(old, new);
        let mut reasons: Vec<(Reason, BTreeMap<usize, Vec<usize>>)> = Vec::new();
        let mut fits = Vec::with_capacity(pairs.machines.len() * pairs.versions.len());
        for (class_number, class) in pairs.machines.iter().enumerate() {
            let declarations_differ = class.declarations_differ(old, new);
            for (version_number, version) in pairs.versions.iter().enumerate() {
                let [one, other] = [(old, 0), (new, 1)].map(|(side, place)| pair(side, class, version, place));
                let (Some(one), Some(other)) = (one, other) else {
                    fits.push(Fit::Unknown);
                    continue;
                };
                let [did, does] = [(one, old, 0), (other, new, 1)]
                    .map(|(pair, side, place)| demand.fits((side, place), pair.machine_type, pair.version));
                let fit = match (did, does) {
                    (true, true) => Fit::Always,
                    (false, false) => Fit::Never,
                    (true, false) => Fit::Changed(FitChange::Incompatible),
                    (false, true) => Fit::Changed(FitChange::Compatible),
                };
                fits.push(fit);
                let Some(verdict) = fit.change() else { continue };
                if reported.iter().any(|reported| reported.fit(class_number, version_number) == fit) {
                    continue;
                }
                let (pair, side) = if does { (one, (old, 0)) } else { (other, (new, 1)) };
                let mismatches = demand.mismatches(side, pair.machine_type, pair.version);
                let mut causes = Vec::new();
                causes.extend(declarations_differ.then_some(Changed::MachineTypes));
                causes.extend(version.declarations_differ(old, new).then_some(Changed::Flavors));
                causes.extend(vocabulary.then_some(Changed::Vocabulary));
                causes.extend(version.in_place_updates_differ(old, new).then_some(Changed::InPlaceUpdates));
                let reason = (verdict, mismatches, causes);
                let known = reasons.iter().position(|(known, _)| *known == reason);
                let place = known.unwrap_or_else(|| {
                    reasons.push((reason, BTreeMap::new()));
                    reasons.len() - 1
                });
                if let Some((_, classes)) = reasons.get_mut(place) {
                    classes.entry(class_number).or_default().push(version_number);
                }
            }
        }
        let mut groups: Vec<CompatibilityGroup> =
            reasons.into_iter().map(|(reason, classes)| group(reason, &classes, pairs)).collect();
        groups.sort_by_key(|group| (group.verdict, std::cmp::Reverse(group.pairs)));
        Self { groups, fits, versions: pairs.versions.len() }
    }
}

fn group(
    (verdict, mismatches, changed): Reason,
    classes: &BTreeMap<usize, Vec<usize>>,
    pairs: &Pairs<'_>,
) -> CompatibilityGroup {
    let (pairs, blocks) = blocks(classes, pairs);
    CompatibilityGroup { verdict, mismatches, changed, pairs, blocks }
}

/// Returns the versions of each class, by their numbers, as blocks, with the number of pairs.
pub(crate) fn blocks(classes: &BTreeMap<usize, Vec<usize>>, pairs: &Pairs<'_>) -> (usize, Vec<CompatibilityBlock>) {
    let mut blocks: Vec<(&Vec<usize>, Vec<String>)> = Vec::new();
    for (class, versions) in classes {
        let names =
            pairs.machines.get(*class).into_iter().flat_map(|class| &class.names).map(|name| (*name).to_owned());
        match blocks.iter_mut().find(|(known, _)| *known == versions) {
            Some((_, known)) => known.extend(names),
            None => blocks.push((versions, names.collect())),
        }
    }
    let blocks: Vec<CompatibilityBlock> = blocks
        .into_iter()
        .map(|(versions, machine_types)| CompatibilityBlock {
            machine_types,
            image_versions: versions
                .iter()
                .filter_map(|version| pairs.versions.get(*version))
                .map(VersionPair::named)
                .collect(),
        })
        .collect();
    let pairs = blocks.iter().map(|block| block.machine_types.len() * block.image_versions.len()).sum();
    (pairs, blocks)
}

fn pair<'s>(
    side: &'s ProfileSide<'_>,
    class: &MachineClass<'_>,
    version: &VersionPair<'_>,
    place: usize,
) -> Option<Pair<'s>> {
    let catalog = side.catalog();
    let (image, position) = *version.places.get(place)?;
    Some(Pair {
        machine_type: catalog.machine_types().get(*class.places.get(place)?)?,
        version: catalog.images().get(image)?.versions.get(position)?,
    })
}

impl VersionPair<'_> {
    pub(crate) fn named(&self) -> ImageVersionName {
        ImageVersionName { image: self.image.to_owned(), version: self.version.to_owned() }
    }

    /// Returns whether the flavors are written differently, or the legacy architectures if there are no flavors.
    fn declarations_differ(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.version_at(at_old), new.version_at(at_new)) else { return false };
        one.flavors() != other.flavors()
            || (one.flavors().is_empty() && one.legacy_architectures() != other.legacy_architectures())
    }

    /// Returns whether in-place updates to the version are configured differently.
    fn in_place_updates_differ(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.version_at(at_old), new.version_at(at_new)) else { return false };
        one.in_place_updates != other.in_place_updates
    }
}

impl MachineClass<'_> {
    /// Returns whether the machine types declare other capabilities, or another architecture if they declare none.
    fn declarations_differ(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.spec.types().get(at_old), new.spec.types().get(at_new)) else {
            return false;
        };
        one.capabilities != other.capabilities
            || (one.capabilities.is_empty() && one.architecture != other.architecture)
    }
}

/// Returns whether other values are registered, regardless of their order.
fn vocabulary_differs(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
    let registered = |side: &ProfileSide<'_>| -> BTreeMap<String, Vec<String>> {
        let capabilities = side.catalog().vocabulary().capabilities().iter();
        capabilities
            .map(|capability| {
                let mut values = capability.values().to_vec();
                values.sort_unstable();
                (capability.name().to_owned(), values)
            })
            .collect()
    };
    registered(old) != registered(new)
}
