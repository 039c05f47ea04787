//! The choices for a worker: images for a machine type, and machine types for an image.

mod images;
mod machine_types;

use rootstock_capability_engine::SelectionError;
use rootstock_core_model::{Capabilities, Worker};
use rootstock_judge::{Judge, MachineTypeObstacle, Offer, Pool, PoolContext, PoolProperties};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

use crate::defaulting::DEFAULT_ARCHITECTURE;

pub use images::{ImageOption, ImageOptions, RejectedImage, image_options};
pub use machine_types::{
    MachineTypeOption, MachineTypeOptions, MachineTypeRejection, RejectedMachineType, machine_type_options,
};

/// A worker under construction whose choices are wanted.
#[derive(Debug, Clone, Copy)]
pub struct WorkerQuestion<'a> {
    /// The worker as far as it is decided: machine type, properties, container runtime.
    pub worker: &'a Worker,
    /// The Shoot's region; empty if it does not matter.
    pub region: &'a str,
    /// The control plane's Kubernetes version; empty if it does not matter.
    pub kubernetes_version: &'a str,
    /// Values of capabilities that the worker asks for by name, in addition to its properties.
    pub capabilities: Option<&'a Capabilities>,
}

/// The choices for a worker, and the rejected ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerOptions<O, R> {
    /// The capabilities that the worker asks for.
    pub asked: Capabilities,
    /// Errors in the question: a machine type that is unknown or that the worker cannot use, or an unknown GPU, which rules out
    /// every option.
    pub problems: Vec<String>,
    /// The choices, best first where there is an order.
    pub options: Vec<O>,
    /// The rejected choices, in the order of the profile.
    pub rejected: Vec<R>,
}

/// The image from which the nodes of a worker are created.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeImage {
    /// The flavor that they get; absent if the machine type is unknown, or if several flavors are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<OfferedFlavor>,
    /// The provider's image, if the provider is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<ImageReference>,
    /// Indices of flavors that cannot be distinguished: no machine can be created with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ambiguous: Vec<usize>,
}

/// The flavor of an image version that a worker gets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferedFlavor {
    /// The index in `capabilityFlavors`; absent if the version has no flavors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The capabilities that remain of it on the machine type, for this worker.
    pub capabilities: Capabilities,
}

impl<'a> WorkerQuestion<'a> {
    fn pool(self, judge: Judge<'a>, worker: &'a Worker) -> Pool<'a> {
        let (region, kubernetes_version) = (self.region, self.kubernetes_version);
        Pool::new(
            judge,
            PoolProperties { capabilities: self.capabilities, ..PoolProperties::from(worker) },
            PoolContext { region, kubernetes_version, ignores_unknown_architecture: true, ..PoolContext::default() },
        )
    }

    /// Returns the obstacle to a machine type in the region of a worker without zones.
    fn region_obstacle(self, judge: Judge<'_>, machine_type: &str) -> Option<MachineTypeObstacle> {
        judge.region_obstacle(self.region, machine_type).filter(|_| self.worker.zones.is_empty())
    }

    /// Returns the worker with an architecture: its own, or else that of its machine type, or else amd64. Releases of Gardener
    /// that would fill in amd64 for every machine type accept the worker only if it is written like this.
    fn written_worker(self, judge: Judge<'_>) -> Worker {
        let mut worker = self.worker.clone();
        let machine = &mut worker.machine;
        if machine.architecture.is_none() {
            let machine_type = judge.profile().machine_type(&machine.machine_type);
            let own = machine_type.and_then(|(machine_type, _)| judge.profile().architecture_of(machine_type));
            machine.architecture = Some(own.unwrap_or(DEFAULT_ARCHITECTURE).to_owned());
        }
        worker
    }
}

impl NodeImage {
    /// Describes the flavor of the nodes for a cell of a table.
    #[must_use]
    pub fn flavor_in_words(&self) -> String {
        match (self.flavor.as_ref().map(|flavor| flavor.index), self.ambiguous.as_slice()) {
            (_, [_, ..]) => {
                let indices: Vec<String> = self.ambiguous.iter().map(ToString::to_string).collect();
                format!("none: {} are equal", indices.join(" and "))
            }
            (Some(Some(index)), _) => format!("flavor {index}"),
            (Some(None), _) => "the only one".to_owned(),
            (None, _) => "unknown".to_owned(),
        }
    }

    /// Returns the image that the provider boots; `unknown` if that is not known.
    #[must_use]
    pub fn booted(&self) -> &str {
        self.reference.as_ref().map_or("unknown", |reference| &reference.value)
    }

    fn of(judge: Judge<'_>, pool: &Pool<'_>, offer: &Offer<'_>) -> Self {
        let reference = judge.reference(pool, offer).and_then(Result::ok);
        let unknown = Self { flavor: None, reference, ambiguous: Vec::new() };
        let Some((_, machine_type)) = pool.machine_type else { return unknown };
        let catalog = &judge.profile().catalog();
        match catalog.select(machine_type, offer.compiled, &pool.demand, judge.quirks()) {
            Ok(selection) => {
                let vocabulary = catalog.catalog().vocabulary();
                let left = offer.compiled.flavors.get(selection.flavor).map(|flavor| {
                    vocabulary.to_capabilities(&vocabulary.effective(
                        flavor,
                        &machine_type.capabilities,
                        Some(pool.demand.set()),
                    ))
                });
                let index = offer.compiled.has_flavors.then_some(selection.flavor);
                Self { flavor: left.map(|capabilities| OfferedFlavor { index, capabilities }), ..unknown }
            }
            Err(SelectionError::Ambiguous { flavors }) => Self { ambiguous: flavors, ..unknown },
            Err(SelectionError::NoneCompatible) => unknown,
        }
    }
}
