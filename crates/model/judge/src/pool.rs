//! The properties of a worker pool on which its images depend.

use rootstock_capability_engine::CatalogMachineType;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, MachineType, Path, RawObject, VALID_ARCHITECTURES, Violation, Worker,
};
use rootstock_provider_api::foreign_worker_config;
use rootstock_versioning::Version;
use rootstock_worker_capabilities::{CompiledDemand, Demand, DemandError, WorkerProperties};

use crate::Judge;

/// The fields of a worker pool on which its images depend, borrowed from a [`Worker`] or any other source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoolProperties<'a> {
    /// The machine type.
    pub machine_type: &'a str,
    /// The architecture, if specified.
    pub architecture: Option<&'a str>,
    /// The name of the machine image, if specified.
    pub image: Option<&'a str>,
    /// The version of the machine image, if specified.
    pub version: Option<&'a str>,
    /// The provider-specific configuration of the machine image.
    pub image_config: Option<&'a RawObject>,
    /// The container runtime interface; `None` means containerd.
    pub cri: Option<&'a str>,
    /// The container runtimes in addition to the default one.
    pub container_runtimes: Vec<&'a str>,
    /// The pool's own Kubernetes version; `None` means the version of the control plane.
    pub kubernetes_version: Option<&'a str>,
    /// Whether its nodes are updated in place.
    pub is_in_place: bool,
    /// Whether its nodes use secure boot (GEP-54).
    pub has_secure_boot: bool,
    /// The requested GPU type (GEP-54).
    pub gpu_type: Option<&'a str>,
    /// The provider-specific configuration of the pool.
    pub provider_config: Option<&'a RawObject>,
    /// Values of capabilities that are requested by name, in addition to those that follow from the other fields.
    pub capabilities: Option<&'a Capabilities>,
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
            capabilities: None,
        }
    }
}

/// The previous state of a pool.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Before<'a> {
    /// The previous state is unknown: the pool is judged as a desired state and may already exist.
    Unknown,
    /// The pool is new.
    #[default]
    Nothing,
    /// The previous properties of an existing pool.
    Pool(PoolProperties<'a>),
}

/// The context of a worker pool. By default the pool is new, and the region and the Kubernetes version are irrelevant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoolContext<'a> {
    /// The previous state of the pool.
    pub before: Before<'a>,
    /// The region of the Shoot; empty if irrelevant.
    pub region: &'a str,
    /// The Kubernetes version of the control plane; empty if irrelevant.
    pub kubernetes_version: &'a str,
    /// Whether an invalid architecture is reported elsewhere: it is then not reported again as one for which no image exists.
    pub ignores_unknown_architecture: bool,
}

/// A worker pool, resolved against a profile.
#[derive(Debug, Clone)]
pub struct Pool<'a> {
    /// The fields.
    pub properties: PoolProperties<'a>,
    /// The previous state of the pool.
    pub before: Before<'a>,
    /// The machine type, if it is in the profile.
    pub machine_type: Option<(&'a MachineType, &'a CatalogMachineType)>,
    /// The architecture, unless it is ignored.
    pub architecture: Option<&'a str>,
    /// The compiled demand.
    pub demand: CompiledDemand,
    /// The errors in its demand.
    pub demand_errors: Vec<DemandError>,
    /// The parts of its `providerConfig` that could not be read.
    pub unreadable: Vec<Violation>,
    /// The kubelet version; `None` if it is invalid.
    pub kubelet: Option<Version>,
    /// The region of the Shoot; `None` if it is not in the profile.
    pub region: Option<&'a str>,
    /// Whether the pool existed and its machine type, architecture, image and demand are unchanged; only computed with the gate
    /// `WorkerCapabilities` on (Q23).
    has_same_demand: bool,
}

impl<'a> Pool<'a> {
    /// Resolves a pool against the judge's profile.
    #[must_use]
    pub fn new(judge: Judge<'a>, properties: PoolProperties<'a>, context: PoolContext<'a>) -> Self {
        Self::at(judge, properties, context, &Path::object())
    }

    /// Like [`new`](Self::new), but for a pool at `path`: errors in its `providerConfig` are reported with their path.
    #[must_use]
    pub fn at(judge: Judge<'a>, properties: PoolProperties<'a>, context: PoolContext<'a>, path: &Path<'_>) -> Self {
        let profile = judge.profile();
        let catalog = profile.catalog();
        let is_ignored = |one: &&str| context.ignores_unknown_architecture && !VALID_ARCHITECTURES.contains(one);
        let architecture = properties.architecture.filter(|one| !is_ignored(one));
        let (mut demand, mut demand_errors, mut unreadable) = (Demand::default(), Vec::new(), Vec::new());
        let mut has_same_demand = false;
        if catalog.has_worker_capabilities() {
            (demand, demand_errors, unreadable) = read_demand(judge, &properties, path);
            demand_errors.extend(catalog.unknown(&demand));
            if let Before::Pool(before) = &context.before {
                let (old_demand, ..) = read_demand(judge, before, path);
                // An image that is yet to be chosen is not the previous one.
                let has_image = properties.version.is_some_and(|version| !version.is_empty());
                has_same_demand = has_image
                    && has_same_machine(&properties, before)
                    && has_same_image(&properties, before)
                    && old_demand.capabilities == demand.capabilities;
            }
        }
        demand.architecture = architecture.map(str::to_owned);
        let kubernetes_version = properties.kubernetes_version.unwrap_or(context.kubernetes_version);
        Self {
            machine_type: profile.machine_type(properties.machine_type),
            architecture,
            demand: catalog.compile(&demand),
            demand_errors,
            unreadable,
            kubelet: kubernetes_version.parse().ok(),
            region: profile.region(context.region).map(|region| region.name.as_str()),
            before: context.before,
            properties,
            has_same_demand,
        }
    }

    /// The previous properties of the pool, if it existed.
    #[must_use]
    pub const fn old(&self) -> Option<&PoolProperties<'a>> {
        match &self.before {
            Before::Pool(old) => Some(old),
            Before::Unknown | Before::Nothing => None,
        }
    }

    /// The previous image version: empty if the pool had none, `None` if the pool is new.
    #[must_use]
    pub fn old_version(&self) -> Option<&'a str> {
        Some(self.old()?.version.unwrap_or_default())
    }

    /// Returns whether machine type and architecture are unchanged.
    #[must_use]
    pub fn has_same_machine(&self) -> bool {
        self.old().is_some_and(|old| has_same_machine(&self.properties, old))
    }

    /// Returns whether image and architecture are unchanged.
    #[must_use]
    pub fn has_same_image(&self) -> bool {
        self.old().is_some_and(|old| has_same_image(&self.properties, old))
    }

    /// Returns whether image and container runtimes are unchanged.
    #[must_use]
    pub fn has_same_runtimes(&self) -> bool {
        self.old().is_some_and(|old| {
            let same_image = image(&self.properties) == image(old);
            same_image && old.cri == self.properties.cri && old.container_runtimes == self.properties.container_runtimes
        })
    }

    /// Returns whether none of the properties that worker capabilities depend on has changed. If so, later declarations in the
    /// profile are not held against the pool (Q23). Always false with the gate `WorkerCapabilities` off, and for a pool without
    /// an image.
    #[must_use]
    pub const fn has_same_demand(&self) -> bool {
        self.has_same_demand
    }

    /// Returns the demand as a single map, including the architecture.
    #[must_use]
    pub fn asked(&self) -> Capabilities {
        let mut asked = self.demand.demand().capabilities.clone();
        if let Some(architecture) = self.architecture {
            asked.insert(ARCHITECTURE, vec![architecture.to_owned()]);
        }
        asked
    }

    /// Returns the errors in its demand, as text.
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

/// Reads a pool's demand, apart from its architecture, together with the errors in it and the parts that could not be read.
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
    let read = Demand::of_properties(judge.profile().catalog().built_in_catalog(), properties);
    let named = |demand: Demand| match pool.capabilities {
        Some(capabilities) => demand.and(capabilities),
        None => demand,
    };
    let (Some(plugin), Some(config)) = (judge.profile().plugin(), pool.provider_config) else {
        return (named(read.demand), read.errors, Vec::new());
    };
    let path = path.field("providerConfig");
    if let Some(foreign) = foreign_worker_config(config, &path, plugin.extension().config) {
        return (named(read.demand), read.errors, vec![foreign]);
    }
    let asked = plugin.worker_demand(config, &path);
    (named(read.demand.and(&asked.capabilities)), read.errors, asked.violations)
}
