//! A worker made of what the command line says about it.

use std::path::Path;

use rootstock_core_model::read::{self, Document};
use rootstock_core_model::{
    CloudProfileSpec, FeatureGate, RawObject, ReadLimits, Settings, UpdateStrategy, Worker, WorkerContainerRuntime,
    WorkerCri, WorkerGpu,
};
use rootstock_provider_api::Provider;
use rootstock_versioning::Version;
use rootstock_worker_capabilities::{CompiledDemand, Demand, ReadDemand, WorkerCatalog};

use crate::cli::{SurroundingsArguments, UpdateStrategyArgument, WorkerArguments};
use crate::lookup::named;
use crate::status::Failure;
use crate::{Streams, input};

/// The worker that the properties describe. What depends on a gate that is off is refused, not ignored.
pub(crate) fn worker(
    properties: &WorkerArguments,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Worker, Failure> {
    let given = [
        ("--secure-boot", properties.secure_boot),
        ("--gpu", properties.gpu.is_some()),
        ("--worker-config", properties.worker_config.is_some()),
    ];
    for (argument, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
        require_gate(argument, settings)?;
    }
    let mut worker = Worker::default();
    worker.machine.secure_boot = properties.secure_boot.then_some(true);
    worker.machine.gpu = properties.gpu.clone().map(|gpu_type| WorkerGpu { gpu_type });
    worker.update_strategy = properties.update_strategy.map(|strategy| match strategy {
        UpdateStrategyArgument::AutoRolling => UpdateStrategy::AutoRollingUpdate,
        UpdateStrategyArgument::AutoInPlace => UpdateStrategy::AutoInPlaceUpdate,
        UpdateStrategyArgument::ManualInPlace => UpdateStrategy::ManualInPlaceUpdate,
    });
    if let Some(path) = &properties.worker_config {
        worker.provider_config = Some(worker_config(path, streams)?);
    }
    Ok(worker)
}

/// Refuses an argument that means something with worker capabilities only.
pub(crate) fn require_gate(argument: &str, settings: &Settings) -> Result<(), Failure> {
    if settings.gates.enabled(FeatureGate::WorkerCapabilities) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{argument} means nothing while the gate WorkerCapabilities is off; add --feature-gates WorkerCapabilities=true"
    )))
}

/// What a worker asks for; `None` while the gate is off. What makes no sense is refused.
pub(crate) fn demand(
    worker: &Worker,
    catalog: &WorkerCatalog,
    plugin: Option<&dyn Provider>,
) -> Result<Option<CompiledDemand>, Failure> {
    if !catalog.has_worker_capabilities() {
        return Ok(None);
    }
    let ReadDemand { mut demand, mut errors } = Demand::of_worker(catalog.catalogue(), worker);
    if let (Some(plugin), Some(config)) = (plugin, &worker.provider_config) {
        let of_provider = plugin.worker_demand(config, &rootstock_core_model::Path::root("providerConfig"));
        if let Some(violation) = of_provider.violations.first() {
            return Err(Failure::Unreadable(format!("--worker-config: {violation}")));
        }
        demand = demand.and(&of_provider.capabilities);
    }
    errors.extend(catalog.unknown(&demand));
    match errors.first() {
        Some(error) => Err(Failure::Usage(format!("no worker can be like that: {error}"))),
        None => Ok(Some(catalog.compile(&demand))),
    }
}

/// Adds what surrounds the worker, after a look at whether it is there.
pub(crate) fn surround(
    worker: &mut Worker,
    arguments: &SurroundingsArguments,
    spec: &CloudProfileSpec,
) -> Result<(), Failure> {
    if let Some(region) = &arguments.region {
        named(spec.regions.as_deref().unwrap_or_default(), |r| &r.name, region, "the profile has no region")?;
    }
    if let Some(version) = &arguments.kubernetes
        && let Err(error) = version.parse::<Version>()
    {
        return Err(Failure::Usage(format!("--kubernetes {version}: {error}")));
    }
    worker.machine.architecture.clone_from(&arguments.architecture);
    if !arguments.container_runtime.is_empty() {
        let runtime = |name: &String| WorkerContainerRuntime { runtime_type: name.clone() };
        let container_runtimes = arguments.container_runtime.iter().map(runtime).collect();
        worker.cri = Some(WorkerCri { name: "containerd".to_owned(), container_runtimes });
    }
    Ok(())
}

fn worker_config(path: &Path, streams: &mut Streams) -> Result<RawObject, Failure> {
    let (name, bytes) = input::require(path, streams)?;
    let file = read::read(&name, &bytes, &ReadLimits::DEFAULT);
    let mut objects = file.documents.iter().filter_map(Document::raw);
    match (objects.next(), objects.next()) {
        (Some(only), None) => Ok(only.clone()),
        (None, _) => Err(Failure::Unreadable(format!("there is no readable providerConfig in {name}"))),
        (Some(_), Some(_)) => Err(Failure::Unreadable(format!("there are several documents in {name}"))),
    }
}
