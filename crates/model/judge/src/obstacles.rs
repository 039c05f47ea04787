//! All obstacles between a pool and an image version, in the order of admission.

use crate::{Judge, Obstacle, Offer, Pool};

type Check<'p> = fn(Judge<'p>, &Pool<'_>, &Offer<'_>) -> Option<Obstacle>;

impl<'p> Judge<'p> {
    /// Returns all obstacles between a pool and an image version, in the order in which admission checks them; empty if the
    /// pool may use the version. The provider is only asked if there is no other obstacle.
    #[must_use]
    pub fn obstacles(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let activity = self.activity(pool, offer);
        let obstacles: Vec<Obstacle> = activity.into_iter().chain(self.fit_obstacles(pool, offer)).collect();
        if obstacles.is_empty() { self.mapping(pool, offer).into_iter().collect() } else { obstacles }
    }

    /// Iterates over the obstacles other than the classification, without asking the provider. The iterator is lazy: taking the
    /// first obstacle does not compute the others.
    pub fn fit_obstacles<'a>(
        self,
        pool: &'a Pool<'_>,
        offer: &'a Offer<'_>,
    ) -> impl Iterator<Item = Obstacle> + use<'a, 'p> {
        let checks = [Self::hardware, Self::runtime, Self::kubelet, Self::in_place];
        checks.into_iter().filter_map(move |check| check(self, pool, offer))
    }

    /// Returns the obstacles for which admission refuses a Shoot with this pool and image version, apart from
    /// [`refuses_unmapped`](Self::refuses_unmapped) and [`mapping`](Self::mapping). Fewer checks apply to an unchanged pool.
    #[must_use]
    pub fn refusals(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let is_new = !pool.has_same_image();
        let checks: [(bool, Check<'p>); 6] = [
            (is_new, Self::activity),
            (is_new, Self::architecture),
            (!pool.has_same_demand(), Self::capabilities_except_architecture),
            (!pool.has_same_runtimes(), Self::runtime),
            (true, Self::kubelet),
            (is_new, Self::in_place),
        ];
        let checks = checks.into_iter().filter(|(applies, _)| *applies);
        checks.filter_map(|(_, check)| check(self, pool, offer)).collect()
    }

    /// Checks the architecture first, then the capabilities. A flavor for the architecture is part of compatibility, so
    /// checking both would report one cause twice.
    #[must_use]
    pub fn hardware(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.architecture(pool, offer).or_else(|| self.capabilities(pool, offer))
    }
}
