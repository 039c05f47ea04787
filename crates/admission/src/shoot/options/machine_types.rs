//! The machine types on which a worker may have an image version, and the others with why not.

use std::fmt;

use rootstock_core_model::{Capabilities, WorkerImage};
use rootstock_judge::{Judge, MachineTypeObstacle, Obstacle};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

use super::{ImageFlavor, WorkerQuestion, flavor_and_reference};

/// The answer to "on which machine types may this worker have this image?".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineTypeOptions {
    /// What the worker asks for, whatever the machine type.
    pub asked: Capabilities,
    /// What makes no sense: an image version that the profile does not have, an unknown GPU.
    pub problems: Vec<String>,
    /// The machine types that fit, in the order of the profile.
    pub options: Vec<MachineTypeOption>,
    /// The others, in the order of the profile.
    pub rejected: Vec<RejectedMachineType>,
}

/// A machine type on which a worker may have an image version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineTypeOption {
    /// Its name.
    pub name: String,
    /// The flavor that its nodes get; absent if several flavors are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<ImageFlavor>,
    /// The provider's image, where the provider is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<ImageReference>,
    /// Flavors that cannot be told apart: no machine can be created with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ambiguous: Vec<usize>,
}

/// A machine type on which a worker may not have an image version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RejectedMachineType {
    /// Its name.
    pub name: String,
    /// Everything that is in the way.
    pub obstacles: Vec<MachineTypeRejection>,
}

/// One reason why a machine type is out of the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MachineTypeRejection {
    /// The machine type itself.
    MachineType(MachineTypeObstacle),
    /// The image version on it.
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

/// On which machine types a new worker may have an image version. The machine type that the worker names does not matter.
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
    let mut answer = MachineTypeOptions {
        asked: pool.asked(),
        problems: pool.problems(),
        options: Vec::new(),
        rejected: Vec::new(),
    };
    let Some(offer) = judge.profile().offer(image, version) else {
        answer.problems.push(format!("the profile has no machine image `{image}` `{version}`"));
        return answer;
    };
    for machine_type in judge.profile().spec().types() {
        let mut worker = template.clone();
        worker.machine.machine_type.clone_from(&machine_type.name);
        let question = WorkerQuestion { worker: &worker, ..question };
        let settled = question.settled(judge);
        let pool = question.pool(judge, &settled);
        let own = judge.machine_type_obstacles(&pool, &worker.zones, machine_type);
        let wrong_architecture = own.iter().any(|one| matches!(one, MachineTypeObstacle::OtherArchitecture { .. }));
        let mut of_image = judge.obstacles(&pool, &offer);
        if wrong_architecture {
            of_image.retain(|obstacle| !matches!(obstacle, Obstacle::Capabilities { .. }));
        }
        let own = own.into_iter().map(MachineTypeRejection::MachineType);
        let obstacles: Vec<_> = own.chain(of_image.into_iter().map(MachineTypeRejection::Image)).collect();
        let name = machine_type.name.clone();
        if obstacles.is_empty() {
            let (flavor, reference, ambiguous) = flavor_and_reference(judge, &pool, &offer);
            answer.options.push(MachineTypeOption { name, flavor, reference, ambiguous });
        } else {
            answer.rejected.push(RejectedMachineType { name, obstacles });
        }
    }
    answer
}
