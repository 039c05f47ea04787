//! Checks of an image version's architectures.

use crate::{Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Checks that the version exists for the pool's architecture. Passes if the pool's architecture is unknown or ignored.
    #[must_use]
    pub fn architecture(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.exists_for(pool.architecture?, offer)
    }

    /// Like [`architecture`](Self::architecture), but for any architecture.
    #[must_use]
    pub fn exists_for(self, wanted: &str, offer: &Offer<'_>) -> Option<Obstacle> {
        let catalog = self.profile().compiled();
        (!catalog.exists_for(offer.compiled, wanted, self.quirks())).then(|| {
            let offered = catalog.architectures(offer.compiled, self.quirks());
            Obstacle::Architecture {
                wanted: wanted.to_owned(),
                offered: offered.into_iter().map(str::to_owned).collect(),
            }
        })
    }
}
