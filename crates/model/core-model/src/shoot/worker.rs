//! A worker pool of a Shoot.

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::{RawObject, nouns};

/// A worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worker {
    /// The name, unique in the Shoot.
    pub name: String,
    /// The machine type and image.
    pub machine: WorkerMachine,
    /// The container runtime interface; absent means containerd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cri: Option<WorkerCri>,
    /// Kubernetes settings of this pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes: Option<WorkerKubernetes>,
    /// The zones over which the pool is spread.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// The root disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<WorkerVolume>,
    /// Further disks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_volumes: Option<RawObject>,
    /// The labels of the pool's nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<RawObject>,
    /// The update strategy of the nodes; an unknown value is kept and reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_strategy: Option<UpdateStrategy>,
    /// The minimum number of nodes.
    pub minimum: i32,
    /// The maximum number of nodes.
    pub maximum: i32,
    /// The provider-specific configuration of the pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
}

/// `machine` of a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerMachine {
    /// One of the profile's machine types.
    #[serde(rename = "type")]
    #[decodable(refers_to = nouns::MACHINE_TYPE)]
    pub machine_type: String,
    /// The machine image; it may be absent or lack a version on creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<WorkerImage>,
    /// The architecture; defaults to that of the machine type, and then to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// Whether nodes use secure boot (GEP-54).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secure_boot: Option<bool>,
    /// The requested GPU (GEP-54).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<WorkerGpu>,
}

/// The machine image of a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerImage {
    /// One of the profile's images.
    #[decodable(refers_to = nouns::MACHINE_IMAGE)]
    pub name: String,
    /// One of its versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(refers_to = nouns::IMAGE_VERSION)]
    pub version: Option<String>,
    /// Settings of the operating system extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
}

/// The GPU requested by a worker pool (GEP-54).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerGpu {
    /// `nvidia`, `amd`, `intel` or `none`; any other value is kept and reported.
    #[serde(rename = "type")]
    pub gpu_type: String,
}

/// The container runtime interface of a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerCri {
    /// `containerd`.
    pub name: String,
    /// Container runtimes in addition to the default one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub container_runtimes: Vec<WorkerContainerRuntime>,
}

/// A container runtime requested by a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerContainerRuntime {
    /// The type.
    #[serde(rename = "type")]
    pub runtime_type: String,
}

/// Kubernetes settings of a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerKubernetes {
    /// The kubelet's version; defaults to that of the control plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(refers_to = nouns::KUBERNETES_VERSION)]
    pub version: Option<String>,
    /// Kubelet settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<RawObject>,
}

/// The root disk of a worker pool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerVolume {
    /// One of the profile's volume types.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[decodable(refers_to = nouns::VOLUME_TYPE)]
    pub volume_type: Option<String>,
    /// The size as written: a number with the unit `Gi`.
    #[serde(rename = "size")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_size: Option<String>,
}

/// The update strategy for the nodes of a worker pool.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpdateStrategy {
    /// Nodes are replaced.
    #[default]
    AutoRollingUpdate,
    /// Gardener updates nodes in place.
    AutoInPlaceUpdate,
    /// Nodes are updated in place when the user triggers it.
    ManualInPlaceUpdate,
    /// An unknown strategy, as written.
    #[serde(untagged)]
    Unknown(String),
}

rootstock_document::decodable_by_serde!(UpdateStrategy);

impl UpdateStrategy {
    /// The names of the known strategies, sorted.
    pub const NAMES: [&str; 3] = ["AutoInPlaceUpdate", "AutoRollingUpdate", "ManualInPlaceUpdate"];

    /// Returns whether nodes are updated in place instead of being replaced.
    #[must_use]
    pub const fn is_in_place(&self) -> bool {
        matches!(self, Self::AutoInPlaceUpdate | Self::ManualInPlaceUpdate)
    }
}

impl Worker {
    /// Returns whether the pool's nodes are updated in place.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.update_strategy.as_ref().is_some_and(UpdateStrategy::is_in_place)
    }

    /// The pool's own kubelet version, if it has one.
    #[must_use]
    pub fn kubernetes_version(&self) -> Option<&str> {
        self.kubernetes.as_ref()?.version.as_deref()
    }
}
