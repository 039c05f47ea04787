//! The references that a profile lacks to boot what another one boots according to its lock.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::Capabilities;
use rootstock_judge::ImageVersionName;

use super::{Boot, EVERYWHERE, Lock, LockedProfile, capabilities_of};

/// An image version that a profile does not boot as the lock says.
#[derive(Debug, Clone, PartialEq)]
pub struct PromotedVersion {
    /// The image version.
    pub name: ImageVersionName,
    /// Whether the profile lacks it, rather than having other references for it.
    pub is_new: bool,
    /// The references that it should have.
    pub references: Vec<LockedReference>,
}

/// A reference of a lock.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedReference {
    /// The region; `None` for all of them.
    pub region: Option<String>,
    /// The capabilities of the flavor.
    pub flavor: Capabilities,
    /// The reference.
    pub reference: String,
}

/// The scope of the references of a provider section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockScope {
    /// Each region has its own.
    Region,
    /// One reference is for all regions.
    Everywhere,
}

/// The image versions that make a profile boot what another one boots.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LockPromotion {
    /// The image versions to change or to add.
    pub versions: Vec<PromotedVersion>,
    /// The classes of the lock without workers in the profile.
    pub other_classes: Vec<String>,
    /// The regions of the profile that the lock does not have.
    pub other_regions: Vec<String>,
    /// Whether both have a class and, for references by region, a region in common.
    pub is_comparable: bool,
}

/// Returns the image versions that the only profile of `to` does not boot as the profile `from` of the lock `staging`, with the
/// references for the regions that both profiles have. Versions that only `to` has are left alone. `scope` is that of the provider
/// section of `to`.
#[must_use]
pub fn promotion(staging: &Lock, from: &str, to: &Lock, scope: LockScope) -> LockPromotion {
    let (Some(from), Some(to)) = (staging.profiles.get(from), to.profiles.values().next()) else {
        return LockPromotion::default();
    };
    let other_classes: Vec<String> =
        from.classes.keys().filter(|label| !to.classes.contains_key(*label)).cloned().collect();
    let other_regions: Vec<String> = match scope {
        LockScope::Region => to.regions.difference(&from.regions).cloned().collect(),
        LockScope::Everywhere => Vec::new(),
    };
    let has_regions = scope == LockScope::Everywhere || !from.regions.is_disjoint(&to.regions);
    let is_comparable = has_regions && other_classes.len() < from.classes.len();
    LockPromotion { versions: promoted_versions(from, to, scope), other_classes, other_regions, is_comparable }
}

fn promoted_versions(from: &LockedProfile, to: &LockedProfile, scope: LockScope) -> Vec<PromotedVersion> {
    let offered: BTreeSet<&ImageVersionName> = versions(to).map(|(name, _)| name).collect();
    let mut promoted: BTreeMap<&ImageVersionName, BTreeMap<(String, String), String>> = BTreeMap::new();
    for (label, class) in &from.classes {
        for (name, boot) in &class.boots {
            let is_new = !offered.contains(name);
            let Some(own) = to.classes.get(label).map(|class| class.boots.get(name)).or(is_new.then_some(None)) else {
                continue;
            };
            let references = promoted.entry(name).or_default();
            for (region, reference) in references_in(boot, from, to, scope) {
                if !own.is_some_and(|own| boots_from(own, &region, &reference, to)) {
                    references.insert((region, boot.flavor.clone()), reference);
                }
            }
        }
    }
    let versions = promoted.into_iter().filter(|(_, references)| !references.is_empty());
    let versions = versions.map(|(name, references)| PromotedVersion {
        name: name.clone(),
        is_new: !offered.contains(name),
        references: references
            .into_iter()
            .map(|((region, flavor), reference)| LockedReference {
                region: (region != EVERYWHERE).then_some(region),
                flavor: capabilities_of(&flavor),
                reference,
            })
            .collect(),
    });
    versions.collect()
}

fn versions(profile: &LockedProfile) -> impl Iterator<Item = (&ImageVersionName, &Boot)> {
    profile.classes.values().flat_map(|class| &class.boots)
}

/// Returns the references of a decision for the regions that both profiles have.
fn references_in(boot: &Boot, from: &LockedProfile, to: &LockedProfile, scope: LockScope) -> Vec<(String, String)> {
    if let Some(reference) = boot.references.get(EVERYWHERE)
        && scope == LockScope::Everywhere
        && (from.regions.is_superset(&to.regions) || from.regions.is_disjoint(&to.regions))
    {
        return vec![(EVERYWHERE.to_owned(), reference.clone())];
    }
    let common = from.regions.intersection(&to.regions);
    common.filter_map(|region| Some((region.clone(), boot.reference(region)?.to_owned()))).collect()
}

fn boots_from(own: &Boot, region: &str, reference: &str, to: &LockedProfile) -> bool {
    match region {
        EVERYWHERE => to.regions.iter().all(|region| own.reference(region) == Some(reference)),
        region => own.reference(region) == Some(reference),
    }
}
