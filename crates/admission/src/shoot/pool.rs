//! A worker pool, with everything that decides which image versions it may have.

use rootstock_capability_engine::CatalogMachineType;
use rootstock_core_model::{Capabilities, MachineType, Path, VALID_ARCHITECTURES, Violation, Worker, WorkerImage};
use rootstock_versioning::Version;
use rootstock_worker_capabilities::{CompiledDemand, Demand, DemandError};

use super::{ShootOperation, ShootProfile};

/// A worker pool under examination.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    pub(crate) worker: &'a Worker,
    /// The pool as it was, on an update that does not add it.
    pub(crate) old: Option<&'a Worker>,
    pub(crate) operation: ShootOperation<'a>,
    /// Its machine type, if the profile has it.
    pub(crate) machine_type: Option<(&'a MachineType, &'a CatalogMachineType)>,
    /// Its architecture, unless it is none that exists.
    pub(crate) architecture: Option<&'a str>,
    pub(crate) demand: CompiledDemand,
    /// What it asks for that makes no sense.
    pub(crate) demand_errors: Vec<DemandError>,
    /// What of its `providerConfig` could not be read.
    pub(crate) unreadable: Vec<Violation>,
    /// The kubelet's version, if it is one.
    pub(crate) kubelet: Option<Version>,
    /// The Shoot's region, unless the profile does not have it.
    pub(crate) region: Option<&'a str>,
}

/// What surrounds a worker pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) operation: ShootOperation<'a>,
    pub(crate) region: &'a str,
    /// The control plane's version.
    pub(crate) kubernetes_version: &'a str,
}

impl<'a> Pool<'a> {
    /// `path` is that of the worker.
    pub(crate) fn new(
        profile: &'a ShootProfile<'a>,
        worker: &'a Worker,
        around: Surroundings<'a>,
        path: &Path<'_>,
    ) -> Self {
        let old = around.operation.old_worker(&worker.name);
        let mut read = Demand::of_worker(profile.catalog.catalogue(), worker);
        // One that does not exist is reported as such; it must not count as a capability nobody has, too.
        let architecture = worker.machine.architecture.as_deref();
        let architecture = architecture.filter(|one| VALID_ARCHITECTURES.contains(one));
        read.demand.architecture = architecture.map(str::to_owned);
        let mut unreadable = Vec::new();
        if profile.catalog.has_worker_capabilities() {
            let (capabilities, violations) = provider_demand(profile, worker, path);
            read.demand = read.demand.and(&capabilities);
            unreadable = violations;
            read.errors.extend(profile.catalog.unknown(&read.demand));
        } else {
            read.errors.clear();
        }
        Self {
            worker,
            old,
            operation: around.operation,
            machine_type: profile.machine_type(&worker.machine.machine_type),
            architecture,
            demand: profile.catalog.compile(&read.demand),
            demand_errors: read.errors,
            unreadable,
            kubelet: worker.kubernetes_version().unwrap_or(around.kubernetes_version).parse().ok(),
            region: profile.region(around.region).map(|region| region.name.as_str()),
        }
    }

    /// Whether the pool was there before.
    pub(crate) const fn is_existing(&self) -> bool {
        self.old.is_some()
    }

    pub(crate) const fn image(&self) -> Option<&'a WorkerImage> {
        self.worker.machine.image.as_ref()
    }

    /// The image version that the pool has, empty if it has none, `None` if the pool is new.
    pub(crate) fn old_version(&self) -> Option<&'a str> {
        let image = self.old?.machine.image.as_ref();
        Some(image.and_then(|image| image.version.as_deref()).unwrap_or_default())
    }

    /// Whether the machine type and the architecture are what they were.
    pub(crate) fn has_same_machine(&self) -> bool {
        self.old.is_some_and(|old| {
            old.machine.machine_type == self.worker.machine.machine_type
                && old.machine.architecture == self.worker.machine.architecture
        })
    }

    /// Whether image and architecture are what they were.
    pub(crate) fn has_same_image(&self) -> bool {
        self.old.is_some_and(|old| {
            old.machine.image == self.worker.machine.image
                && old.machine.architecture == self.worker.machine.architecture
        })
    }

    /// Whether machine type, architecture, image and what the pool asks for are what they were (Q23).
    pub(crate) fn is_unchanged(&self, profile: &ShootProfile<'_>) -> bool {
        self.has_same_machine() && self.has_same_image() && self.has_same_demand(profile)
    }

    /// Whether what the pool asks for is what it asked for before.
    fn has_same_demand(&self, profile: &ShootProfile<'_>) -> bool {
        let Some(old) = self.old else { return false };
        let before = Demand::of_worker(profile.catalog.catalogue(), old).demand;
        let before = before.and(&provider_demand(profile, old, &Path::object()).0);
        before.capabilities == self.demand.demand().capabilities
    }
}

fn provider_demand(profile: &ShootProfile<'_>, worker: &Worker, path: &Path<'_>) -> (Capabilities, Vec<Violation>) {
    let (Some(half), Some(config)) = (profile.provider, &worker.provider_config) else { return Default::default() };
    let demand = half.plugin.worker_demand(config, &path.field("providerConfig"));
    (demand.capabilities, demand.violations)
}
