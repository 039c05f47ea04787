//! One question about an image, once it is known what fits.

use rootstock_judge::{Judge, ObstacleKind, Offer, Pool, PoolProperties, Surroundings};
use rootstock_versioning::{
    ImageUpdateStrategy, UpdateCandidate, UpdateError, Version, image_target, plan_image_update,
};

use super::{Dropped, epoch, failed, strategy};
use crate::decision::{Decision, UpdateCause};
use crate::failure::{BlockedVersion, HigherVersions, UpdateFailure};
use crate::row::WorkerRow;

/// Everything a decision about an image depends on, once it is known what fits.
pub(super) struct Question<'q> {
    pub(super) judge: Judge<'q>,
    /// The place of the image.
    pub(super) image: usize,
    pub(super) current: &'q str,
    /// The version in use, if the profile has it.
    pub(super) in_use: Option<Offer<'q>>,
    pub(super) worker: &'q WorkerRow<'q>,
    pub(super) auto_update: bool,
    pub(super) spelled_alike: bool,
}

impl Question<'_> {
    pub(super) fn decide(&self, candidates: &[UpdateCandidate], dropped: &Dropped) -> Decision {
        let strategy = match strategy(self.judge.profile(), self.image) {
            Ok(strategy) => strategy,
            Err(error) => return failed(None, UpdateFailure::Strategy(error)),
        };
        let offers = self.judge.profile().offers_at(self.image);
        let in_place = |offer: &Offer<'_>| {
            let obstacle = self.worker.is_in_place.then(|| self.judge.in_place_from(Some(self.current), offer));
            obstacle.flatten().map(|obstacle| obstacle.kind())
        };
        let dropped: Vec<Option<ObstacleKind>> =
            offers.zip(dropped).map(|(offer, dropped)| dropped.or_else(|| in_place(&offer))).collect();
        let left = candidates.iter().zip(&dropped).filter(|(_, dropped)| dropped.is_none()).map(|(left, _)| left);
        let updates = self.judge.quirks().updates;
        let missing = || match self.in_use.and_then(|offer| *dropped.get(offer.place.1)?) {
            _ if !self.spelled_alike => UpdateCause::SpelledDifferently,
            Some(reason) => UpdateCause::DoesNotFit(reason),
            None => UpdateCause::NotInProfile,
        };
        let decision = if self.spelled_alike {
            plan_image_update(self.current, left, strategy, self.auto_update, updates)
        } else {
            epoch::plan_as_missing(self.current, left, strategy, updates)
        };
        epoch::translate(
            decision,
            missing,
            || self.higher_versions(candidates, &dropped),
            |error| {
                let higher = match error {
                    UpdateError::Current(_) | UpdateError::Candidate(_) => HigherVersions::default(),
                    _ => self.higher_versions(candidates, &dropped),
                };
                match self.blocked(candidates, &dropped, strategy, higher) {
                    Some(blocked) => UpdateFailure::DoesNotFit(Box::new(blocked)),
                    None => UpdateFailure::NoTarget { error, higher: Box::new(higher) },
                }
            },
        )
    }

    /// The version that the update would go to if nothing had been dropped, and what keeps the worker from having it.
    ///
    /// Only what all workers share that the answer is remembered for is told, so nothing of a kubelet's version.
    fn blocked(
        &self,
        candidates: &[UpdateCandidate],
        dropped: &Dropped,
        strategy: ImageUpdateStrategy,
        higher: HigherVersions,
    ) -> Option<BlockedVersion> {
        let updates = self.judge.quirks().updates;
        let target = image_target(self.current, candidates.iter(), strategy, true, updates).ok()??.candidate;
        let place = candidates.iter().position(|candidate| std::ptr::eq(candidate, target))?;
        let kind = (*dropped.get(place)?)?;
        let offer = self.judge.profile().offers_at(self.image).nth(place)?;
        let properties = PoolProperties { version: None, ..self.worker.properties(self.judge.profile()) };
        let pool = Pool::new(self.judge, properties, Surroundings::default());
        let obstacle = match kind {
            ObstacleKind::InPlace => self.judge.in_place_from(Some(self.current), &offer),
            // Of a kubelet there is neither.
            _ => self.judge.hardware(&pool, &offer).or_else(|| self.judge.runtime(&pool, &offer)),
        };
        let constraint = || offer.version.kubelet_version_constraint.as_deref().unwrap_or_default();
        let clause = obstacle.map_or_else(|| format!("it works with kubelets `{}`", constraint()), |it| it.to_string());
        Some(BlockedVersion { version: offer.text().to_owned(), kind, clause, higher })
    }

    fn higher_versions(&self, candidates: &[UpdateCandidate], dropped: &Dropped) -> HigherVersions {
        let mut higher = HigherVersions::default();
        let Ok(current) = self.current.parse::<Version>() else { return higher };
        for (candidate, dropped) in candidates.iter().zip(dropped) {
            if candidate.version().is_some_and(|version| *version > current) {
                higher.count += 1;
                for (reason, count) in ObstacleKind::ALL.iter().zip(&mut higher.dropped) {
                    *count += usize::from(*dropped == Some(*reason));
                }
            }
        }
        higher
    }
}
