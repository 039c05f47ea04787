//! What a version must meet to come into question for a worker.

use std::fmt;

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion};
use rootstock_core_model::Quirks;
use rootstock_versioning::{Operator, Version, compare_versions};
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
    /// It has the worker's container runtime interface, and its container runtimes.
    ContainerRuntime,
    /// It runs the worker's kubelet.
    Kubelet,
    /// The worker's nodes can be updated to it in place.
    InPlace,
}

impl Filter {
    /// Every filter, in order.
    pub const ALL: [Self; 5] =
        [Self::Architecture, Self::Capabilities, Self::ContainerRuntime, Self::Kubelet, Self::InPlace];

    /// Its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Architecture => "architecture",
            Self::Capabilities => "capabilities",
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
            Self::ContainerRuntime => "the container runtimes",
            Self::Kubelet => "the kubelet's version",
            Self::InPlace => "updates in place",
        })
    }
}

/// Whether the hardware keeps a version: architecture, then capabilities.
///
/// In documented semantics both are one question (the worker's architecture takes part in the intersection); the answer
/// still says which of the two it was.
pub(crate) fn by_hardware(
    profile: &CompiledProfile,
    machine_type: &CatalogMachineType,
    version: &CatalogVersion,
    architecture: &str,
    quirks: &Quirks,
) -> Option<Filter> {
    let catalog = profile.catalog();
    if catalog.fits(machine_type, version, Some(architecture), quirks) {
        return None;
    }
    let exists = catalog.architectures(version, quirks).contains(&architecture);
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
