//! A worker pool, as far as its images depend on it.

use rootstock_capability_engine::CatalogMachineType;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, MachineType, Path, RawObject, VALID_ARCHITECTURES, Violation, Worker,
};
use rootstock_provider_api::foreign_worker_config;
use rootstock_versioning::Version;
use rootstock_worker_capabilities::{CompiledDemand, Demand, DemandError, WorkerProperties};

use crate::Judge;

/// The fields of a worker pool on which its images depend, borrowed from a [`Worker`] or from wherever they stand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoolProperties<'a> {
    /// The machine type.
    pub machine_type: &'a str,
    /// The architecture, if it is written.
    pub architecture: Option<&'a str>,
    /// The name of the machine image, if it is written.
    pub image: Option<&'a str>,
    /// The version of the machine image, if it is written.
    pub version: Option<&'a str>,
    /// The provider's settings of the machine image.
    pub image_config: Option<&'a RawObject>,
    /// The container runtime interface; `None` means containerd.
    pub cri: Option<&'a str>,
    /// The container runtimes beside the default one.
    pub container_runtimes: Vec<&'a str>,
    /// The pool's own Kubernetes version; `None` means that of the control plane.
    pub kubernetes_version: Option<&'a str>,
    /// Whether its nodes are updated in place.
    pub is_in_place: bool,
    /// Whether its nodes boot securely (GEP-54).
    pub has_secure_boot: bool,
    /// The GPU it asks for (GEP-54).
    pub gpu_type: Option<&'a str>,
    /// The provider's settings of the pool.
    pub provider_config: Option<&'a RawObject>,
}

impl<'a> From<&'a Worker> for PoolProperties<'a> {
    fn from(worker: &'a Worker) -> Self {
        let image = worker.machine.image.as_ref();
        let runtimes = worker.cri.iter().flat_map(|cri| &cri.container_runtimes);
        Self {
            machine_type: &worker.machine.machine_type,
            architecture: worker.machine.architecture.as_deref(),
            image: image.map(|image| image.name.as_str()),
            version: image.and_then(|image| image.version.as_deref()),
            image_config: image.and_then(|image| image.provider_config.as_ref()),
            cri: worker.cri.as_ref().map(|cri| cri.name.as_str()),
            container_runtimes: runtimes.map(|runtime| runtime.runtime_type.as_str()).collect(),
            kubernetes_version: worker.kubernetes_version(),
            is_in_place: worker.is_in_place(),
            has_secure_boot: worker.machine.secure_boot == Some(true),
            gpu_type: worker.machine.gpu.as_ref().map(|gpu| gpu.gpu_type.as_str()),
            provider_config: worker.provider_config.as_ref(),
        }
    }
}

/// What is known of a pool as it was before.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Before<'a> {
    /// Nothing is known: the pool is judged as a desired state, and may have been there.
    Unknown,
    /// The pool is new.
    #[default]
    Nothing,
    /// The pool as it was.
    Pool(PoolProperties<'a>),
}

/// What surrounds a worker pool. By default the pool is new, and region and Kubernetes version do not matter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surroundings<'a> {
    /// The pool as it was.
    pub before: Before<'a>,
    /// The region of the Shoot; empty if it does not matter.
    pub region: &'a str,
    /// The Kubernetes version of the control plane; empty if it does not matter.
    pub kubernetes_version: &'a str,
    /// Whether an architecture that does not exist is reported as such by others: then it does not count as one that no image
    /// has, too.
    pub passes_over_unknown_architecture: bool,
}

/// A worker pool, looked up in a profile.
#[derive(Debug, Clone)]
pub struct Pool<'a> {
    /// The fields.
    pub properties: PoolProperties<'a>,
    /// The pool as it was.
    pub before: Before<'a>,
    /// The machine type, if the profile has it.
    pub machine_type: Option<(&'a MachineType, &'a CatalogMachineType)>,
    /// The architecture, unless that is passed over.
    pub architecture: Option<&'a str>,
    /// What it asks for.
    pub demand: CompiledDemand,
    /// What it asks for that makes no sense.
    pub demand_errors: Vec<DemandError>,
    /// What of its `providerConfig` could not be read.
    pub unreadable: Vec<Violation>,
    /// The version of its kubelet, if it is one.
    pub kubelet: Option<Version>,
    /// The region of the Shoot, unless the profile does not have it.
    pub region: Option<&'a str>,
    /// Whether it was there, and machine type, architecture, image and what it asks for are what they were; only looked at
    /// with the gate `WorkerCapabilities` on (Q23).
    asks_as_before: bool,
}

impl<'a> Pool<'a> {
    /// Looks a pool up.
    #[must_use]
    pub fn new(judge: Judge<'a>, properties: PoolProperties<'a>, around: Surroundings<'a>) -> Self {
        Self::at(judge, properties, around, &Path::object())
    }

    /// The same for a pool that stands at `path`: what cannot be read of its `providerConfig` is said with its place.
    #[must_use]
    pub fn at(judge: Judge<'a>, properties: PoolProperties<'a>, around: Surroundings<'a>, path: &Path<'_>) -> Self {
        let profile = judge.profile();
        let catalog = profile.catalog();
        let is_passed_over = |one: &&str| around.passes_over_unknown_architecture && !VALID_ARCHITECTURES.contains(one);
        let architecture = properties.architecture.filter(|one| !is_passed_over(one));
        let (mut demand, mut demand_errors, mut unreadable) = (Demand::default(), Vec::new(), Vec::new());
        let mut asks_as_before = false;
        if catalog.has_worker_capabilities() {
            (demand, demand_errors, unreadable) = read_demand(judge, &properties, path);
            demand_errors.extend(catalog.unknown(&demand));
            if let Before::Pool(before) = &around.before {
                let (asked_before, ..) = read_demand(judge, before, path);
                // An image that is still to be chosen is not the one that was there.
                let has_image = properties.version.is_some_and(|version| !version.is_empty());
                asks_as_before = has_image
                    && has_same_machine(&properties, before)
                    && has_same_image(&properties, before)
                    && asked_before.capabilities == demand.capabilities;
            }
        }
        demand.architecture = architecture.map(str::to_owned);
        let kubernetes_version = properties.kubernetes_version.unwrap_or(around.kubernetes_version);
        Self {
            machine_type: profile.machine_type(properties.machine_type),
            architecture,
            demand: catalog.compile(&demand),
            demand_errors,
            unreadable,
            kubelet: kubernetes_version.parse().ok(),
            region: profile.region(around.region).map(|region| region.name.as_str()),
            before: around.before,
            properties,
            asks_as_before,
        }
    }

    /// The pool as it was, if it was there.
    #[must_use]
    pub const fn old(&self) -> Option<&PoolProperties<'a>> {
        match &self.before {
            Before::Pool(old) => Some(old),
            Before::Unknown | Before::Nothing => None,
        }
    }

    /// The image version that the pool had, empty if it had none, `None` if the pool is new.
    #[must_use]
    pub fn old_version(&self) -> Option<&'a str> {
        Some(self.old()?.version.unwrap_or_default())
    }

    /// Whether machine type and architecture are what they were.
    #[must_use]
    pub fn has_same_machine(&self) -> bool {
        self.old().is_some_and(|old| has_same_machine(&self.properties, old))
    }

    /// Whether image and architecture are what they were.
    #[must_use]
    pub fn has_same_image(&self) -> bool {
        self.old().is_some_and(|old| has_same_image(&self.properties, old))
    }

    /// Whether image and container runtimes are what they were.
    #[must_use]
    pub fn has_same_runtimes(&self) -> bool {
        self.old().is_some_and(|old| {
            let same_image = image(&self.properties) == image(old);
            same_image && old.cri == self.properties.cri && old.container_runtimes == self.properties.container_runtimes
        })
    }

    /// Whether nothing of it has changed that worker capabilities depend on: then what a profile declares later is not held
    /// against it (Q23). Never with the gate `WorkerCapabilities` off, and never without an image.
    #[must_use]
    pub const fn asks_as_before(&self) -> bool {
        self.asks_as_before
    }

    /// What it asks for, as one map.
    #[must_use]
    pub fn asked(&self) -> Capabilities {
        let mut asked = self.demand.demand().capabilities.clone();
        if let Some(architecture) = self.architecture {
            asked.insert(ARCHITECTURE, vec![architecture.to_owned()]);
        }
        asked
    }

    /// What of it makes no sense, in words.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let unreadable = self.unreadable.iter().map(ToString::to_string);
        unreadable.chain(self.demand_errors.iter().map(|error| format!("{}: {error}", error.field()))).collect()
    }
}

fn has_same_machine(one: &PoolProperties<'_>, other: &PoolProperties<'_>) -> bool {
    one.machine_type == other.machine_type && one.architecture == other.architecture
}

fn has_same_image(one: &PoolProperties<'_>, other: &PoolProperties<'_>) -> bool {
    image(one) == image(other) && one.architecture == other.architecture
}

fn image<'a>(properties: &PoolProperties<'a>) -> (Option<&'a str>, Option<&'a str>, Option<&'a RawObject>) {
    (properties.image, properties.version, properties.image_config)
}

/// What a pool asks for beside its architecture, what of that makes no sense, and what could not be read.
fn read_demand(
    judge: Judge<'_>,
    pool: &PoolProperties<'_>,
    path: &Path<'_>,
) -> (Demand, Vec<DemandError>, Vec<Violation>) {
    let properties = WorkerProperties {
        architecture: None,
        has_secure_boot: pool.has_secure_boot,
        is_in_place: pool.is_in_place,
        gpu_type: pool.gpu_type,
    };
    let read = Demand::of_properties(judge.profile().catalog().catalogue(), properties);
    let (Some(plugin), Some(config)) = (judge.profile().plugin(), pool.provider_config) else {
        return (read.demand, read.errors, Vec::new());
    };
    let path = path.field("providerConfig");
    if let Some(foreign) = foreign_worker_config(config, &path, plugin.extension().config) {
        return (read.demand, read.errors, vec![foreign]);
    }
    let asked = plugin.worker_demand(config, &path);
    (read.demand.and(&asked.capabilities), read.errors, asked.violations)
}
