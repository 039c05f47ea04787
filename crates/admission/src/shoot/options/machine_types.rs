//! The machine types on which a worker may have an image version, and the others with why not.

use std::fmt;

use rootstock_core_model::{Capabilities, MachineType, WorkerImage};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

use super::{ImageFlavor, WorkerQuestion, asked, flavor_and_reference, problems};
use crate::shoot::obstacle::listed;
use crate::shoot::{Obstacle, ShootProfile};

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
    pub obstacles: Vec<MachineTypeObstacle>,
    /// The same in words.
    pub explanation: Vec<String>,
}

/// One reason why a machine type is out of the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", untagged)]
pub enum MachineTypeObstacle {
    /// The machine type itself.
    MachineType(MachineTypeFault),
    /// The image version on it.
    Image(Obstacle),
}

/// Why a machine type cannot be chosen, whatever the image.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "reason")]
pub enum MachineTypeFault {
    /// The profile marks it so.
    NotUsable,
    /// It is not to be had in some of the worker's zones.
    NotInZones {
        /// Those.
        zones: Vec<String>,
    },
    /// The worker wants another architecture.
    OtherArchitecture {
        /// The machine type's.
        own: String,
        /// The worker's.
        wanted: String,
    },
}

impl fmt::Display for MachineTypeObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MachineType(MachineTypeFault::NotUsable) => f.write_str("the profile marks it as not usable"),
            Self::MachineType(MachineTypeFault::NotInZones { zones }) => {
                write!(f, "it is not to be had in zone {}", listed(zones))
            }
            Self::MachineType(MachineTypeFault::OtherArchitecture { own, wanted }) => {
                write!(f, "its architecture is `{own}`, and the worker wants `{wanted}`")
            }
            Self::Image(obstacle) => obstacle.fmt(f),
        }
    }
}

/// On which machine types a new worker may have an image version. The machine type that the worker names does not matter.
#[must_use]
pub fn machine_type_options(
    profile: &ShootProfile<'_>,
    question: WorkerQuestion<'_>,
    image: &str,
    version: &str,
) -> MachineTypeOptions {
    let mut template = question.worker.clone();
    template.machine.image =
        Some(WorkerImage { name: image.to_owned(), version: Some(version.to_owned()), provider_config: None });
    let pool = question.pool(profile, &template);
    let mut answer = MachineTypeOptions {
        asked: asked(&pool),
        problems: problems(&pool),
        options: Vec::new(),
        rejected: Vec::new(),
    };
    let Some(offer) = profile.offer(image, version) else {
        answer.problems.push(format!("the profile has no machine image `{image}` `{version}`"));
        return answer;
    };
    for machine_type in profile.spec.types() {
        let mut worker = template.clone();
        worker.machine.machine_type.clone_from(&machine_type.name);
        let question = WorkerQuestion { worker: &worker, ..question };
        let settled = question.settled(profile);
        let pool = question.pool(profile, &settled);
        let faults = faults(profile, question, machine_type, pool.architecture);
        let wrong_architecture = faults.iter().any(|fault| matches!(fault, MachineTypeFault::OtherArchitecture { .. }));
        let mut of_image = profile.obstacles(&pool, &offer);
        if wrong_architecture {
            of_image.retain(|obstacle| !matches!(obstacle, Obstacle::Capabilities { .. }));
        }
        let faults = faults.into_iter().map(MachineTypeObstacle::MachineType);
        let obstacles: Vec<_> = faults.chain(of_image.into_iter().map(MachineTypeObstacle::Image)).collect();
        let name = machine_type.name.clone();
        if obstacles.is_empty() {
            let (flavor, reference, ambiguous) = flavor_and_reference(profile, &pool, &offer);
            answer.options.push(MachineTypeOption { name, flavor, reference, ambiguous });
        } else {
            let explanation = obstacles.iter().map(ToString::to_string).collect();
            answer.rejected.push(RejectedMachineType { name, obstacles, explanation });
        }
    }
    answer
}

fn faults(
    profile: &ShootProfile<'_>,
    question: WorkerQuestion<'_>,
    machine_type: &MachineType,
    wanted: Option<&str>,
) -> Vec<MachineTypeFault> {
    let mut faults = Vec::new();
    if machine_type.usable == Some(false) {
        faults.push(MachineTypeFault::NotUsable);
    }
    let region = profile.region(question.region);
    let zones = region.and_then(|region| region.zones.as_deref()).unwrap_or_default();
    let without = zones.iter().filter(|zone| question.worker.zones.contains(&zone.name));
    let without =
        without.filter(|zone| zone.unavailable_machine_types.iter().flatten().any(|name| *name == machine_type.name));
    let zones: Vec<String> = without.map(|zone| zone.name.clone()).collect();
    if !zones.is_empty() {
        faults.push(MachineTypeFault::NotInZones { zones });
    }
    if let (Some(own), Some(wanted)) = (profile.architecture_of(machine_type), wanted)
        && own != wanted
    {
        faults.push(MachineTypeFault::OtherArchitecture { own: own.to_owned(), wanted: wanted.to_owned() });
    }
    faults
}
