//! What a worker may choose from: the images for a machine type, and the machine types for an image.

mod images;
mod machine_types;

use rootstock_capability_engine::SelectionError;
use rootstock_core_model::{Capabilities, Path, Worker};
use rootstock_judge::{Judge, Offer, Pool, Surroundings};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

pub use images::{ImageOption, ImageOptions, RejectedImage, image_options};
pub use machine_types::{
    MachineTypeOption, MachineTypeOptions, MachineTypeRejection, RejectedMachineType, machine_type_options,
};

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
    fn pool(self, judge: Judge<'a>, worker: &'a Worker) -> Pool<'a> {
        let (region, kubernetes_version) = (self.region, self.kubernetes_version);
        Pool::new(
            judge,
            worker.into(),
            Surroundings {
                region,
                kubernetes_version,
                passes_over_unknown_architecture: true,
                ..Surroundings::default()
            },
        )
    }

    /// The worker with the architecture that the mutator would give it.
    fn settled(self, judge: Judge<'_>) -> Worker {
        let mut worker = self.worker.clone();
        let mut filled = Vec::new();
        super::mutator::fill_in_architecture(&mut worker, judge, &Path::object(), &mut filled);
        worker
    }
}

/// The flavor and the provider's image that a worker gets.
fn flavor_and_reference(
    judge: Judge<'_>,
    pool: &Pool<'_>,
    offer: &Offer<'_>,
) -> (Option<ImageFlavor>, Option<ImageReference>, Vec<usize>) {
    let reference = judge.choice(pool, offer).and_then(Result::ok).map(|choice| choice.reference);
    let Some((_, machine_type)) = pool.machine_type else { return (None, reference, Vec::new()) };
    let catalog = &judge.profile().catalog();
    match catalog.select(machine_type, offer.compiled, &pool.demand, judge.quirks()) {
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
        Err(SelectionError::Ambiguous { flavors }) => (None, reference, flavors),
        Err(SelectionError::NoneCompatible) => (None, reference, Vec::new()),
    }
}
