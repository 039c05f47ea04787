//! Explanations of image updates: every version of the image with its outcome.

mod version_outcome;

use rootstock_core_model::nearest;
use rootstock_judge::{Before, Pool, PoolContext, PoolProperties};
use rootstock_versioning::{Classification, ImageUpdateStrategy, Timestamp, Version};
use serde::Serialize;

pub use version_outcome::VersionOutcome;

use crate::decision::{Decision, UpdateCause};
use crate::failure::UpdateFailure;
use crate::planner::{Planner, strategy};
use crate::row::WorkerRow;

/// Every version of a worker's image with its outcome, in the order of the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageExplanation {
    /// The image name, as in the profile.
    pub image: String,
    /// The version in use.
    pub current: String,
    /// The update strategy of the image.
    pub strategy: ImageUpdateStrategy,
    /// The decision of maintenance.
    pub decision: Decision,
    /// Every version of the image.
    pub versions: Vec<ExplainedVersion>,
}

/// One version with its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedVersion {
    /// The version as written.
    pub version: String,
    /// The classification at that time.
    pub classification: Classification,
    /// Whether the worker uses it.
    pub in_use: bool,
    /// The outcome.
    #[serde(flatten)]
    pub fate: VersionOutcome,
}

impl Planner<'_> {
    /// Explains the result of [`image`](Self::image) for the same arguments.
    ///
    /// # Errors
    ///
    /// Returns an error if a name of the worker cannot be resolved, with the similar name that was probably meant.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks, Worker};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{Planner, WorkerRow};
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineTypes": [{"name": "medium"}],
    ///   "machineImages": [{"name": "plain", "versions": [
    ///     {"version": "1.0.0", "cri": [{"name": "containerd"}], "architectures": ["amd64"]},
    ///     {"version": "1.1.0", "cri": [{"name": "containerd"}], "architectures": ["arm64"]}]}]
    /// }"#)?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let worker: Worker = serde_json::from_str(
    ///     r#"{"name": "a", "machine": {"type": "medium", "image": {"name": "plain", "version": "1.0.0"}}}"#,
    /// )?;
    /// let mut planner = Planner::new(&profile, Quirks::NONE);
    /// let at = "2026-01-01T00:00:00Z".parse()?;
    /// let explanation = planner.explain_image(&WorkerRow::from(&worker), "1.34.1", true, at)?;
    /// let in_use: Vec<&str> =
    ///     explanation.versions.iter().filter(|one| one.in_use).map(|one| one.version.as_str()).collect();
    /// assert_eq!(in_use, ["1.0.0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_image(
        &mut self,
        worker: &WorkerRow<'_>,
        control_plane: &str,
        auto_update: bool,
        at: Timestamp,
    ) -> Result<ImageExplanation, UpdateFailure> {
        let (profile, judge) = (self.profile(), self.judge(at));
        let spec = profile.spec();
        let name = worker.machine_type.as_ref();
        if profile.machine_type(name).is_none() {
            let names = spec.types().iter().map(|machine_type| machine_type.name.as_str());
            let nearest = nearest(name, names).map(str::to_owned);
            return Err(UpdateFailure::MachineTypeMissing { name: name.to_owned(), nearest });
        }
        let name = worker.image_name.as_deref().ok_or(UpdateFailure::NoImage)?;
        let place = profile.image(name, self.quirks());
        let Some((place, image)) = place.and_then(|place| Some((place, spec.images().get(place)?))) else {
            let nearest = nearest(name, spec.images().iter().map(|image| image.name.as_str())).map(str::to_owned);
            return Err(UpdateFailure::ImageMissing { name: name.to_owned(), nearest });
        };
        let kubelet = worker.kubernetes_version.as_deref().unwrap_or(control_plane);
        if let Err(error) = kubelet.parse::<Version>() {
            return Err(UpdateFailure::Kubelet(error));
        }
        let current = worker.image_version.as_deref().ok_or(UpdateFailure::NoImage)?;
        let strategy = strategy(profile, place).map_err(UpdateFailure::Strategy)?;
        let decision = self.image(worker, control_plane, auto_update, at);
        // The version is left open, because it is to be determined.
        let before = worker.properties(profile);
        let properties = PoolProperties { version: None, ..before.clone() };
        let around =
            PoolContext { before: Before::Pool(before), kubernetes_version: control_plane, ..PoolContext::default() };
        let pool = Pool::new(judge, properties, around);
        let problems = pool.problems();
        if !problems.is_empty() {
            return Err(UpdateFailure::WorkerProperties { problems });
        }
        let path = version_outcome::Path {
            current: current.parse().ok(),
            strategy,
            forced: decision.cause().is_some_and(UpdateCause::is_forced),
            decision: &decision,
            quirks: self.quirks().updates,
        };
        let mut target_is_found = false;
        let versions = profile.offers_at(place).map(|offer| {
            let classification = judge.classification(&offer);
            let fate = match judge.fit_obstacles(&pool, &offer).next() {
                Some(obstacle) => VersionOutcome::Dropped { obstacle },
                None => path.fate(&offer, &classification, &mut target_is_found),
            };
            ExplainedVersion { version: offer.text().to_owned(), classification, in_use: offer.text() == current, fate }
        });
        let versions = versions.collect();
        Ok(ImageExplanation { image: image.name.clone(), current: current.to_owned(), strategy, decision, versions })
    }
}
