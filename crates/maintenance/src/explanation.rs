//! Why maintenance takes a worker's image where it does: every version of the image, with its fate.

mod detail;
mod fate;

use rootstock_core_model::nearest;
use rootstock_versioning::{Candidate, Classification, ImageUpdateStrategy, Timestamp, Version};
use serde::Serialize;

pub use detail::{DropDetail, InPlaceObstacle};
pub use fate::Fate;

use crate::decision::{Cause, Decision};
use crate::failure::UpdateFailure;
use crate::filters::Hardware;
use crate::planner::Planner;
use crate::row::WorkerRow;
use crate::worker_demand;

/// Every version of a worker's image with its fate, in the order of the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageExplanation {
    /// The image, as the profile names it.
    pub image: String,
    /// The version in use.
    pub current: String,
    /// How far updates go.
    pub strategy: ImageUpdateStrategy,
    /// What maintenance does.
    pub decision: Decision,
    /// Every version of the image.
    pub versions: Vec<VersionFate>,
}

/// Every Kubernetes version of the profile with its fate, in the order of the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KubernetesExplanation {
    /// The version in use.
    pub current: String,
    /// What maintenance does. A worker's version may be held back to that of its control plane after that.
    pub decision: Decision,
    /// Every version.
    pub versions: Vec<VersionFate>,
}

/// What became of one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionFate {
    /// The version as written.
    pub version: String,
    /// What it is at the time.
    pub classification: Classification,
    /// Whether it is in use.
    pub in_use: bool,
    /// What became of it.
    #[serde(flatten)]
    pub fate: Fate,
}

impl Planner<'_> {
    /// Explains what [`image`](Self::image) answers for the same arguments.
    ///
    /// # Errors
    ///
    /// When a name of the worker leads nowhere; here with a name that may have been meant.
    pub fn explain_image(
        &mut self,
        worker: &WorkerRow<'_>,
        control_plane: &str,
        auto_update: bool,
        at: Timestamp,
    ) -> Result<ImageExplanation, UpdateFailure> {
        let (profile, quirks) = (self.profile(), *self.quirks());
        let name = worker.machine_type.as_ref();
        let (_, machine_type) = profile.machine_type(name).ok_or_else(|| UpdateFailure::MachineTypeMissing {
            name: name.to_owned(),
            nearest: nearest(name, profile.machine_type_names()).map(str::to_owned),
        })?;
        let name = worker.image_name.as_deref().ok_or(UpdateFailure::NoImage)?;
        let (image_index, image) = profile.image(name, &quirks).ok_or_else(|| UpdateFailure::ImageMissing {
            name: name.to_owned(),
            nearest: nearest(name, profile.image_names()).map(str::to_owned),
        })?;
        let kubelet: Version =
            worker.kubernetes_version.as_deref().unwrap_or(control_plane).parse().map_err(UpdateFailure::Kubelet)?;
        let current = worker.image_version.as_deref().ok_or(UpdateFailure::NoImage)?;
        let strategy = image.strategy.clone().map_err(UpdateFailure::Strategy)?;
        let decision = self.image(worker, control_plane, auto_update, at);
        let architecture = worker_demand::architecture(profile, worker, machine_type);
        let demand = worker_demand::compile(profile, worker, architecture)?;
        let wish = detail::Wish { profile, quirks: &quirks, machine_type, worker, demand, kubelet: &kubelet, current };
        let path = fate::Path {
            current: current.parse().ok(),
            reach: fate::Reach::Image(strategy),
            forced: decision.cause().is_some_and(Cause::is_forced),
            decision: &decision,
            quirks: quirks.for_updates(),
        };
        let compiled = profile.catalog().images().get(image_index);
        let compiled = compiled.into_iter().flat_map(|image| image.versions());
        let mut target_is_found = false;
        let versions = image.versions.iter().zip(compiled).enumerate().map(|(number, (version, hardware))| {
            let hardware = Hardware { image: image_index, number, version: hardware };
            let candidate = Candidate::new(version.text(), version.life.lifecycle().at(at));
            let fate = match wish.dropped(version, hardware) {
                Some(detail) => Fate::Dropped { detail },
                None => path.fate(&candidate, &mut target_is_found),
            };
            VersionFate {
                version: version.text().to_owned(),
                classification: candidate.classification().clone(),
                in_use: version.text() == current,
                fate,
            }
        });
        let versions = versions.collect();
        Ok(ImageExplanation { image: image.name.clone(), current: current.to_owned(), strategy, decision, versions })
    }

    /// Explains what [`kubernetes`](Self::kubernetes) answers for the same arguments.
    pub fn explain_kubernetes(&mut self, current: &str, auto_update: bool, at: Timestamp) -> KubernetesExplanation {
        let decision = self.kubernetes(current, auto_update, at);
        let path = fate::Path {
            current: current.parse().ok(),
            reach: fate::Reach::Kubernetes,
            forced: decision.cause().is_some_and(Cause::is_forced),
            decision: &decision,
            quirks: self.quirks().for_updates(),
        };
        let mut target_is_found = false;
        let versions = self.profile().kubernetes().iter().map(|life| {
            let candidate = Candidate::new(&life.version, life.lifecycle().at(at));
            VersionFate {
                version: life.version.clone(),
                classification: candidate.classification().clone(),
                in_use: life.version == current,
                fate: path.fate(&candidate, &mut target_is_found),
            }
        });
        let versions = versions.collect();
        KubernetesExplanation { current: current.to_owned(), decision, versions }
    }
}
