//! A worker made of what the command line says about it.

use std::path::Path;

use rootstock_core_model::read::{self, Document};
use rootstock_core_model::{
    CloudProfileSpec, DEFAULT_CRI, FeatureGate, RawObject, ReadLimits, Settings, UpdateStrategy, Worker,
    WorkerContainerRuntime, WorkerCri, WorkerGpu,
};
use rootstock_judge::{Judge, Pool};
use rootstock_versioning::Version;
use rootstock_worker_capabilities::CompiledDemand;

use crate::cli::{SurroundingsArguments, UpdateStrategyArgument, WorkerArguments};
use crate::lookup::region;
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

/// What a pool asks for; `None` while the gate is off. What makes no sense is refused.
pub(crate) fn demand<'p>(pool: &'p Pool<'_>, judge: Judge<'_>) -> Result<Option<&'p CompiledDemand>, Failure> {
    if !judge.profile().catalog().has_worker_capabilities() {
        return Ok(None);
    }
    if let Some(violation) = pool.unreadable.first() {
        return Err(Failure::Unreadable(format!("--worker-config: {violation}")));
    }
    match pool.demand_errors.first() {
        Some(error) => Err(Failure::Usage(format!("no worker can be like that: {error}"))),
        None => Ok(Some(&pool.demand)),
    }
}

/// Adds what surrounds the worker, after a look at whether it is there.
pub(crate) fn surround(
    worker: &mut Worker,
    arguments: &SurroundingsArguments,
    spec: &CloudProfileSpec,
) -> Result<(), Failure> {
    region(spec, arguments.region.as_deref())?;
    if let Some(version) = &arguments.kubernetes
        && let Err(error) = version.parse::<Version>()
    {
        return Err(Failure::Usage(format!("--kubernetes {version}: {error}")));
    }
    worker.machine.architecture.clone_from(&arguments.architecture);
    if !arguments.container_runtime.is_empty() {
        let runtime = |name: &String| WorkerContainerRuntime { runtime_type: name.clone() };
        let container_runtimes = arguments.container_runtime.iter().map(runtime).collect();
        worker.cri = Some(WorkerCri { name: DEFAULT_CRI.to_owned(), container_runtimes });
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
