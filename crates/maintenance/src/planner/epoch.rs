//! A stretch of time in which no version of a profile changes.

use std::sync::Arc;

use foldhash::HashMap;
use rootstock_judge::{CompiledProfile, Obstacle, Offer};
use rootstock_versioning::{
    Candidates, Classification, ImageUpdateStrategy, Timestamp, UpdateCandidate, UpdateDecision as Path, UpdateError,
    UpdateQuirks, UpdateReason, VersionLifecycle, image_target, plan_kubernetes_update,
};

use super::keys::{DecisionKey, RefusalKey};
use crate::decision::{Decision, UpdateCause};
use crate::failure::{HigherVersions, UpdateFailure};
use crate::planner::{failed, update};

/// The longest version that is remembered: longer texts are no versions.
pub(super) const LONGEST_REMEMBERED: usize = 256;

/// The versions of a profile as they are in that time, and what has been decided.
#[derive(Debug)]
pub(super) struct Epoch {
    images: Vec<Vec<UpdateCandidate>>,
    kubernetes: Vec<UpdateCandidate>,
    pub(super) decisions: HashMap<DecisionKey, Decision>,
    pub(super) refusals: HashMap<RefusalKey, Arc<[Obstacle]>>,
    /// Without and with automatic updates.
    kubernetes_decisions: [HashMap<String, Decision>; 2],
}

/// The versions of a profile as they are at some instant, which every epoch classifies anew.
#[derive(Debug)]
pub(super) struct Named {
    images: Vec<Vec<UpdateCandidate>>,
    kubernetes: Vec<UpdateCandidate>,
}

impl Named {
    pub(super) fn new(profile: &CompiledProfile, at: Timestamp) -> Self {
        let candidates = |image| profile.offers_at(image).map(|offer| candidate(&offer, at)).collect();
        let kubernetes = profile.kubernetes().iter();
        Self {
            images: (0..profile.images().len()).map(candidates).collect(),
            kubernetes: kubernetes
                .map(|version| UpdateCandidate::new(&version.version, version.lifecycle().at(at)))
                .collect(),
        }
    }
}

impl Epoch {
    pub(super) fn new(profile: &CompiledProfile, named: &Named, at: Timestamp) -> Self {
        let images = named.images.iter().enumerate().map(|(image, named)| {
            let offers = profile.offers_at(image).zip(named);
            offers.map(|(offer, named)| named.classified(offer.classification(at))).collect()
        });
        let kubernetes = profile.kubernetes().iter().zip(&named.kubernetes);
        Self {
            images: images.collect(),
            kubernetes: kubernetes.map(|(version, named)| named.classified(version.lifecycle().at(at))).collect(),
            decisions: HashMap::default(),
            refusals: HashMap::default(),
            kubernetes_decisions: Default::default(),
        }
    }

    /// The versions of an image.
    pub(super) fn image(&self, index: usize) -> &[UpdateCandidate] {
        self.images.get(index).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where Kubernetes goes, and whether that is remembered since now.
    pub(super) fn kubernetes_update(
        &mut self,
        profile: &CompiledProfile,
        current: &str,
        auto_update: bool,
        quirks: UpdateQuirks,
        at: Timestamp,
    ) -> (Decision, bool) {
        let [without, with] = &mut self.kubernetes_decisions;
        let known = if auto_update { with } else { without };
        if let Some(known) = known.get(current) {
            return (known.clone(), false);
        }
        let decision = match plan_kubernetes_update(current, self.kubernetes.iter(), auto_update, quirks) {
            Err(error) => failed(None, UpdateFailure::Lookup(error)),
            Ok(path) => translate(
                path,
                || UpdateCause::NotInProfile,
                HigherVersions::default,
                |error| UpdateFailure::NoTarget { error, higher: Box::default() },
            ),
        };
        let in_use = || profile.kubernetes().iter().find(|version| version.version == current);
        let decision = decision.dated(|| expired_at(in_use()?.lifecycle(), at));
        if current.len() > LONGEST_REMEMBERED {
            return (decision, false);
        }
        known.insert(current.to_owned(), decision.clone());
        (decision, true)
    }
}

/// An image version as it is in that time.
fn candidate(offer: &Offer<'_>, at: Timestamp) -> UpdateCandidate {
    let classification = offer.classification(at);
    match offer.parsed() {
        Some(version) => UpdateCandidate::of_version(offer.text(), version, classification),
        None => UpdateCandidate::new(offer.text(), classification),
    }
}

/// When a version that has expired did.
pub(super) fn expired_at(lifecycle: VersionLifecycle<'_>, at: Timestamp) -> Option<Timestamp> {
    let transitions = lifecycle.transitions(Timestamp::from_unix_seconds(i64::MIN));
    let past = transitions.into_iter().rfind(|transition| transition.after < at);
    past.filter(|last| last.classification == Classification::Expired).map(|last| last.after)
}

/// The update path's answer in this crate's terms.
pub(super) fn translate(
    path: Path<'_>,
    missing: impl Fn() -> UpdateCause,
    higher: impl FnOnce() -> HigherVersions,
    failure: impl FnOnce(UpdateError) -> UpdateFailure,
) -> Decision {
    let cause = |reason| match reason {
        UpdateReason::Missing => missing(),
        UpdateReason::Expired => UpdateCause::Expired,
        UpdateReason::Auto => UpdateCause::AutoUpdate,
    };
    match path {
        Path::NotDue => Decision::NotDue,
        Path::UpToDate => {
            let higher = higher();
            Decision::UpToDate { higher: higher.any_dropped().then(|| Arc::new(higher)) }
        }
        Path::Update { target, reason } => update(cause(reason), target),
        Path::Failed { reason, error } => failed(Some(cause(reason)), failure(error)),
    }
}

/// The update path of a version that is treated as missing although it may be there.
pub(super) fn plan_as_missing<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
    strategy: ImageUpdateStrategy,
    quirks: UpdateQuirks,
) -> Path<'c> {
    let reason = UpdateReason::Missing;
    match image_target(current, candidates, strategy, true, quirks) {
        Ok(Some(target)) => Path::Update { target, reason },
        Ok(None) => Path::UpToDate,
        Err(error) => Path::Failed { reason, error },
    }
}
