//! The image versions that a worker may choose, best first, and the rejected ones with their obstacles.

use std::cmp::Reverse;

use rootstock_judge::{ImageVersionName, Judge, Obstacle};
use rootstock_versioning::Classification;
use serde::Serialize;

use super::{NodeImage, WorkerOptions, WorkerQuestion};

/// The answer to "which images may this worker have?", best first. The first one is the default, unless it is a preview
/// (or cannot be parsed as a version).
pub type ImageOptions = WorkerOptions<ImageOption, RejectedImage>;

/// An image version that a worker may have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageOption {
    /// The name of the version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The current classification.
    pub classification: Classification,
    /// The image of its nodes.
    #[serde(flatten)]
    pub node: NodeImage,
}

/// An image version that a worker may not have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RejectedImage {
    /// The name of the version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The current classification.
    pub classification: Classification,
    /// All obstacles; the provider's mapping is checked only if there are no others.
    pub obstacles: Vec<Obstacle>,
}

/// Returns the image versions that a new worker may choose, best first: previews last, then the images in the order of
/// the profile, supported versions before deprecated ones, the newest first. So the first one is the default for a
/// worker without an image.
///
/// ```
/// use rootstock_admission::{WorkerQuestion, image_options};
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Worker};
/// use rootstock_judge::{CompiledProfile, Judge};
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{
///   "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}],
///   "machineTypes": [{"name": "medium"}],
///   "machineImages": [{"name": "plain", "versions": [
///     {"version": "1.0.0", "cri": [{"name": "containerd"}]},
///     {"version": "1.1.0", "cri": [{"name": "containerd"}], "kubeletVersionConstraint": ">= 1.34"}]}]
/// }"#)?;
/// let worker: Worker = serde_json::from_str(r#"{"machine": {"type": "medium"}}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
/// let question = WorkerQuestion { worker: &worker, region: "", kubernetes_version: "1.33.5", capabilities: None };
/// let answer = image_options(Judge::new(&profile, settings), question);
/// assert_eq!(answer.options[0].version.version, "1.0.0");
/// let obstacle = answer.rejected[0].obstacles[0].to_string();
/// assert_eq!(obstacle, "it works with kubelets `>= 1.34`, but the kubelet is `1.33.5`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn image_options(judge: Judge<'_>, question: WorkerQuestion<'_>) -> ImageOptions {
    let worker = question.written_worker(judge);
    let pool = question.pool(judge, &worker);
    let mut problems = pool.problems();
    if !problems.is_empty() {
        // A requirement that cannot be met rules out every image.
        return WorkerOptions { asked: pool.asked(), problems, options: Vec::new(), rejected: Vec::new() };
    }
    match pool.machine_type {
        None => problems.push(format!("the profile has no machine type `{}`", worker.machine.machine_type)),
        Some((machine_type, _)) => {
            let obstacles = judge.machine_type_obstacles(&pool, &worker.zones, machine_type);
            problems
                .extend(obstacles.iter().map(|obstacle| format!("machine type `{}`: {obstacle}", machine_type.name)));
        }
    }
    if let Some(obstacle) = question.region_obstacle(judge, &worker.machine.machine_type) {
        problems.push(format!("machine type `{}`: {obstacle}", worker.machine.machine_type));
        return WorkerOptions { asked: pool.asked(), problems, options: Vec::new(), rejected: Vec::new() };
    }
    let (mut options, mut rejected) = (Vec::new(), Vec::new());
    for offer in judge.profile().offers() {
        let version = offer.named();
        let classification = judge.classification(&offer);
        let obstacles = judge.obstacles(&pool, &offer);
        if obstacles.is_empty() {
            let is = |what| classification == what;
            let rank = (
                is(Classification::Preview) || offer.parsed().is_none(),
                offer.place.0,
                is(Classification::Deprecated),
                Reverse(offer.parsed()),
            );
            options.push((rank, ImageOption { version, classification, node: NodeImage::of(judge, &pool, &offer) }));
        } else {
            rejected.push(RejectedImage { version, classification, obstacles });
        }
    }
    options.sort_by_key(|(rank, _)| *rank);
    let options = options.into_iter().map(|(_, option)| option).collect();
    WorkerOptions { asked: pool.asked(), problems, options, rejected }
}
