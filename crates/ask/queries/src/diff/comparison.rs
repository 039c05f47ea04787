//! A comparison of two profiles that can be asked about Shoots.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rootstock_analysis::{Profile, ProfileKey};
use rootstock_behavioural_diff::{
    NamespacedChanges, NamespacedSide, ProfileChanges, ProfileSide, ShootComparer, ShootComparison, compare,
};
use rootstock_core_model::{NamespacedCloudProfile, Shoot};
use rootstock_provider_api::Registry;

use super::{DiffChild, DiffHead, DiffSides, DiffUpdate, FleetDiff, ShootDiff};
use crate::{QueryContext, QueryError};

/// A comparison of two profiles that can be asked about Shoots.
#[derive(Debug)]
pub struct DiffComparison<'c, 'a> {
    asked: QueryContext,
    sides: &'c DiffSides,
    changes: ProfileChanges,
    children: Vec<NamespacedChanges>,
    /// The comparisons for the profile, which comes first, and for the NamespacedCloudProfiles below it.
    all: Vec<ShootComparison<'c, 'a>>,
    /// The index into `all`, by the reference to the profile.
    by_key: BTreeMap<ProfileKey, usize>,
}

impl DiffSides {
    /// Compares the two sides, and passes the comparison to a function.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Profile`] if one of the profiles is too large to be compared.
    pub fn compare<T>(
        &self,
        asked: QueryContext,
        registry: &Registry,
        ask: impl FnOnce(&DiffComparison<'_, '_>) -> T,
    ) -> Result<T, QueryError> {
        let gates = asked.settings.gates;
        let (old, new) = (self.old.compiled(gates)?, self.new.compiled(gates)?);
        let side = |profile| ProfileSide::new(profile, &asked.settings);
        let (old, new) = (side(&old), side(&new));
        let changes = compare(&old, &new);
        let rendered = self.children.iter().map(|child| Ok([child.old.compiled(gates)?, child.new.compiled(gates)?]));
        let rendered = rendered.collect::<Result<Vec<_>, QueryError>>()?;
        let rendered: Vec<[ProfileSide<'_>; 2]> = rendered.iter().map(|[old, new]| [side(old), side(new)]).collect();
        let (mut all, mut by_key) = (vec![ShootComparison::new(&old, &new)], BTreeMap::new());
        by_key.insert(self.key().clone(), 0);
        for (child, [old, new]) in self.children.iter().zip(&rendered) {
            by_key.insert(child.key.clone(), all.len());
            all.push(ShootComparison::new(old, new));
        }
        let below = self.children.iter().zip(&rendered);
        let children = below.map(|(child, rendered)| self.child_changes(child, rendered, &changes, registry)).collect();
        Ok(ask(&DiffComparison { asked, sides: self, changes, children, all, by_key }))
    }

    /// Returns the changes for a NamespacedCloudProfile, given both of its rendered sides.
    fn child_changes(
        &self,
        child: &DiffChild,
        rendered: &[ProfileSide<'_>; 2],
        parent: &ProfileChanges,
        registry: &Registry,
    ) -> NamespacedChanges {
        let [old, new] = rendered;
        let empty = NamespacedCloudProfile::default();
        let written = |side: &'_ Profile| side.child().map(|child| child.object.clone());
        let (before, now) = (written(&child.old), written(&child.new));
        let before = before.as_deref().unwrap_or(&empty);
        let now = now.as_deref().unwrap_or(&empty);
        let old = NamespacedSide { child: before, parent: self.old.stored(), rendered: old };
        let new = NamespacedSide { child: now, parent: self.new.stored(), rendered: new };
        NamespacedChanges::between(old, new, parent, registry)
    }
}

impl<'c, 'a> DiffComparison<'c, 'a> {
    /// Returns a comparer for Shoots; each thread needs its own.
    #[must_use]
    pub const fn comparer(&'c self) -> FleetComparer<'c, 'a> {
        FleetComparer { comparison: self, made: BTreeMap::new() }
    }

    /// Returns the answer, except for individual Shoots.
    #[must_use]
    pub fn head(&self, fleet: Option<FleetDiff>) -> DiffHead {
        let changed = !self.changes.is_empty()
            || self.children.iter().any(|child| !child.is_empty())
            || fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty());
        DiffHead {
            settings: self.asked.into(),
            profile: self.sides.key().to_string(),
            new_name: self.sides.new_key().map(ToString::to_string),
            changed,
            knows_images: self.sides.knows_images(),
            update: DiffUpdate::new(self.sides, fleet.as_ref()),
            changes: self.changes.clone(),
            children: self.children.clone(),
            fleet,
        }
    }

    /// Returns the index of the comparison for a Shoot. A Shoot that names no profile is assumed to use this one.
    fn of(&self, shoot: &Shoot) -> Result<usize, ProfileKey> {
        let Some(reference) = shoot.profile() else { return Ok(0) };
        let key = ProfileKey::of(&reference, &shoot.metadata.namespace);
        self.by_key.get(&key).copied().ok_or(key)
    }
}

/// A comparer for Shoots, one after the other.
#[derive(Debug)]
pub struct FleetComparer<'c, 'a> {
    comparison: &'c DiffComparison<'c, 'a>,
    /// The comparers created so far, on demand.
    made: BTreeMap<usize, ShootComparer<'c, 'a>>,
}

impl FleetComparer<'_, '_> {
    /// Compares what a Shoot gets before and after.
    pub fn compare(&mut self, shoot: &Shoot) -> ShootDiff {
        let number = match self.comparison.of(shoot) {
            Ok(number) => number,
            Err(key) => return ShootDiff::Elsewhere(format!("{} {key}", key.kind())),
        };
        let comparer = match self.made.entry(number) {
            Entry::Occupied(made) => Some(made.into_mut()),
            Entry::Vacant(free) => {
                self.comparison.all.get(number).map(|comparison| free.insert(ShootComparer::new(comparison)))
            }
        };
        ShootDiff::Compared(Box::new(comparer.map(|comparer| comparer.compare(shoot)).unwrap_or_default()))
    }
}
