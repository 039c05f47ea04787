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

/// What a worker may choose, and what not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerOptions<O, R> {
    /// What the worker asks for.
    pub asked: Capabilities,
    /// What of the question makes no sense: an unknown machine type, and an unknown GPU, with which nothing may be had.
    pub problems: Vec<String>,
    /// What it may have.
    pub options: Vec<O>,
    /// What it may not have, in the order of the profile.
    pub rejected: Vec<R>,
}

/// What the nodes of a worker are made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeImage {
    /// The flavor that they get; absent if the machine type is not known, or if several flavors are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<OfferedFlavor>,
    /// The provider's image, where the provider is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<ImageReference>,
    /// Flavors that cannot be told apart: no machine can be created with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ambiguous: Vec<usize>,
}

/// The flavor of an image version that a worker gets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferedFlavor {
    /// The place in `capabilityFlavors`; absent if the version writes none.
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

impl NodeImage {
    /// Which flavor nodes get, for a cell of a table.
    #[must_use]
    pub fn flavor_in_words(&self) -> String {
        match (self.flavor.as_ref().map(|flavor| flavor.index), self.ambiguous.as_slice()) {
            (_, [_, ..]) => {
                let indices: Vec<String> = self.ambiguous.iter().map(ToString::to_string).collect();
                format!("none: {} are alike", indices.join(" and "))
            }
            (Some(Some(index)), _) => format!("flavor {index}"),
            (Some(None), _) => "the only one".to_owned(),
            (None, _) => "unknown".to_owned(),
        }
    }

    /// What the provider boots; `unknown` if that is not known.
    #[must_use]
    pub fn booted(&self) -> &str {
        self.reference.as_ref().map_or("unknown", |reference| &reference.value)
    }

    fn of(judge: Judge<'_>, pool: &Pool<'_>, offer: &Offer<'_>) -> Self {
        let reference = judge.choice(pool, offer).and_then(Result::ok).map(|choice| choice.reference);
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
