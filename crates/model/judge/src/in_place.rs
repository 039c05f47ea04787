//! Checks for in-place updates.

use rootstock_versioning::{Operator, compare_versions};

use crate::{InPlaceObstacle, Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Checks that a pool with in-place updates can use the version: for a new pool, that the version supports in-place
    /// updates; for an existing pool, also that its current version can be updated to it.
    #[must_use]
    pub fn in_place(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        if !pool.properties.is_in_place {
            return None;
        }
        let same_image = pool.old().is_none_or(|old| old.image.is_none_or(|image| image == offer.name()));
        self.in_place_update(pool.old_version(), same_image, offer)
    }

    /// Like [`in_place`](Self::in_place), but for nodes with the given version; `None` means new nodes.
    #[must_use]
    pub fn in_place_from(self, current: Option<&str>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.in_place_update(current, true, offer)
    }

    fn in_place_update(self, current: Option<&str>, same_image: bool, offer: &Offer<'_>) -> Option<Obstacle> {
        let updates = offer.version.in_place_updates.as_ref().filter(|updates| updates.supported);
        let Some(updates) = updates else {
            return Some(Obstacle::InPlace { obstacle: InPlaceObstacle::NotSupported });
        };
        // Another image with the same version is an update all the same.
        let current = current.filter(|current| !same_image || *current != offer.text())?;
        let Some(minimum) = updates.min_version_for_update.as_deref() else {
            return Some(Obstacle::InPlace { obstacle: InPlaceObstacle::NoMinimum });
        };
        let is_reachable = compare_versions(minimum, Operator::LessOrEqual, current) == Ok(true);
        (!is_reachable).then(|| Obstacle::InPlace {
            obstacle: InPlaceObstacle::BelowMinimum { current: current.to_owned(), minimum: minimum.to_owned() },
        })
    }
}
