//! What admission says of the pools of a Shoot after an update.

use rootstock_judge::{Before, Judge, Obstacle, Offer, Pool, PoolProperties, Surroundings};
use rootstock_versioning::Timestamp;

use super::Planner;
use super::question::{ChangeQuestion, PoolKey};
use crate::row::WorkerRow;

/// A pool whose versions change, or which stays as it is while others of its Shoot change.
pub(crate) struct Change<'w> {
    pub(crate) worker: &'w WorkerRow<'w>,
    /// The region of the Shoot.
    pub(crate) region: &'w str,
    /// The version of its image afterwards.
    pub(crate) version: &'w str,
    /// The version of its kubelet afterwards.
    pub(crate) kubelet: &'w str,
}

/// What admission says of a pool after a change.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    /// Why it refuses the Shoot.
    pub(crate) refusals: Vec<Obstacle>,
    /// Why the machines of the pool could not be created, where it refuses nothing because of that.
    pub(crate) warnings: Vec<Obstacle>,
}

impl<'w> Change<'w> {
    /// Whether the image stays.
    fn keeps_image(&self) -> bool {
        self.worker.image_version.as_deref() == Some(self.version)
    }

    /// The pool afterwards.
    fn pool(&self, judge: Judge<'w>) -> Pool<'w> {
        let before = self.worker.properties(judge.profile());
        let (version, kubernetes_version) = (Some(self.version), Some(self.kubelet));
        let after = PoolProperties { version, kubernetes_version, ..before.clone() };
        let around = Surroundings { before: Before::Pool(before), region: self.region, ..Surroundings::default() };
        Pool::new(judge, after, around)
    }

    /// `None` where the answer is not remembered: where nodes are updated in place, it depends on the version before as well.
    fn question(&self, judge: Judge<'w>, offer: &Offer<'_>, changes: usize) -> Option<ChangeQuestion> {
        let profile = judge.profile();
        let kubelet = self.kubelet.parse().ok().filter(|_| !self.worker.is_in_place)?;
        let (image, version) = offer.place;
        let (_, machine_type) = profile.machine_type(&self.worker.machine_type)?;
        Some(ChangeQuestion {
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
    /// What admission says of a pool after a change.
    pub(crate) fn admission(&mut self, change: &Change<'_>, at: Timestamp) -> Admission {
        let mut admission = Admission::default();
        let judge = self.judge(at);
        let name = change.worker.image_name.as_deref().unwrap_or_default();
        let Some(offer) = self.profile.offer(name, change.version) else { return admission };
        let question = change.question(judge, &offer, self.changes_before(at));
        if question.as_ref().is_some_and(|question| self.accepted.get(question).is_some()) {
            return admission;
        }
        let pool = change.pool(judge);
        admission.refusals = judge.refusals(&pool, &offer);
        let keeps_image = change.keeps_image();
        let refuses_unmapped = judge.refuses_unmapped(keeps_image);
        if refuses_unmapped || !keeps_image {
            let told = if refuses_unmapped { &mut admission.refusals } else { &mut admission.warnings };
            told.extend(judge.mapping(&pool, &offer));
        }
        if let Some(question) = question
            && admission.refusals.is_empty()
            && admission.warnings.is_empty()
        {
            self.accepted.keep(question, ());
        }
        admission
    }
}
