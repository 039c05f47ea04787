//! The update of the machine image of one worker pool.

use std::sync::Arc;

use rootstock_judge::{Judge, ObstacleKind, Offer, Pool};
use rootstock_versioning::{
    Classification, ImageUpdateStrategy, UpdateCandidate, UpdateDecision, UpdateError, UpdateReason, Version,
    plan_due_image_update, plan_image_update,
};

use super::{failed, strategy, update};
use crate::decision::{Decision, StrategyLimit, UpdateCause};
use crate::failure::{BlockedVersion, HigherVersions, UpdateFailure};

/// The obstacle, if any, of a pool to each version of an image.
pub(super) type Dropped = [Option<ObstacleKind>];

/// The inputs of an image update.
pub(super) struct ImageUpdate<'q> {
    pub(super) judge: Judge<'q>,
    /// The pool, with its image version left open.
    pub(super) pool: Pool<'q>,
    pub(super) dropped: Arc<Dropped>,
    /// The index of the image.
    pub(super) image: usize,
    pub(super) current: &'q str,
    /// The version in use, if the profile has it.
    pub(super) in_use: Option<Offer<'q>>,
    pub(super) auto_update: bool,
    /// Whether the pool spells the image name exactly as the profile does.
    pub(super) has_exact_name: bool,
}

impl ImageUpdate<'_> {
    pub(super) fn decide(&self, candidates: &[UpdateCandidate]) -> Decision {
        let strategy = match strategy(self.judge.profile(), self.image) {
            Ok(strategy) => strategy,
            Err(error) => return failed(None, UpdateFailure::Strategy(error)),
        };
        let left = candidates.iter().zip(&*self.dropped).filter(|(_, dropped)| dropped.is_none()).map(|(left, _)| left);
        let updates = self.judge.quirks().updates;
        let missing = || match self.in_use.and_then(|offer| *self.dropped.get(offer.place.1)?) {
            _ if !self.has_exact_name => UpdateCause::SpelledDifferently,
            Some(reason) => UpdateCause::DoesNotFit(reason),
            None => UpdateCause::NotInProfile,
        };
        let decision = if self.has_exact_name {
            plan_image_update(self.current, left, strategy, self.auto_update, updates)
        } else {
            plan_due_image_update(UpdateReason::Missing, self.current, left, strategy, self.auto_update, updates)
        };
        translate(
            decision,
            missing,
            || self.higher_versions(candidates),
            || self.limit(candidates, strategy),
            |error| {
                let higher = match error {
                    UpdateError::Current(_) | UpdateError::Candidate(_) => HigherVersions::default(),
                    _ => self.higher_versions(candidates),
                };
                match self.blocked(candidates, strategy, higher) {
                    Some(blocked) => UpdateFailure::DoesNotFit(Box::new(blocked)),
                    None => UpdateFailure::NoTarget { error, higher: Box::new(higher) },
                }
            },
        )
    }

    /// Returns the version that the update would go to if nothing had been dropped, and its obstacle.
    ///
    /// The decision is cached for several pools, so it mentions only what they have in common, and no kubelet version.
    fn blocked(
        &self,
        candidates: &[UpdateCandidate],
        strategy: ImageUpdateStrategy,
        higher: HigherVersions,
    ) -> Option<BlockedVersion> {
        let updates = self.judge.quirks().updates;
        let all = candidates.iter();
        let unfiltered =
            plan_due_image_update(UpdateReason::Missing, self.current, all, strategy, self.auto_update, updates);
        let target = unfiltered.target()?;
        let place = candidates.iter().position(|candidate| std::ptr::eq(candidate, target))?;
        let kind = (*self.dropped.get(place)?)?;
        let offer = self.judge.profile().offers_at(self.image).nth(place)?;
        let obstacle = self.judge.fit_obstacles(&self.pool, &offer).next()?;
        let clause = match kind {
            ObstacleKind::Kubelet => {
                let constraint = offer.version.kubelet_version_constraint.as_deref().unwrap_or_default();
                format!("it works with kubelets `{constraint}`")
            }
            _ => obstacle.to_string(),
        };
        Some(BlockedVersion { version: offer.text().to_owned(), kind, clause, higher })
    }

    /// Returns the lowest supported version that fits and is higher, which the strategy rules out if there is no update.
    fn limit(&self, candidates: &[UpdateCandidate], strategy: ImageUpdateStrategy) -> Option<StrategyLimit> {
        if strategy == ImageUpdateStrategy::Major {
            return None;
        }
        let current: Version = self.current.parse().ok()?;
        let fitting = candidates.iter().zip(&*self.dropped).filter(|(_, dropped)| dropped.is_none());
        let higher = fitting.filter_map(|(candidate, _)| {
            let is_offered = candidate.classification() == &Classification::Supported;
            let version = candidate.version().filter(|version| is_offered && **version > current)?;
            Some((version, candidate.text()))
        });
        let (next, version) = higher.min_by_key(|(version, _)| *version)?;
        let is_same = match strategy {
            ImageUpdateStrategy::Patch => (next.major(), next.minor()) == (current.major(), current.minor()),
            _ => next.major() == current.major(),
        };
        if is_same {
            return None;
        }
        Some(StrategyLimit { strategy, version: version.to_owned() })
    }

    fn higher_versions(&self, candidates: &[UpdateCandidate]) -> HigherVersions {
        let mut higher = HigherVersions::default();
        let Ok(current) = self.current.parse::<Version>() else { return higher };
        for (candidate, dropped) in candidates.iter().zip(&*self.dropped) {
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

/// Converts the result of the update path to a decision.
pub(super) fn translate(
    path: UpdateDecision<'_>,
    missing: impl Fn() -> UpdateCause,
    higher: impl FnOnce() -> HigherVersions,
    limit: impl FnOnce() -> Option<StrategyLimit>,
    failure: impl FnOnce(UpdateError) -> UpdateFailure,
) -> Decision {
    let cause = |reason| match reason {
        UpdateReason::Missing => missing(),
        UpdateReason::Expired => UpdateCause::Expired,
        UpdateReason::Auto => UpdateCause::AutoUpdate,
    };
    match path {
        UpdateDecision::NotDue => Decision::NotDue,
        UpdateDecision::UpToDate => {
            let higher = higher();
            Decision::UpToDate { higher: higher.has_dropped().then(|| Arc::new(higher)), limit: limit().map(Arc::new) }
        }
        UpdateDecision::Update { target, reason } => update(cause(reason), target),
        UpdateDecision::Failed { reason, error } => failed(Some(cause(reason)), failure(error)),
    }
}
