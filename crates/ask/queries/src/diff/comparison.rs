//! Both profiles, ready to be asked about Shoots.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rootstock_analysis::ProfileKey;
use rootstock_behavioural_diff::{NamespacedChanges, ProfileChanges, ShootChanges, ShootComparer, ShootComparison};
use rootstock_core_model::Shoot;

use super::{DiffHead, DiffSides, DiffUpdate, FleetDiff};
use crate::Asked;

/// Both profiles compared, and ready to be asked about Shoots.
#[derive(Debug)]
pub struct DiffComparison<'c, 'a> {
    pub(super) asked: Asked,
    pub(super) sides: &'c DiffSides,
    pub(super) changes: ProfileChanges,
    pub(super) children: Vec<NamespacedChanges>,
    /// Those of the profile and of the NamespacedCloudProfiles below it; that of the profile comes first.
    pub(super) all: Vec<ShootComparison<'c, 'a>>,
    /// Which of them it is, by what leads to it.
    pub(super) by_key: BTreeMap<ProfileKey, usize>,
}

/// What changes for one Shoot.
#[derive(Debug, Clone, PartialEq)]
pub enum ShootDiff {
    /// The Shoot uses the profile, or a NamespacedCloudProfile below it.
    Compared(Box<ShootChanges>),
    /// The Shoot uses this other profile.
    Elsewhere(String),
}

impl<'c, 'a> DiffComparison<'c, 'a> {
    /// Compares Shoots; each thread has its own.
    #[must_use]
    pub const fn comparer(&'c self) -> FleetComparer<'c, 'a> {
        FleetComparer { comparison: self, made: BTreeMap::new() }
    }

    /// The answer but for the Shoots one by one.
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
            update: DiffUpdate::new(&self.sides.report, fleet.as_ref()),
            changes: self.changes.clone(),
            children: self.children.clone(),
            fleet,
        }
    }

    /// The number of the comparison for a Shoot; one that names no profile is taken for one of this profile.
    fn of(&self, shoot: &Shoot) -> Result<usize, ProfileKey> {
        let Some(reference) = shoot.profile() else { return Ok(0) };
        let key = ProfileKey::of(&reference, &shoot.metadata.namespace);
        self.by_key.get(&key).copied().ok_or(key)
    }
}

/// Compares Shoots, one after the other.
#[derive(Debug)]
pub struct FleetComparer<'c, 'a> {
    comparison: &'c DiffComparison<'c, 'a>,
    /// Made when they are needed.
    made: BTreeMap<usize, ShootComparer<'c, 'a>>,
}

impl FleetComparer<'_, '_> {
    /// What changes for a Shoot.
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
