//! Reasons why a pool cannot use an image version, as data with a textual form.

use std::fmt;

use rootstock_core_model::listed;
use rootstock_versioning::Classification;
use rootstock_worker_capabilities::FlavorMismatch;
use serde::{Serialize, Serializer};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray};

/// A reason why a pool cannot use an image version on its machine type.
///
/// The `Display` form is a clause: ``it exists for `amd64`, not for architecture `arm64` ``. The JSON form has a `reason`,
/// which is the stable name of its [kind](Self::kind), the fields that belong to it, and the clause as `message`.
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
    /// The version has expired or is not available yet; for a default version, also if it is a preview.
    Classification {
        /// The current classification.
        classification: Classification,
    },
    /// The version does not exist for the pool's architecture.
    Architecture {
        /// The architecture of the pool.
        wanted: String,
        /// The architectures for which the version exists.
        offered: Vec<String>,
    },
    /// No flavor fits the machine type.
    Capabilities {
        /// The closest flavor.
        #[serde(flatten)]
        misfit: Box<FlavorMismatch>,
    },
    /// A flavor fits the machine type, but none also meets the worker's demands (GEP-54).
    WorkerCapabilities {
        /// The closest flavor.
        #[serde(flatten)]
        misfit: Box<FlavorMismatch>,
    },
    /// The version lacks the container runtime interface or some container runtimes.
    ContainerRuntime {
        /// The requested interface.
        interface: String,
        /// The requested container runtimes that it lacks; empty if it lacks the interface itself.
        missing: Vec<String>,
        /// The alternatives it has: interfaces, or the runtimes of the interface.
        offered: Vec<String>,
    },
    /// The version does not work with the kubelet.
    Kubelet {
        /// The kubelet's version.
        kubelet_version: String,
        /// The version constraint, as written.
        constraint: String,
        /// The terms of the constraint that are not met, as one clause each; or the parse error.
        obstacles: Vec<String>,
    },
    /// Nodes cannot be updated to the version in place.
    InPlace {
        /// The reason.
        #[serde(flatten)]
        obstacle: InPlaceObstacle,
    },
    /// The provider section has no image for the version.
    Unmapped {
        /// The reason, as text.
        explanation: String,
        /// Whether an image exists in other regions.
        elsewhere: bool,
    },
}

/// A reason why nodes cannot be updated to a version in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InPlaceObstacle {
    /// `inPlaceUpdates.supported` is not true.
    #[error("it does not support in-place updates")]
    NotSupported,
    /// `inPlaceUpdates.minVersionForUpdate` is missing.
    #[error("it does not allow in-place updates, because it has no `inPlaceUpdates.minVersionForUpdate`")]
    NoMinimum,
    /// The version in use is below the minimum or cannot be compared with it.
    #[error("in-place updates to it need at least `{minimum}`, but `{current}` is in use")]
    BelowMinimum {
        /// The version in use.
        current: String,
        /// The lowest version from which nodes can be updated.
        minimum: String,
    },
}

impl ObstacleKind {
    /// All kinds, in order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for ObstacleKind {
    /// Writes the part that does not fit, for use after "does not fit": `the architecture`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Classification => "what is on offer",
            Self::Architecture => "the architecture",
            Self::Capabilities => "the machine type's capabilities",
            Self::WorkerCapabilities => "what the worker asks for",
            Self::ContainerRuntime => "the container runtimes",
            Self::Kubelet => "the kubelet's version",
            Self::InPlace => "in-place updates",
            Self::Unmapped => "the provider's images",
        })
    }
}

impl Obstacle {
    /// Returns the kind of the obstacle.
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
                write!(
                    f,
                    "it has no container runtimes besides `{interface}`, but the worker needs {}",
                    listed(missing)
                )
            }
            Self::ContainerRuntime { missing, offered, .. } => {
                write!(f, "it has the container runtimes {}, but the worker needs {}", listed(offered), listed(missing))
            }
            Self::Kubelet { kubelet_version, constraint, obstacles } => {
                write!(f, "it works with kubelets `{constraint}`, but the kubelet is `{kubelet_version}`")?;
                // A constraint with a single term needs no further explanation.
                let is_said = obstacles.iter().all(|obstacle| *obstacle == format!("`{constraint}` is not met"));
                if is_said { Ok(()) } else { write!(f, ": {}", obstacles.join("; ")) }
            }
            Self::InPlace { obstacle } => obstacle.fmt(f),
            Self::Unmapped { explanation, .. } => f.write_str(explanation),
        }
    }
}
