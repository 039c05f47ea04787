//! What exactly kept a version from coming into question.

use std::fmt;

use rootstock_capability_engine::{CatalogMachineType, Mismatch};
use rootstock_core_model::Quirks;
use rootstock_versioning::Version;
use rootstock_worker_capabilities::CompiledDemand;
use serde::Serialize;

use crate::filters::{self, Filter, Hardware};
use crate::profile::{CompiledProfile, CompiledVersion, KubeletRule};
use crate::row::WorkerRow;

/// Which filter dropped a version, and what about the version was in its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "filter", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum DropDetail {
    /// It does not exist for the worker's architecture.
    Architecture {
        /// The worker's.
        wanted: String,
        /// The version's.
        offered: Vec<String>,
    },
    /// No flavor fits the machine type.
    Capabilities {
        /// For each flavor the capabilities in which nothing is left.
        flavors: Vec<Vec<Mismatch>>,
    },
    /// A flavor fits the machine type, and none has what the worker asks for as well.
    WorkerCapabilities {
        /// For each flavor the capabilities in which nothing is left.
        flavors: Vec<Vec<Mismatch>>,
    },
    /// It lacks the container runtime interface, or container runtimes.
    ContainerRuntime {
        /// The worker's interface.
        interface: String,
        /// The container runtimes that are missing; none if the interface itself is.
        missing: Vec<String>,
        /// What there is instead: interfaces, or the runtimes of the interface.
        offered: Vec<String>,
    },
    /// It does not run the worker's kubelet.
    Kubelet {
        /// The kubelet's version.
        kubelet: String,
        /// The constraint.
        constraint: String,
        /// The terms of the constraint in the way, one sentence each.
        obstacles: Vec<String>,
    },
    /// The worker's nodes cannot be updated to it in place.
    InPlace {
        /// What is in the way.
        obstacle: InPlaceObstacle,
    },
}

/// What keeps nodes from being updated to a version in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum InPlaceObstacle {
    /// `inPlaceUpdates.supported` is not true.
    NotSupported,
    /// There is no `inPlaceUpdates.minVersionForUpdate`.
    NoMinimum,
    /// The version in use is below the minimum, or cannot be compared with it.
    BelowMinimum {
        /// The lowest version from which nodes can be updated.
        minimum: String,
    },
}

impl DropDetail {
    /// The filter.
    #[must_use]
    pub const fn filter(&self) -> Filter {
        match self {
            Self::Architecture { .. } => Filter::Architecture,
            Self::Capabilities { .. } => Filter::Capabilities,
            Self::WorkerCapabilities { .. } => Filter::WorkerCapabilities,
            Self::ContainerRuntime { .. } => Filter::ContainerRuntime,
            Self::Kubelet { .. } => Filter::Kubelet,
            Self::InPlace { .. } => Filter::InPlace,
        }
    }
}

/// A worker, from the point of view of a version.
pub(super) struct Wish<'w> {
    pub(super) profile: &'w CompiledProfile,
    pub(super) quirks: &'w Quirks,
    pub(super) machine_type: &'w CatalogMachineType,
    pub(super) worker: &'w WorkerRow<'w>,
    pub(super) demand: CompiledDemand,
    pub(super) kubelet: &'w Version,
    pub(super) current: &'w str,
}

impl Wish<'_> {
    /// What keeps a version from coming into question, if anything does.
    pub(super) fn dropped(&self, version: &CompiledVersion, hardware: Hardware<'_>) -> Option<DropDetail> {
        self.by_hardware(hardware)
            .or_else(|| self.by_runtimes(version))
            .or_else(|| self.by_kubelet(version))
            .or_else(|| self.in_place(version))
    }

    fn by_hardware(&self, hardware: Hardware<'_>) -> Option<DropDetail> {
        let catalog = self.profile.catalog();
        let filter = filters::by_hardware(self.profile, self.machine_type, hardware, &self.demand, self.quirks)?;
        if filter == Filter::Architecture {
            let offered = catalog.architectures(hardware.version, self.quirks).into_iter();
            let wanted = self.demand.demand().architecture.clone().unwrap_or_default();
            return Some(DropDetail::Architecture { wanted, offered: offered.map(str::to_owned).collect() });
        }
        let of_any_architecture;
        let demand = if self.quirks.worker_architecture_is_separate {
            of_any_architecture = self.demand.of_any_architecture();
            &of_any_architecture
        } else {
            &self.demand
        };
        // Without worker capabilities nothing but the architecture is asked for.
        let is_asked = demand.demand().architecture.is_some() || self.profile.workers().has_worker_capabilities();
        let flavors = catalog.reasons(self.machine_type, hardware.version, is_asked.then(|| demand.set()));
        Some(match filter {
            Filter::WorkerCapabilities => DropDetail::WorkerCapabilities { flavors },
            _ => DropDetail::Capabilities { flavors },
        })
    }

    fn by_runtimes(&self, version: &CompiledVersion) -> Option<DropDetail> {
        let wanted = self.worker.interface();
        let interface = version.interfaces.iter().find(|interface| interface.name == wanted);
        let (missing, offered): (Vec<String>, Vec<String>) = match interface {
            None => (Vec::new(), version.interfaces.iter().map(|interface| interface.name.clone()).collect()),
            Some(interface) => {
                let missing = self
                    .worker
                    .container_runtimes
                    .iter()
                    .filter(|wanted| !interface.runtimes.iter().any(|it| it == *wanted));
                let missing: Vec<String> = missing.map(|wanted| wanted.clone().into_owned()).collect();
                if missing.is_empty() {
                    return None;
                }
                (missing, interface.runtimes.clone())
            }
        };
        Some(DropDetail::ContainerRuntime { interface: wanted.to_owned(), missing, offered })
    }

    fn by_kubelet(&self, version: &CompiledVersion) -> Option<DropDetail> {
        if filters::runs_kubelet(self.profile, version, self.kubelet) {
            return None;
        }
        let (constraint, obstacles) = match &version.kubelet {
            KubeletRule::Any => return None,
            KubeletRule::Unreadable(error) => (String::new(), vec![error.to_string()]),
            KubeletRule::Constraint(number) => {
                let constraint = self.profile.constraints().get(*number)?;
                let obstacles = constraint.obstacles(self.kubelet).iter().map(ToString::to_string).collect();
                (constraint.as_str().to_owned(), obstacles)
            }
        };
        Some(DropDetail::Kubelet { kubelet: self.kubelet.to_string(), constraint, obstacles })
    }

    fn in_place(&self, version: &CompiledVersion) -> Option<DropDetail> {
        if !self.worker.is_in_place || filters::is_in_place_target(version, self.current) {
            return None;
        }
        let supported = version.in_place.as_ref().filter(|in_place| in_place.supported);
        let obstacle = match supported.map(|in_place| &in_place.min_version_for_update) {
            None => InPlaceObstacle::NotSupported,
            Some(None) => InPlaceObstacle::NoMinimum,
            Some(Some(minimum)) => InPlaceObstacle::BelowMinimum { minimum: minimum.clone() },
        };
        Some(DropDetail::InPlace { obstacle })
    }
}

impl fmt::Display for DropDetail {
    /// One sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Architecture { wanted, offered } => {
                write!(f, "it exists for {}, and the worker needs {wanted}", list(offered, "no architecture"))
            }
            Self::Capabilities { flavors } => capabilities(flavors, MACHINE_TYPE, f),
            Self::WorkerCapabilities { flavors } => capabilities(flavors, WORKER, f),
            Self::ContainerRuntime { interface, missing, offered } if missing.is_empty() => {
                write!(
                    f,
                    "it has {}, and the worker needs {interface}",
                    list(offered, "no container runtime interface")
                )
            }
            Self::ContainerRuntime { interface, missing, offered } => write!(
                f,
                "beside {interface} it has {}, and the worker needs {}",
                list(offered, "no container runtime"),
                list(missing, "none")
            ),
            Self::Kubelet { kubelet, constraint, obstacles } => {
                write!(f, "it does not run kubelet {kubelet}: {}", obstacles.join("; "))?;
                if constraint.is_empty() { Ok(()) } else { write!(f, " (kubeletVersionConstraint `{constraint}`)") }
            }
            Self::InPlace { obstacle } => f.write_str(match obstacle {
                InPlaceObstacle::NotSupported => "it does not support updates in place",
                InPlaceObstacle::NoMinimum => {
                    "nothing can be updated to it in place, because it has no inPlaceUpdates.minVersionForUpdate"
                }
                InPlaceObstacle::BelowMinimum { minimum } => {
                    return write!(f, "nodes can be updated to it in place only from version {minimum} on");
                }
            }),
        }
    }
}

/// What flavors can differ from.
const MACHINE_TYPE: &str = "the machine type";
const WORKER: &str = "what the worker asks for";

fn list(items: &[String], none: &str) -> String {
    if items.is_empty() { none.to_owned() } else { items.join(", ") }
}

fn capabilities(flavors: &[Vec<Mismatch>], differing_from: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [only] = flavors else {
        write!(f, "none of its {} flavors fits: ", flavors.len())?;
        let mut names: Vec<&str> = flavors.iter().flatten().map(|mismatch| mismatch.capability.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        return write!(f, "they differ from {differing_from} in {}", names.join(", "));
    };
    for (index, mismatch) in only.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        if let (Some(worker), true) = (&mismatch.worker, differing_from == WORKER) {
            let (asked, offered) = (list(worker, "nothing"), list(&mismatch.flavor, "nothing"));
            write!(f, "{separator}{}: the worker asks for {asked}, it has {offered}", mismatch.capability)?;
            if !worker.iter().any(|value| mismatch.machine_type.contains(value)) {
                write!(f, ", and the machine type supports {}", list(&mismatch.machine_type, "nothing"))?;
            }
            continue;
        }
        write!(
            f,
            "{separator}{}: it has {}, and the machine type supports {}",
            mismatch.capability,
            list(&mismatch.flavor, "nothing"),
            list(&mismatch.machine_type, "nothing")
        )?;
        if let Some(worker) = &mismatch.worker {
            write!(f, " (worker: {})", list(worker, "nothing"))?;
        }
    }
    Ok(())
}
