//! `spec.machineImages`.

use rootstock_document::Decodable;
use rootstock_versioning::{Classification, LifecycleStage, Timestamp, VersionLifecycle};
use serde::{Deserialize, Serialize};

use super::lifecycle;
use crate::{Flavor, RawObject, nouns};

/// The default container runtime interface of workers, and the only one that Gardener supports.
pub const DEFAULT_CRI: &str = "containerd";

/// A machine image: an operating system and its versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImage {
    /// The image's name, unique in the profile.
    #[decodable(key, offers = nouns::MACHINE_IMAGE)]
    pub name: String,
    /// The versions.
    #[decodable(compare = Effect)]
    pub versions: Option<Vec<MachineImageVersion>>,
    /// The update strategy of maintenance: `patch`, `minor` or `major`; any other value is kept and reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub update_strategy: Option<String>,
}

impl MachineImage {
    /// The versions.
    #[must_use]
    pub fn offered(&self) -> &[MachineImageVersion] {
        self.versions.as_deref().unwrap_or_default()
    }
}

/// One version of a machine image.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, offers = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The expiration date (legacy).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde, compare = Effect)]
    pub expiration_date: Option<Timestamp>,
    /// The classification (legacy).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde, compare = Effect)]
    pub classification: Option<Classification>,
    /// The lifecycle stages (GEP-32). `Some` of an empty list is an explicit `[]`.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(by_serde, shape = lifecycle::STAGES, compare = Effect, since = "1.137")]
    pub lifecycle: Option<Vec<LifecycleStage>>,
    /// The supported container runtime interfaces.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub cri: Option<Vec<Cri>>,
    /// The supported architectures (legacy; replaced by the `architecture` capability).
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub architectures: Option<Vec<String>>,
    /// The kubelet versions that the image version supports.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub kubelet_version_constraint: Option<String>,
    /// The in-place update settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_place_updates: Option<InPlaceUpdates>,
    /// One entry per image artifact.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect, offers = nouns::FLAVOR)]
    pub capability_flavors: Option<Vec<Flavor>>,
}

impl MachineImageVersion {
    /// The lifecycle according to the fields of the version.
    #[must_use]
    pub fn lifecycle(&self) -> VersionLifecycle<'_> {
        VersionLifecycle {
            classification: self.classification.as_ref(),
            expiration_date: self.expiration_date,
            stages: self.lifecycle.as_deref().unwrap_or_default(),
        }
    }

    /// The flavors as written.
    #[must_use]
    pub fn flavors(&self) -> &[Flavor] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }

    /// The legacy architectures as written.
    #[must_use]
    pub fn legacy_architectures(&self) -> &[String] {
        self.architectures.as_deref().unwrap_or_default()
    }
}

/// A container runtime interface.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cri {
    /// `containerd`.
    #[decodable(key)]
    pub name: String,
    /// Container runtimes in addition to the default one.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub container_runtimes: Option<Vec<ContainerRuntime>>,
}

/// A container runtime.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContainerRuntime {
    /// The type.
    #[serde(rename = "type")]
    #[decodable(key)]
    pub runtime_type: String,
    /// The settings of the runtime.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
}

/// The in-place update settings (GEP-31).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InPlaceUpdates {
    /// Whether nodes can be updated to this version in place.
    #[decodable(compare = Effect)]
    pub supported: bool,
    /// The lowest version from which nodes can be updated in place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub min_version_for_update: Option<String>,
}
