//! The version as a whole against the pool's architecture.

use crate::{Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Whether the version exists for the pool's architecture. Nothing is in the way of a pool whose architecture is not
    /// known or passed over.
    #[must_use]
    pub fn architecture(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.exists_for(pool.architecture?, offer)
    }

    /// The same for any architecture.
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
