//! Why a pool cannot have an image version, as data that can be printed.

use std::fmt;

use rootstock_core_model::listed;
use rootstock_versioning::Classification;
use rootstock_worker_capabilities::Misfit;
use serde::{Serialize, Serializer};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray};

/// One reason why a pool cannot have an image version on its machine type.
///
/// The `Display` is a clause: ``it exists for `amd64`, not for architecture `arm64` ``. In JSON it has a `reason`, which is the
/// stable name of its [kind](Self::kind), what belongs to that, and the clause as `message`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, EnumDiscriminants)]
#[strum_discriminants(
    name(ObstacleKind),
    doc = "What kind of an [`Obstacle`] it is, with a stable name. The order is that in which maintenance looks: what one has",
    doc = "dropped the next does not see.",
    derive(Hash, PartialOrd, Ord, Serialize, IntoStaticStr, VariantArray),
    serde(rename_all = "kebab-case"),
    strum(serialize_all = "kebab-case"),
    cfg_attr(feature = "schema", derive(schemars::JsonSchema))
)]
#[serde(remote = "Self", tag = "reason", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(!remote, transform = rootstock_core_model::schema::with_message))]
pub enum Obstacle {
    /// The version has expired or is not available yet; for a default, also if it is a preview.
    Classification {
        /// What it is now.
        classification: Classification,
    },
    /// The version does not exist for the pool's architecture.
    Architecture {
        /// The pool's.
        wanted: String,
        /// The architectures that it exists for.
        offered: Vec<String>,
    },
    /// No flavor fits the machine type.
    Capabilities {
        /// The flavor that comes nearest.
        #[serde(flatten)]
        misfit: Box<Misfit>,
    },
    /// A flavor fits the machine type, and none has what the worker asks for as well (GEP-54).
    WorkerCapabilities {
        /// The flavor that comes nearest.
        #[serde(flatten)]
        misfit: Box<Misfit>,
    },
    /// The version does not have the container runtime interface, or container runtimes.
    ContainerRuntime {
        /// The interface wanted.
        interface: String,
        /// The container runtimes wanted that it does not have; none if it does not have the interface itself.
        missing: Vec<String>,
        /// What it has instead: interfaces, or the runtimes of the interface.
        offered: Vec<String>,
    },
    /// The version does not work with the kubelet.
    Kubelet {
        /// The kubelet's version.
        kubelet_version: String,
        /// What it works with, as written.
        constraint: String,
        /// The terms of the constraint in the way, one clause each; or that it cannot be read.
        obstacles: Vec<String>,
    },
    /// Nodes cannot be updated to it in place.
    InPlace {
        /// What is in the way.
        #[serde(flatten)]
        obstacle: InPlaceObstacle,
    },
    /// The provider's half has no image for it.
    Unmapped {
        /// Why not, in words.
        explanation: String,
        /// Whether it has one in other regions.
        elsewhere: bool,
    },
}

/// What keeps nodes from being updated to a version in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InPlaceObstacle {
    /// `inPlaceUpdates.supported` is not true.
    #[error("it does not support in-place updates")]
    NotSupported,
    /// There is no `inPlaceUpdates.minVersionForUpdate`.
    #[error("nothing can be updated to it in place, because it has no `inPlaceUpdates.minVersionForUpdate`")]
    NoMinimum,
    /// The version in use is below the minimum, or cannot be compared with it.
    #[error("it can be updated to in place from `{minimum}` on, and `{current}` is in use")]
    BelowMinimum {
        /// The version in use.
        current: String,
        /// The lowest version from which nodes can be updated.
        minimum: String,
    },
}

impl ObstacleKind {
    /// Every kind, in order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for ObstacleKind {
    /// What does not fit: `the architecture`, for use after "does not fit".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Classification => "what is on offer",
            Self::Architecture => "the architecture",
            Self::Capabilities => "the machine type's capabilities",
            Self::WorkerCapabilities => "what the worker asks for",
            Self::ContainerRuntime => "the container runtimes",
            Self::Kubelet => "the kubelet's version",
            Self::InPlace => "updates in place",
            Self::Unmapped => "the provider's images",
        })
    }
}

impl Obstacle {
    /// What kind of an obstacle it is.
    #[must_use]
    pub fn kind(&self) -> ObstacleKind {
        self.into()
    }
}

impl Serialize for Obstacle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithMessage<'a> {
            #[serde(flatten, serialize_with = "Obstacle::serialize")]
            obstacle: &'a Obstacle,
            message: String,
        }
        WithMessage { obstacle: self, message: self.to_string() }.serialize(serializer)
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classification { classification: Classification::Expired } => f.write_str("it has expired"),
            Self::Classification { classification: Classification::Unavailable } => {
                f.write_str("it is not available yet")
            }
            Self::Classification { classification } => write!(f, "it is classified as {classification}"),
            Self::Architecture { wanted, offered } => {
                write!(f, "it exists for {}, not for architecture `{wanted}`", listed(offered))
            }
            Self::Capabilities { misfit } | Self::WorkerCapabilities { misfit } => misfit.fmt(f),
            Self::ContainerRuntime { interface, missing, offered } if missing.is_empty() => {
                write!(f, "it has {}, not the container runtime interface `{interface}`", listed(offered))
            }
            Self::ContainerRuntime { interface, missing, offered } if offered.is_empty() => {
                write!(f, "it has no container runtimes beside `{interface}`, and the worker needs {}", listed(missing))
            }
            Self::ContainerRuntime { missing, offered, .. } => {
                write!(f, "it has the container runtimes {}, and the worker needs {}", listed(offered), listed(missing))
            }
            Self::Kubelet { kubelet_version, constraint, obstacles } => {
                write!(f, "it works with kubelets `{constraint}`, and the kubelet is `{kubelet_version}`")?;
                // A constraint of one term says all there is to say.
                let is_said = obstacles.iter().all(|obstacle| *obstacle == format!("`{constraint}` is not met"));
                if is_said { Ok(()) } else { write!(f, ": {}", obstacles.join("; ")) }
            }
            Self::InPlace { obstacle } => obstacle.fmt(f),
            Self::Unmapped { explanation, .. } => f.write_str(explanation),
        }
    }
}
