//! What a version must meet to come into question for a worker.

use std::fmt;

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion};
use rootstock_core_model::Quirks;
use rootstock_versioning::{Operator, Version, compare_versions};
use rootstock_worker_capabilities::CompiledDemand;
use serde::Serialize;

use crate::profile::{CompiledProfile, CompiledVersion, KubeletRule};
use crate::row::WorkerRow;

/// The filters, in the order in which they are applied. What one has dropped the next does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// The version exists for the worker's architecture.
    Architecture,
    /// One of its flavors fits the machine type.
    Capabilities,
    /// The same flavor has what the worker asks for (GEP-54, gate `WorkerCapabilities`).
    WorkerCapabilities,
    /// It has the worker's container runtime interface, and its container runtimes.
    ContainerRuntime,
    /// It runs the worker's kubelet.
    Kubelet,
    /// The worker's nodes can be updated to it in place.
    InPlace,
}

impl Filter {
    /// Every filter, in order.
    pub const ALL: [Self; 6] = [
        Self::Architecture,
        Self::Capabilities,
        Self::WorkerCapabilities,
        Self::ContainerRuntime,
        Self::Kubelet,
        Self::InPlace,
    ];

    /// Its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Architecture => "architecture",
            Self::Capabilities => "capabilities",
            Self::WorkerCapabilities => "worker-capabilities",
            Self::ContainerRuntime => "container-runtime",
            Self::Kubelet => "kubelet",
            Self::InPlace => "in-place",
        }
    }
}

impl fmt::Display for Filter {
    /// What the version lacks: `the architecture`, for use after "does not fit".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Architecture => "the architecture",
            Self::Capabilities => "the machine type's capabilities",
            Self::WorkerCapabilities => "what the worker asks for",
            Self::ContainerRuntime => "the container runtimes",
            Self::Kubelet => "the kubelet's version",
            Self::InPlace => "updates in place",
        })
    }
}

/// An image version as its hardware is compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hardware<'p> {
    /// The number of the image.
    pub(crate) image: usize,
    /// The number of the version in it.
    pub(crate) number: usize,
    pub(crate) version: &'p CatalogVersion,
}

/// Whether the hardware keeps a version: architecture, then capabilities, then what the worker asks for.
///
/// In documented semantics all of them are one question (one flavor must do for all of them together); the answer still
/// says which of them it was.
pub(crate) fn by_hardware(
    profile: &CompiledProfile,
    machine_type: &CatalogMachineType,
    hardware: Hardware<'_>,
    demand: &CompiledDemand,
    quirks: &Quirks,
) -> Option<Filter> {
    let Hardware { image, number, version } = hardware;
    let workers = profile.workers();
    if workers.fits(machine_type, version, demand, quirks) {
        return None;
    }
    let architecture = demand.demand().architecture.as_deref();
    if workers.has_worker_capabilities()
        && workers.fits_without_worker_capabilities(machine_type, image, number, architecture, quirks)
    {
        return Some(Filter::WorkerCapabilities);
    }
    let architectures = profile.catalog().architectures(version, quirks);
    let exists = architecture.is_none_or(|architecture| architectures.contains(&architecture));
    Some(if exists { Filter::Capabilities } else { Filter::Architecture })
}

/// Whether a version has the container runtime interface and the runtimes that a worker asks for.
pub(crate) fn has_runtimes(version: &CompiledVersion, worker: &WorkerRow<'_>) -> bool {
    version.interfaces.iter().find(|interface| interface.name == worker.interface()).is_some_and(|interface| {
        worker.container_runtimes.iter().all(|wanted| interface.runtimes.iter().any(|offered| offered == wanted))
    })
}

/// Whether a version runs a kubelet.
pub(crate) fn runs_kubelet(profile: &CompiledProfile, version: &CompiledVersion, kubelet: &Version) -> bool {
    match version.kubelet {
        KubeletRule::Any => true,
        KubeletRule::Constraint(number) => {
            profile.constraints().get(number).is_some_and(|constraint| constraint.accepts(kubelet))
        }
        KubeletRule::Unreadable(_) => false,
    }
}

/// Whether nodes that run `current` can be updated to a version in place, or run it already.
pub(crate) fn is_in_place_target(version: &CompiledVersion, current: &str) -> bool {
    let Some(in_place) = version.in_place.as_ref().filter(|in_place| in_place.supported) else { return false };
    let reaches = |minimum: &str| compare_versions(minimum, Operator::LessOrEqual, current).unwrap_or(false);
    version.text() == current || in_place.min_version_for_update.as_deref().is_some_and(reaches)
}
