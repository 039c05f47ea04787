//! Reasons why an update that is due cannot be made, as messages that include advice.

use rootstock_judge::ObstacleKind;
use rootstock_versioning::{CompareError, UpdateError, UpdateStrategyError, Version, VersionError};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// A reason why an update cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpdateFailure {
    /// The profile does not have the worker's machine type.
    #[error(
        "machine type `{name}` is not in the profile{}; give the pool a machine type of the profile, or add it to the profile again",
        did_you_mean(.nearest)
    )]
    MachineTypeMissing {
        /// The machine type.
        name: String,
        /// A machine type with a similar name.
        nearest: Option<String>,
    },
    /// The profile does not have the worker's machine image.
    #[error(
        "machine image `{name}` is not in the profile{}; give the pool an image of the profile, or add it to the profile again",
        did_you_mean(.nearest)
    )]
    ImageMissing {
        /// The image.
        name: String,
        /// An image with a similar name.
        nearest: Option<String>,
    },
    /// The worker has no machine image, or no version of it.
    #[error("the pool has no machine image and version; a stored Shoot always has both, so read it from the cluster")]
    NoImage,
    /// The version of the worker's kubelet cannot be parsed.
    #[error("the pool's Kubernetes version cannot be read, so no image can be chosen for it: {0}")]
    Kubelet(#[source] VersionError),
    /// The worker has invalid requirements, so that nothing fits it (GEP-54).
    #[error("the pool's requirements cannot be met: {}", .problems.join("; "))]
    WorkerProperties {
        /// The problems, one clause each, with the field.
        problems: Vec<String>,
    },
    /// The image's update strategy cannot be parsed.
    #[error("the image's `updateStrategy` cannot be read: {0}")]
    Strategy(#[source] UpdateStrategyError),
    /// There is no target.
    #[error("{error}{}", .higher.in_words())]
    NoTarget {
        /// The levels that were searched.
        error: UpdateError,
        /// The versions higher than the one in use.
        higher: Box<HigherVersions>,
    },
    /// There is a target, but the worker cannot have it.
    #[error(transparent)]
    DoesNotFit(Box<BlockedVersion>),
    /// A Kubernetes version cannot be compared with those of the profile.
    #[error("the Kubernetes version in use cannot be looked up: {0}")]
    Lookup(#[source] CompareError),
    /// The pool already has the version that its control plane is going to have, or a newer one, and cannot go beyond it.
    #[error(
        "the pool runs Kubernetes `{worker}` and cannot be updated beyond the control plane's `{control_plane}`; update the control plane first"
    )]
    AheadOfControlPlane {
        /// The pool's version.
        worker: Version,
        /// The control plane's version after its own update.
        control_plane: Version,
    },
    /// Gardener stopped at another worker of the same Shoot.
    #[error(
        "Gardener stops updating images of this Shoot at worker `{worker}`, whose machine type, image or Kubernetes version it cannot find; correct that worker"
    )]
    Aborted {
        /// The worker at which it stopped; empty if it stopped at the control plane's version.
        worker: String,
    },
}

/// The number of image versions higher than the one in use, and the obstacles to those that do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HigherVersions {
    /// The total number.
    pub count: usize,
    /// The number of versions that the worker cannot have for each reason, in the order of [`ObstacleKind::ALL`].
    #[serde(rename = "unfit", serialize_with = "by_reason")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, usize>"))]
    pub dropped: [usize; ObstacleKind::ALL.len()],
}

/// Serializes the non-zero numbers by the name of the reason.
fn by_reason<S: Serializer>(dropped: &[usize; ObstacleKind::ALL.len()], serializer: S) -> Result<S::Ok, S::Error> {
    let reasons = ObstacleKind::ALL.iter().zip(dropped).filter(|(_, count)| **count > 0);
    serializer.collect_map(reasons.map(|(reason, count)| (reason.as_str(), count)))
}

impl HigherVersions {
    /// Returns whether the worker cannot have some of them.
    pub(crate) fn has_dropped(&self) -> bool {
        self.dropped.iter().any(|count| *count > 0)
    }

    /// Describes the obstacles to versions that the worker cannot have, as the end of a sentence.
    pub(crate) fn in_words(&self) -> String {
        let mut words = String::new();
        for (reason, dropped) in ObstacleKind::ALL.iter().zip(self.dropped).filter(|(_, dropped)| *dropped > 0) {
            words.push_str(&if words.is_empty() { format!("; of {} higher ", self.count) } else { ", ".to_owned() });
            words.push_str(&format!("{dropped} {} not fit {reason}", if dropped == 1 { "does" } else { "do" }));
        }
        words
    }
}

/// A version that an update would go to, but that the worker cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{version}`, the target of the update, does not fit: {clause}; {}{}", remedy(*.kind), .higher.in_words())]
pub struct BlockedVersion {
    /// The version as written.
    pub version: String,
    /// The kind of obstacle.
    pub kind: ObstacleKind,
    /// The obstacle as a clause.
    pub clause: String,
    /// The versions higher than the one in use.
    pub higher: HigherVersions,
}

/// Returns advice for an obstacle.
const fn remedy(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::Architecture => "offer a higher version for that architecture",
        ObstacleKind::Capabilities => "offer a flavor of it, or a higher version, that fits the machine type",
        ObstacleKind::WorkerCapabilities => {
            "offer a flavor of it, or a higher version, that meets the worker's requirements"
        }
        ObstacleKind::ContainerRuntime => "offer a higher version with the container runtimes that the worker needs",
        ObstacleKind::Kubelet => "offer a higher version for the worker's kubelet, or widen `kubeletVersionConstraint`",
        ObstacleKind::InPlace => "offer a higher version that the nodes can be updated to in place",
        ObstacleKind::Classification | ObstacleKind::Unmapped => "offer a higher version that fits",
    }
}

impl UpdateFailure {
    /// Returns whether the worker refers to something that does not exist or cannot be parsed.
    #[must_use]
    pub const fn is_unresolved_reference(&self) -> bool {
        matches!(self, Self::MachineTypeMissing { .. } | Self::ImageMissing { .. } | Self::NoImage | Self::Kubelet(_))
    }

    /// Returns the stable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::MachineTypeMissing { .. } => "machine-type-missing",
            Self::ImageMissing { .. } => "image-missing",
            Self::NoImage => "no-image",
            Self::Kubelet(_) => "kubernetes-version-unreadable",
            Self::WorkerProperties { .. } => "worker-properties",
            Self::Strategy(_) => "update-strategy-unreadable",
            Self::NoTarget { error, .. } => match error {
                UpdateError::Current(_) => "version-unreadable",
                UpdateError::Candidate(_) => "profile-version-unreadable",
                UpdateError::EndOfLife(_) => "end-of-life",
                UpdateError::LatestExpired { .. } => "latest-expired",
                UpdateError::NoHigherMinor(_) => "no-higher-minor",
                UpdateError::NoHigherMajor(_) => "no-higher-major",
                UpdateError::NoConsecutiveMinor(_) => "no-consecutive-minor",
            },
            Self::DoesNotFit(_) => "target-does-not-fit",
            Self::Lookup(_) => "kubernetes-version-incomparable",
            Self::AheadOfControlPlane { .. } => "ahead-of-control-plane",
            Self::Aborted { .. } => "aborted",
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for UpdateFailure {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "UpdateFailure".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "The reason why an update fails.",
            "properties": {
                "failure": {"type": "string", "description": "The stable name of the reason."},
                "message": {"type": "string", "description": "The reason as text."},
            },
            "required": ["failure", "message"],
        })
    }
}

impl Serialize for UpdateFailure {
    /// Serializes the stable name and the message.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("failure", self.code())?;
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}

pub(crate) fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
