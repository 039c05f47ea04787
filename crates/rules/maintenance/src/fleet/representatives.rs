//! Shoots that together use everything that a fleet uses.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use crate::row::ShootRow;

/// The number of Shoots that a change of a profile is checked against: more would take too much time and memory.
pub const MAX_CHECKED_USERS: usize = 2_000;

/// The versions and machine types that a Shoot uses, in a few bytes.
#[derive(Debug, Clone)]
pub struct ShootUses {
    hashes: Arc<[u64]>,
    /// The sum of the workers' minimum sizes.
    minimum: i64,
}

impl ShootUses {
    /// Returns what a Shoot uses.
    #[must_use]
    pub fn of(shoot: &ShootRow<'_>) -> Self {
        let mut hashes = vec![hash(&shoot.kubernetes_version)];
        for worker in &shoot.workers {
            hashes.extend(worker.kubernetes_version.as_ref().map(hash));
            hashes.push(hash((&worker.image_name, &worker.image_version)));
            hashes.push(hash((&worker.machine_type, &worker.image_name, &worker.image_version, &shoot.region)));
        }
        hashes.sort_unstable();
        hashes.dedup();
        let minimum = shoot.workers.iter().map(|worker| i64::from(worker.minimum)).sum();
        Self { hashes: hashes.into(), minimum }
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Selects Shoots that together use everything that the Shoots of a profile use.
///
/// Shoots with the same versions and machine types are affected by a change together, so it is enough to check one of them.
///
/// ```
/// use rootstock_maintenance::{Representatives, ShootRow, ShootUses};
/// let uses = |version: &'static str| ShootUses::of(&ShootRow { kubernetes_version: version.into(), ..ShootRow::default() });
/// let mut representatives = Representatives::default();
/// let selected = ["1.34.1", "1.34.1", "1.33.5"].map(|version| representatives.add(&uses(version)));
/// assert_eq!(selected, [true, false, true]);
/// ```
#[derive(Debug, Default)]
pub struct Representatives {
    used: HashSet<u64>,
    minimum: i64,
}

impl Representatives {
    /// Adds a Shoot. Returns whether it uses something that the earlier ones do not use, or more nodes than any of them.
    pub fn add(&mut self, uses: &ShootUses) -> bool {
        let before = self.used.len();
        self.used.extend(uses.hashes.iter());
        let is_largest = uses.minimum > self.minimum;
        self.minimum = self.minimum.max(uses.minimum);
        is_largest || self.used.len() > before
    }
}

/// Returns a note if a change is checked against some of its users only.
///
/// ```
/// use rootstock_maintenance::unchecked_users_note;
/// let note = unchecked_users_note(2000, 2500, 12).ok_or("no note")?;
/// assert_eq!(note, "the change affects 2500 Shoots; 2000 of them were checked, with all versions that they use");
/// assert_eq!(unchecked_users_note(12, 12, 3), None);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn unchecked_users_note(checked: usize, all: usize, representatives: usize) -> Option<String> {
    let with_all_versions = if checked >= representatives { ", with all versions that they use" } else { "" };
    (checked < all)
        .then(|| format!("the change affects {all} Shoots; {checked} of them were checked{with_all_versions}"))
}
