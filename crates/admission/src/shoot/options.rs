//! What a worker may choose from: the images for a machine type, and the machine types for an image.

mod images;
mod machine_types;

use rootstock_core_model::{ARCHITECTURE, Capabilities, Path, Worker};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

pub use images::{ImageOption, ImageOptions, RejectedImage, image_options};
pub use machine_types::{
    MachineTypeFault, MachineTypeObstacle, MachineTypeOption, MachineTypeOptions, RejectedMachineType,
    machine_type_options,
};

use super::pool::{Pool, Surroundings};
use super::profile::Offer;
use super::{ShootOperation, ShootProfile};

/// A worker in the making: what is asked is what it may choose.
#[derive(Debug, Clone, Copy)]
pub struct WorkerQuestion<'a> {
    /// The worker, as far as it is settled: machine type, properties, container runtime.
    pub worker: &'a Worker,
    /// The Shoot's region; empty if it does not matter.
    pub region: &'a str,
    /// The control plane's Kubernetes version; empty if it does not matter.
    pub kubernetes_version: &'a str,
}

/// The flavor of an image version that a worker gets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageFlavor {
    /// Its place in `capabilityFlavors`; absent if the version writes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// What is left of it on the machine type, for the worker.
    pub capabilities: Capabilities,
}

impl<'a> WorkerQuestion<'a> {
    fn pool(self, profile: &'a ShootProfile<'a>, worker: &'a Worker) -> Pool<'a> {
        let (region, kubernetes_version) = (self.region, self.kubernetes_version);
        let around = Surroundings { operation: ShootOperation::Create, region, kubernetes_version };
        Pool::new(profile, worker, around, &Path::object())
    }

    /// The worker with the architecture that the mutator would give it.
    fn settled(self, profile: &ShootProfile<'_>) -> Worker {
        let mut worker = self.worker.clone();
        let mut filled = Vec::new();
        super::mutator::fill_in_architecture(&mut worker, profile, &Path::object(), &mut filled);
        worker
    }
}

/// The flavor and the provider's image that a worker gets.
fn flavor_and_reference(
    profile: &ShootProfile<'_>,
    pool: &Pool<'_>,
    offer: &Offer<'_>,
) -> (Option<ImageFlavor>, Option<ImageReference>, Vec<usize>) {
    let reference = profile.provider_choice(pool, offer).and_then(Result::ok).map(|choice| choice.reference);
    let Some((_, machine_type)) = pool.machine_type else { return (None, reference, Vec::new()) };
    let catalog = &profile.catalog;
    match catalog.select(machine_type, offer.compiled, &pool.demand, profile.quirks()) {
        Ok(selection) => {
            let vocabulary = catalog.catalog().vocabulary();
            let left = offer.compiled.flavors().get(selection.flavor).map(|flavor| {
                vocabulary.to_capabilities(&vocabulary.effective(
                    flavor,
                    machine_type.capabilities(),
                    Some(pool.demand.set()),
                ))
            });
            let index = offer.compiled.has_flavors().then_some(selection.flavor);
            (left.map(|capabilities| ImageFlavor { index, capabilities }), reference, Vec::new())
        }
        Err(rootstock_capability_engine::SelectionError::Ambiguous { flavors }) => (None, reference, flavors),
        Err(rootstock_capability_engine::SelectionError::NoneCompatible) => (None, reference, Vec::new()),
    }
}

/// What a worker asks for, as one map.
fn asked(pool: &Pool<'_>) -> Capabilities {
    let mut asked = pool.demand.demand().capabilities.clone();
    if let Some(architecture) = pool.architecture {
        asked.insert(ARCHITECTURE, vec![architecture.to_owned()]);
    }
    asked
}

/// What of a worker makes no sense, in words.
fn problems(pool: &Pool<'_>) -> Vec<String> {
    let unreadable = pool.unreadable.iter().map(|violation| format!("{}: {}", violation.path, violation.detail));
    unreadable.chain(pool.demand_errors.iter().map(ToString::to_string)).collect()
}
