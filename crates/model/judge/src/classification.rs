//! Checks for expired and not yet available versions.

use rootstock_versioning::{Classification, Operator, compare_versions};

use crate::{Before, Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Returns the classification of an image version at the judge's instant.
    #[must_use]
    pub fn classification(self, offer: &Offer<'_>) -> Classification {
        offer.classification(self.settings().now)
    }

    /// Checks that the version is active, i.e. neither expired nor unavailable. An existing pool may switch to an expired
    /// version that is not lower than its own. If the pool's previous state is unknown, an expired version passes, because it
    /// may have expired since.
    #[must_use]
    pub fn activity(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let classification = self.classification(offer);
        let is_allowed = match (&classification, &pool.before) {
            (Classification::Expired, Before::Unknown) => true,
            (Classification::Expired, Before::Pool(old)) => {
                let is_lower = compare_versions(offer.text(), Operator::Less, old.version.unwrap_or_default());
                is_lower != Ok(true)
            }
            (other, _) => other.is_active(),
        };
        (!is_allowed).then_some(Obstacle::Classification { classification })
    }
}
