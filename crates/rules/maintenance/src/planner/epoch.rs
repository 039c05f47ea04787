//! A stretch of time in which no version of a profile changes.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use rootstock_judge::{CompiledProfile, Obstacle};
use rootstock_versioning::{
    Candidates, Classification, ImageUpdateStrategy, Timestamp, UpdateDecision as Path, UpdateError, UpdateQuirks,
    UpdateReason, VersionLifecycle, image_target, plan_kubernetes_update,
};

use super::classified::{self, Stretches};
use super::keys::{ChangeKey, DecisionKey, RefusalKey};
use crate::decision::{Decision, Update, UpdateCause};
use crate::failure::{HigherVersions, UpdateFailure};
use crate::planner::{failed, update};

/// The longest version that is remembered: longer texts are no versions.
pub(super) const LONGEST_REMEMBERED: usize = 256;

/// What has been decided in that time.
#[derive(Debug, Default)]
pub(super) struct Epoch {
    pub(super) decisions: KnownDecisions,
    /// What nobody refuses: nearly everything, and a kubelet is like all others of its class there.
    pub(super) accepted: HashSet<ChangeKey>,
    pub(super) refusals: HashMap<RefusalKey, Vec<Obstacle>>,
    /// Without and with automatic updates.
    kubernetes_decisions: [HashMap<String, Decision>; 2],
}

/// Decisions about images. Many keys lead to the same few, which are kept once: a table of numbers is small enough for the caches of a
/// processor.
#[derive(Debug, Default)]
pub(super) struct KnownDecisions {
    numbers: HashMap<DecisionKey, usize>,
    distinct: Vec<Decision>,
    /// The numbers of those without reasons, which are not compared: what happens, and where an update goes.
    known: HashMap<(&'static str, Option<Update>), usize>,
}

impl KnownDecisions {
    pub(super) fn get(&self, key: &DecisionKey) -> Option<&Decision> {
        self.distinct.get(*self.numbers.get(key)?)
    }

    pub(super) fn insert(&mut self, key: DecisionKey, decision: Decision) {
        let has_reasons = matches!(decision, Decision::Failed(_) | Decision::UpToDate { higher: Some(_) });
        let next = self.distinct.len();
        let number = if has_reasons {
            next
        } else {
            *self.known.entry((decision.as_str(), decision.update().cloned())).or_insert(next)
        };
        if number == next {
            self.distinct.push(decision);
        }
        self.numbers.insert(key, number);
    }
}

impl Epoch {
    /// Where Kubernetes goes, and whether that is remembered since now.
    pub(super) fn kubernetes_update(
        &mut self,
        profile: &CompiledProfile,
        stretches: &Stretches,
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
        let key = (classified::number(profile, at), auto_update, quirks);
        if let Some(decision) = stretches.decided(key, current) {
            known.insert(current.to_owned(), decision.clone());
            return (decision, true);
        }
        let classified = stretches.at(profile, at);
        let decision = match plan_kubernetes_update(current, classified.kubernetes.iter(), auto_update, quirks) {
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
        stretches.decide(key, current, &decision);
        known.insert(current.to_owned(), decision.clone());
        (decision, true)
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
