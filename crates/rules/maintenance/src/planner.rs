//! Cached decisions about one profile.

mod admission;
mod cache;
mod candidates;
mod image_update;
mod key;

use std::sync::Arc;

use rootstock_core_model::{JudgeQuirks, MaintenanceQuirks, Quirks, SelectionQuirks, Semantics, Settings};
use rootstock_judge::{Before, CompiledProfile, Judge, Pool, PoolContext, PoolProperties};
use rootstock_versioning::{
    Classification, ImageUpdateStrategy, Timestamp, UpdateQuirks, UpdateStrategyError, Version, VersionLifecycle,
    plan_kubernetes_update,
};

pub(crate) use self::admission::Change;
use self::cache::Cache;
use self::candidates::Candidates;
use self::image_update::{Dropped, ImageUpdate};
use self::key::{AdmissionKey, DecisionKey, PoolKey, VersionInUse};
use crate::decision::{Decision, Failed, Update, UpdateCause};
use crate::failure::{HigherVersions, UpdateFailure};
use crate::row::WorkerRow;

/// The capacity of a planner's cache, in decisions: about 2 MB.
const MAX_CACHED_DECISIONS: usize = 1 << 13;

/// The maximum number of versions with cached obstacles, a byte each: about 4 MB.
const MAX_CACHED_OBSTACLES: usize = 1 << 22;

/// Makes decisions about one profile, and caches them.
///
/// It computes no reasons beyond the cause of an update; [`explain_image`](Self::explain_image) does. Pools with the
/// same requirements (hardware, container runtimes, kubelet) share a decision. The cache is bounded.
#[derive(Debug)]
pub struct Planner<'p> {
    profile: &'p CompiledProfile,
    quirks: Quirks,
    decisions: Cache<DecisionKey, Decision>,
    /// The obstacles of pools to the versions of their images.
    dropped: Cache<PoolKey, Arc<Dropped>>,
    /// The changes that admission accepts without a warning.
    accepted: Cache<AdmissionKey, ()>,
    candidates: Candidates,
}

impl<'p> Planner<'p> {
    /// The quirks that affect plans, each of them on. No other quirk of the newest release changes a plan.
    pub const QUIRKS: Quirks = Quirks {
        selection: SelectionQuirks::GARDENER_1_150,
        updates: UpdateQuirks::GARDENER_1_150,
        judge: JudgeQuirks::GARDENER_1_150,
        maintenance: MaintenanceQuirks::GARDENER_1_150,
        ..Quirks::NONE
    };

    /// Creates a planner with an empty cache.
    #[must_use]
    pub fn new(profile: &'p CompiledProfile, quirks: Quirks) -> Self {
        let versions = profile.offers().count() + profile.kubernetes().len();
        Self {
            profile,
            quirks,
            decisions: Cache::with_capacity(MAX_CACHED_DECISIONS),
            dropped: Cache::with_capacity(MAX_CACHED_OBSTACLES / versions.max(1)),
            accepted: Cache::with_capacity(MAX_CACHED_DECISIONS),
            candidates: Candidates::default(),
        }
    }

    /// Returns the profile of the planner.
    #[must_use]
    pub const fn profile(&self) -> &'p CompiledProfile {
        self.profile
    }

    /// Returns the quirks of the planner's semantics.
    #[must_use]
    pub const fn quirks(&self) -> &Quirks {
        &self.quirks
    }

    /// Returns a judge of the profile at an instant.
    pub(crate) const fn judge(&self, at: Timestamp) -> Judge<'p> {
        // Where the release of Gardener matters to maintenance, it is a quirk. The profile was read for the extension's release.
        let (quirks, gates) = (self.quirks, self.profile.gates());
        let settings = Settings { quirks, gates, own_warnings: false, ..Settings::new(Semantics::Gardener, at) };
        Judge::new(self.profile, settings)
    }

    /// Decides about the machine image of a worker at an instant, given the Kubernetes version of its control plane.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{UpdateCause, Planner, WorkerRow};
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///     "machineTypes": [{"name": "small"}],
    ///     "machineImages": [{"name": "os", "versions": [
    ///         {"version": "1.0.0", "expirationDate": "2026-01-01T00:00:00Z"}, {"version": "1.1.0"}
    ///     ]}]
    /// }"#)?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let worker = WorkerRow {
    ///     machine_type: "small".into(),
    ///     image_name: Some("os".into()),
    ///     image_version: Some("1.0.0".into()),
    ///     ..Default::default()
    /// };
    /// let mut planner = Planner::new(&profile, Quirks::NONE);
    /// let decision = planner.image(&worker, "1.30.4", false, "2026-02-01T00:00:00Z".parse()?);
    /// let update = decision.update().ok_or("no update")?;
    /// assert_eq!((&*update.to, update.cause), ("1.1.0", UpdateCause::Expired));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn image(&mut self, worker: &WorkerRow<'_>, control_plane: &str, auto_update: bool, at: Timestamp) -> Decision {
        self.try_image(worker, control_plane, auto_update, at).unwrap_or_else(|failure| failed(None, failure))
    }

    fn try_image(
        &mut self,
        worker: &WorkerRow<'_>,
        control_plane: &str,
        auto_update: bool,
        at: Timestamp,
    ) -> Result<Decision, UpdateFailure> {
        let (profile, judge) = (self.profile, self.judge(at));
        let name = worker.machine_type.as_ref();
        let (_, machine_type) = profile
            .machine_type(name)
            .ok_or_else(|| UpdateFailure::MachineTypeMissing { name: name.to_owned(), nearest: None })?;
        let name = worker.image_name.as_deref().ok_or(UpdateFailure::NoImage)?;
        let image = profile
            .image(name, &self.quirks)
            .ok_or_else(|| UpdateFailure::ImageMissing { name: name.to_owned(), nearest: None })?;
        let kubelet = worker.kubernetes_version.as_deref().unwrap_or(control_plane);
        let kubelet: Version = kubelet.parse().map_err(UpdateFailure::Kubelet)?;
        let current = worker.image_version.as_deref().ok_or(UpdateFailure::NoImage)?;
        let in_use = profile.offer_at(image, current);
        let has_exact_name = profile.spec().images().get(image).is_some_and(|image| image.name == name);
        let changes = self.changes_before(at);
        // Decisions about versions that the profile does not have are not cached.
        let key = in_use.as_ref().filter(|_| has_exact_name).and_then(|offer| {
            let pool = PoolKey::new(profile, worker, image, machine_type.class, &kubelet)?;
            Some(DecisionKey { changes, auto_update, version: VersionInUse::Image(pool, offer.place.1) })
        });
        if let Some(known) = key.as_ref().and_then(|key| self.decisions.get(key)) {
            return Ok(known.clone());
        }
        let before = worker.properties(profile);
        let properties = PoolProperties { version: None, ..before.clone() };
        let around =
            PoolContext { before: Before::Pool(before), kubernetes_version: control_plane, ..PoolContext::default() };
        let pool = Pool::new(judge, properties, around);
        // Invalid requirements are never ignored.
        let problems = pool.problems();
        if !problems.is_empty() {
            return Err(UpdateFailure::WorkerProperties { problems });
        }
        let dropped = self.dropped(key.as_ref().and_then(DecisionKey::pool), &pool, image, at);
        let update = ImageUpdate { judge, pool, dropped, image, current, in_use, auto_update, has_exact_name };
        let decision = update.decide(self.candidates.image(profile, image, changes, at));
        let decision = decision.with_expiration(|| expired_at(in_use?.version.lifecycle(), at));
        if let Some(key) = key {
            self.decisions.insert(key, decision.clone());
        }
        Ok(decision)
    }

    /// Decides about a Kubernetes version at an instant, of a control plane or of a worker with its own.
    pub fn kubernetes(&mut self, current: &str, auto_update: bool, at: Timestamp) -> Decision {
        let changes = self.changes_before(at);
        let key = VersionInUse::kubernetes(current).map(|version| DecisionKey { changes, auto_update, version });
        if let Some(known) = key.as_ref().and_then(|key| self.decisions.get(key)) {
            return known.clone();
        }
        let candidates = self.candidates.kubernetes(self.profile, changes, at);
        let path = plan_kubernetes_update(current, candidates.iter(), auto_update, self.quirks.updates);
        let decision = match path {
            Err(error) => failed(None, UpdateFailure::Lookup(error)),
            Ok(path) => image_update::translate(
                path,
                || UpdateCause::NotInProfile,
                HigherVersions::default,
                || None,
                |error| UpdateFailure::NoTarget { error, higher: Box::default() },
            ),
        };
        let in_use = || self.profile.kubernetes().iter().find(|version| version.version == current);
        let decision = decision.with_expiration(|| expired_at(in_use()?.lifecycle(), at));
        if let Some(key) = key {
            self.decisions.insert(key, decision.clone());
        }
        decision
    }

    /// Returns the first obstacle, if any, of a pool to each version of its image.
    fn dropped(&mut self, key: Option<&PoolKey>, pool: &Pool<'_>, image: usize, at: Timestamp) -> Arc<Dropped> {
        if let Some(known) = key.and_then(|key| self.dropped.get(key)) {
            return Arc::clone(known);
        }
        let judge = self.judge(at);
        let offers = self.profile.offers_at(image);
        let dropped: Arc<Dropped> =
            offers.map(|offer| Some(judge.fit_obstacles(pool, &offer).next()?.kind())).collect();
        if let Some(key) = key {
            self.dropped.insert(key.clone(), Arc::clone(&dropped));
        }
        dropped
    }

    /// Returns the number of changes of the profile before an instant. The profile is constant between changes.
    fn changes_before(&self, at: Timestamp) -> usize {
        self.profile.changes().partition_point(|after| *after < at)
    }
}

/// Returns the time at which an expired version expired.
fn expired_at(lifecycle: VersionLifecycle<'_>, at: Timestamp) -> Option<Timestamp> {
    let transitions = lifecycle.transitions(Timestamp::from_unix_seconds(i64::MIN));
    let past = transitions.into_iter().rfind(|transition| transition.after < at);
    past.filter(|last| last.classification == Classification::Expired).map(|last| last.after)
}

/// Returns the update strategy of the image at that position.
pub(crate) fn strategy(profile: &CompiledProfile, image: usize) -> Result<ImageUpdateStrategy, UpdateStrategyError> {
    profile.images().get(image).map_or(Ok(ImageUpdateStrategy::default()), |image| image.strategy.clone())
}

pub(crate) fn failed(cause: Option<UpdateCause>, failure: UpdateFailure) -> Decision {
    Decision::Failed(Failed { cause, expired_at: None, failure: Arc::new(failure) })
}

/// Converts a target of the update path to a decision.
pub(crate) fn update(cause: UpdateCause, target: rootstock_versioning::UpdateTarget<'_>) -> Decision {
    Decision::Update(Update {
        to: target.candidate.text().into(),
        classification: target.candidate.classification().clone(),
        cause,
        expired_at: None,
        step: target.step,
        limited_by_control_plane: false,
    })
}
