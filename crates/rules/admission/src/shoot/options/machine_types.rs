//! The machine types on which a worker may have an image version, and the rejected ones with their obstacles.

use std::fmt;

use rootstock_core_model::WorkerImage;
use rootstock_judge::{Judge, MachineTypeObstacle, Obstacle};
use serde::Serialize;

use super::{NodeImage, WorkerOptions, WorkerQuestion};

/// The answer to "on which machine types may this worker have this image?", in the order of the profile.
pub type MachineTypeOptions = WorkerOptions<MachineTypeOption, RejectedMachineType>;

/// A machine type on which a worker may have an image version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeOption {
    /// The name of the machine type.
    pub name: String,
    /// The image of its nodes.
    #[serde(flatten)]
    pub node: NodeImage,
}

/// A machine type on which a worker may not have an image version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RejectedMachineType {
    /// The name of the machine type.
    pub name: String,
    /// All obstacles.
    pub obstacles: Vec<MachineTypeRejection>,
}

/// A reason why a machine type is rejected.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MachineTypeRejection {
    /// The machine type itself does not fit.
    MachineType(MachineTypeObstacle),
    /// The image version does not fit it.
    Image(Obstacle),
}

impl fmt::Display for MachineTypeRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MachineType(obstacle) => obstacle.fmt(f),
            Self::Image(obstacle) => obstacle.fmt(f),
        }
    }
}

/// Returns the machine types on which a new worker may have an image version. Ignores the machine type that the worker
/// names.
#[must_use]
pub fn machine_type_options(
    judge: Judge<'_>,
    question: WorkerQuestion<'_>,
    image: &str,
    version: &str,
) -> MachineTypeOptions {
    let mut template = question.worker.clone();
    template.machine.image =
        Some(WorkerImage { name: image.to_owned(), version: Some(version.to_owned()), provider_config: None });
    let pool = question.pool(judge, &template);
    let mut answer =
        WorkerOptions { asked: pool.asked(), problems: pool.problems(), options: Vec::new(), rejected: Vec::new() };
    if !answer.problems.is_empty() {
        // A requirement that cannot be met rules out every machine type.
        return answer;
    }
    let Some(offer) = judge.profile().offer(image, version) else {
        answer.problems.push(format!("the profile has no machine image `{image}` `{version}`"));
        return answer;
    };
    for machine_type in judge.profile().spec().types() {
        let mut worker = template.clone();
        worker.machine.machine_type.clone_from(&machine_type.name);
        let question = WorkerQuestion { worker: &worker, ..question };
        let written = question.written_worker(judge);
        let pool = question.pool(judge, &written);
        let mut own = judge.machine_type_obstacles(&pool, &worker.zones, machine_type);
        own.extend(question.region_obstacle(judge, &machine_type.name));
        let wrong_architecture = own.iter().any(|one| matches!(one, MachineTypeObstacle::OtherArchitecture { .. }));
        let mut image_obstacles = judge.obstacles(&pool, &offer);
        if wrong_architecture {
            image_obstacles.retain(|obstacle| !matches!(obstacle, Obstacle::Capabilities { .. }));
        }
        let own = own.into_iter().map(MachineTypeRejection::MachineType);
        let obstacles: Vec<_> = own.chain(image_obstacles.into_iter().map(MachineTypeRejection::Image)).collect();
        let name = machine_type.name.clone();
        if obstacles.is_empty() {
            answer.options.push(MachineTypeOption { name, node: NodeImage::of(judge, &pool, &offer) });
        } else {
            answer.rejected.push(RejectedMachineType { name, obstacles });
        }
    }
    answer
}
