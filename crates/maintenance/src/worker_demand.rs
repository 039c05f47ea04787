//! What a worker asks for of the versions of an image (GEP-54).

use rootstock_capability_engine::CatalogMachineType;
use rootstock_core_model::Path;
use rootstock_worker_capabilities::{CompiledDemand, Demand, WorkerProperties};

use crate::failure::UpdateFailure;
use crate::profile::CompiledProfile;
use crate::row::WorkerRow;

/// The architecture of a worker's machines: its own, else that of the machine type, else amd64.
pub(crate) fn architecture<'a>(
    profile: &'a CompiledProfile,
    worker: &'a WorkerRow<'_>,
    machine_type: &'a CatalogMachineType,
) -> &'a str {
    let defaulted = || machine_type.architecture(profile.catalog().vocabulary()).unwrap_or("amd64");
    worker.architecture.as_deref().unwrap_or_else(defaulted)
}

/// What a worker asks for. With the gate off that is its architecture and nothing else.
///
/// # Errors
///
/// When it asks for something that makes no sense: it is never ignored.
pub(crate) fn compile(
    profile: &CompiledProfile,
    worker: &WorkerRow<'_>,
    architecture: &str,
) -> Result<CompiledDemand, UpdateFailure> {
    let workers = profile.workers();
    if !workers.has_worker_capabilities() {
        let demand = Demand { architecture: Some(architecture.to_owned()), ..Demand::default() };
        return Ok(workers.compile(&demand));
    }
    let properties = WorkerProperties {
        architecture: Some(architecture),
        has_secure_boot: worker.has_secure_boot,
        is_in_place: worker.is_in_place,
        gpu_type: worker.gpu_type.as_deref(),
    };
    let mut read = Demand::of_properties(workers.catalogue(), properties);
    let mut problems = Vec::new();
    if let (Some(provider), Some(config)) = (profile.provider(), &worker.provider_config) {
        let asked = provider.worker_demand(config, &Path::root("providerConfig"));
        problems.extend(asked.violations.iter().map(ToString::to_string));
        read.demand = read.demand.and(&asked.capabilities);
    }
    read.errors.extend(workers.unknown(&read.demand));
    problems.extend(read.errors.iter().map(|error| format!("{}: {error}", error.field())));
    if problems.is_empty() {
        Ok(workers.compile(&read.demand))
    } else {
        Err(UpdateFailure::WorkerProperties { problems })
    }
}
