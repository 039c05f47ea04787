//! The verdict of admission on the pools of a Shoot after an update.

use rootstock_judge::{Before, Judge, Obstacle, Offer, Pool, PoolContext, PoolProperties};
use rootstock_versioning::Timestamp;

use super::Planner;
use super::key::{AdmissionKey, PoolKey};
use crate::row::WorkerRow;

/// A pool whose versions change, or which is unchanged while other parts of its Shoot change.
pub(crate) struct Change<'w> {
    pub(crate) worker: &'w WorkerRow<'w>,
    /// The region of the Shoot.
    pub(crate) region: &'w str,
    /// The version of its image after the update.
    pub(crate) version: &'w str,
    /// The version of its kubelet after the update.
    pub(crate) kubelet: &'w str,
}

/// The verdict of admission on a pool after a change.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    /// The reasons for refusing the Shoot.
    pub(crate) refusals: Vec<Obstacle>,
    /// Obstacles to creating the pool's machines for which admission does not refuse the Shoot.
    pub(crate) warnings: Vec<Obstacle>,
}

impl<'w> Change<'w> {
    /// Returns whether the image stays.
    fn keeps_image(&self) -> bool {
        self.worker.image_version.as_deref() == Some(self.version)
    }

    /// Returns the pool after the update.
    fn pool(&self, judge: Judge<'w>) -> Pool<'w> {
        let before = self.worker.properties(judge.profile());
        let (version, kubernetes_version) = (Some(self.version), Some(self.kubelet));
        let after = PoolProperties { version, kubernetes_version, ..before.clone() };
        let around = PoolContext { before: Before::Pool(before), region: self.region, ..PoolContext::default() };
        Pool::new(judge, after, around)
    }

    /// Returns the cache key; `None` if the answer is not cached, because for in-place updates it also depends on the
    /// previous version.
    fn key(&self, judge: Judge<'w>, offer: &Offer<'_>, changes: usize) -> Option<AdmissionKey> {
        let profile = judge.profile();
        let kubelet = self.kubelet.parse().ok().filter(|_| !self.worker.is_in_place)?;
        let (image, version) = offer.place;
        let (_, machine_type) = profile.machine_type(&self.worker.machine_type)?;
        Some(AdmissionKey {
            changes,
            pool: PoolKey::new(profile, self.worker, image, machine_type.class, &kubelet)?,
            version,
            keeps_image: self.keeps_image(),
            region: profile.region_index(self.region),
            provider_class: profile.provider_class(machine_type.index),
        })
    }
}

impl Planner<'_> {
    /// Returns the verdict of admission on a pool after a change.
    pub(crate) fn admission(&mut self, change: &Change<'_>, at: Timestamp) -> Admission {
        let mut admission = Admission::default();
        let judge = self.judge(at);
        let name = change.worker.image_name.as_deref().unwrap_or_default();
        let Some(offer) = self.profile.offer(name, change.version) else { return admission };
        let key = change.key(judge, &offer, self.changes_before(at));
        if key.as_ref().is_some_and(|key| self.accepted.get(key).is_some()) {
            return admission;
        }
        let pool = change.pool(judge);
        admission.refusals = judge.refusals(&pool, &offer);
        let keeps_image = change.keeps_image();
        let refuses_unmapped = judge.refuses_unmapped(keeps_image);
        if refuses_unmapped || !keeps_image {
            let obstacles = if refuses_unmapped { &mut admission.refusals } else { &mut admission.warnings };
            obstacles.extend(judge.mapping(&pool, &offer));
        }
        if let Some(key) = key
            && admission.refusals.is_empty()
            && admission.warnings.is_empty()
        {
            self.accepted.insert(key, ());
        }
        admission
    }
}
