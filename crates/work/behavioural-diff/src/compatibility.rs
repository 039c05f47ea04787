//! Which pairs of machine type and image version fit in one profile and not in the other.

use std::collections::BTreeMap;

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion, Mismatch};
use rootstock_judge::ImageVersionName;
use serde::Serialize;

use crate::ProfileSide;
use crate::pairs::{MachineClass, Pairs, VersionPair};
use crate::wish::Wish;

/// Pairs of machine type and image version that became compatible or incompatible, all for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompatibilityGroup {
    /// What became of them.
    pub verdict: FitChange,
    /// Why they do not fit, in the profile in which they do not: the capabilities in which the nearest flavor and the machine
    /// type have nothing in common.
    pub mismatches: Vec<Mismatch>,
    /// What of the profile was changed so that the answer is another one.
    pub changed: Vec<Changed>,
    /// How many pairs.
    pub pairs: usize,
    /// The pairs: in each block, each machine type with each image version.
    pub blocks: Vec<CompatibilityBlock>,
}

/// What became of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FitChange {
    /// The pair fitted, and does not any more.
    Incompatible,
    /// The pair did not fit, and does now.
    Compatible,
}

/// A part of a profile that decides what fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Changed {
    /// What the machine types declare.
    MachineTypes,
    /// The flavors of the image versions, or their architectures.
    Flavors,
    /// The registered capabilities and values.
    Vocabulary,
    /// Which image versions nodes can be updated to in place.
    InPlaceUpdates,
}

/// Every one of some machine types with every one of some image versions.
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

/// Why pairs of a group changed.
type Reason = (FitChange, Vec<Mismatch>, Vec<Changed>);

/// Whether a pair fits, before and now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Before and now.
    Always,
    /// Neither before nor now.
    Never,
    /// In one profile only.
    Changed(FitChange),
    /// The core half knows nothing of it in one of the profiles.
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

/// The changed pairs, and for each class of machine types and each version what became of its pair.
pub(crate) struct Compatibility {
    pub(crate) groups: Vec<CompatibilityGroup>,
    fits: Vec<Fit>,
    versions: usize,
}

impl Compatibility {
    /// Whether it matters which image is booted for a class and a version, by their numbers in [`Pairs`]: not where the pair became
    /// compatible or incompatible, which is told as such, and not where no worker may have it, before or now.
    pub(crate) fn has_selections(&self, class: usize, version: usize) -> bool {
        matches!(self.fit(class, version), Fit::Always | Fit::Unknown)
    }

    fn fit(&self, class: usize, version: usize) -> Fit {
        self.fits.get(class * self.versions + version).copied().unwrap_or(Fit::Unknown)
    }

    /// For workers that wish for something. What is `told` already, of other workers, is not told again.
    pub(crate) fn between(
        [old, new]: [&ProfileSide<'_>; 2],
        pairs: &Pairs<'_>,
        wish: &Wish,
        told: Option<&Self>,
    ) -> Self {
        let vocabulary = vocabulary_differs(old, new);
        let mut reasons: Vec<(Reason, BTreeMap<usize, Vec<usize>>)> = Vec::new();
        let mut fits = Vec::with_capacity(pairs.machines.len() * pairs.versions.len());
        for (class_number, class) in pairs.machines.iter().enumerate() {
            let declares_otherwise = class.declares_otherwise(old, new);
            for (version_number, version) in pairs.versions.iter().enumerate() {
                let [one, other] = [(old, 0), (new, 1)].map(|(side, place)| pair(side, class, version, place));
                let (Some(one), Some(other)) = (one, other) else {
                    fits.push(Fit::Unknown);
                    continue;
                };
                let [did, does] = [(one, old, 0), (other, new, 1)]
                    .map(|(pair, side, place)| wish.fits((side, place), pair.machine_type, pair.version));
                let fit = match (did, does) {
                    (true, true) => Fit::Always,
                    (false, false) => Fit::Never,
                    (true, false) => Fit::Changed(FitChange::Incompatible),
                    (false, true) => Fit::Changed(FitChange::Compatible),
                };
                fits.push(fit);
                let Some(verdict) = fit.change() else { continue };
                if told.is_some_and(|told| told.fit(class_number, version_number) == fit) {
                    continue;
                }
                let (pair, side) = if does { (one, (old, 0)) } else { (other, (new, 1)) };
                let mismatches = wish.mismatches(side, pair.machine_type, pair.version);
                let mut causes = Vec::new();
                causes.extend(declares_otherwise.then_some(Changed::MachineTypes));
                causes.extend(version.declares_otherwise(old, new).then_some(Changed::Flavors));
                causes.extend(vocabulary.then_some(Changed::Vocabulary));
                causes.extend(version.is_updated_otherwise(old, new).then_some(Changed::InPlaceUpdates));
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
    CompatibilityGroup { verdict, mismatches, changed, pairs, blocks }
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

    /// Whether the flavors are written differently, or the legacy architectures where there are no flavors.
    fn declares_otherwise(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.version_at(at_old), new.version_at(at_new)) else { return false };
        one.flavors() != other.flavors()
            || (one.flavors().is_empty() && one.legacy_architectures() != other.legacy_architectures())
    }

    /// Whether nodes can be updated to it in place from other versions.
    fn is_updated_otherwise(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.version_at(at_old), new.version_at(at_new)) else { return false };
        one.in_place_updates != other.in_place_updates
    }
}

impl MachineClass<'_> {
    /// Whether the machine types declare other capabilities, or another architecture where they declare none.
    fn declares_otherwise(&self, old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> bool {
        let [at_old, at_new] = self.places;
        let (Some(one), Some(other)) = (old.spec.types().get(at_old), new.spec.types().get(at_new)) else {
            return false;
        };
        one.capabilities != other.capabilities
            || (one.capabilities.is_empty() && one.architecture != other.architecture)
    }
}

/// Whether other values are registered, whatever their order.
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
