//! CloudProfile, `core.gardener.cloud/v1beta1`: the complete field tree.
//!
//! Absent, `null` and empty values are distinguished where Gardener distinguishes them (`lifecycle`, `classification`,
//! `architecture`, `kubeletVersionConstraint`, `updateStrategy`).

mod kubernetes;
mod lifecycle;
mod machine_images;
mod machine_types;
mod other_settings;
mod regions;

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

pub use kubernetes::{ExpirableVersion, KubernetesSettings};
pub use machine_images::{ContainerRuntime, Cri, DEFAULT_CRI, InPlaceUpdates, MachineImage, MachineImageVersion};
pub use machine_types::{MachineControllerManagerSettings, MachineType, MachineTypeStorage, VolumeType};
pub use other_settings::{
    Bastion, BastionMachineImage, BastionMachineType, ControlPlane, LabelSelectorRequirement, Limits, SeedSelector,
};
pub use regions::{AccessRestriction, AvailabilityZone, Region};

use crate::{CapabilityDefinition, ObjectMeta, RawObject};

/// A CloudProfile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfile {
    /// `core.gardener.cloud/v1beta1`.
    pub api_version: String,
    /// `CloudProfile`.
    pub kind: String,
    /// The object's metadata.
    pub metadata: ObjectMeta,
    /// The contents of the profile.
    pub spec: CloudProfileSpec,
    /// The status. Gardener ignores the value sent by a client.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(since = "1.137")]
    pub status: Option<RawObject>,
}

impl CloudProfile {
    /// The only supported API version.
    pub const API_VERSION: &'static str = "core.gardener.cloud/v1beta1";
    /// The kind.
    pub const KIND: &'static str = "CloudProfile";
}

/// `spec` of a CloudProfile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileSpec {
    /// PEM certificates to install on every host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca_bundle: Option<String>,
    /// Kubernetes versions.
    pub kubernetes: KubernetesSettings,
    /// Machine images and their versions.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<MachineImage>>,
    /// Machine types.
    #[decodable(compare = Effect)]
    pub machine_types: Option<Vec<MachineType>>,
    /// The provider-specific configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
    /// Regions and zones.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<Region>>,
    /// The seeds that may host Shoots of this profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_selector: Option<SeedSelector>,
    /// The provider's name.
    #[serde(rename = "type")]
    pub provider_type: String,
    /// Volume types.
    #[serde(skip_serializing_if = "none_or_empty")]
    #[decodable(compare = Effect)]
    pub volume_types: Option<Vec<VolumeType>>,
    /// The bastion, through which nodes are accessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Whole)]
    pub bastion: Option<Bastion>,
    /// Limits for every Shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The registered capabilities, in order of preference.
    #[serde(skip_serializing_if = "none_or_empty")]
    #[decodable(compare = Effect)]
    pub machine_capabilities: Option<Vec<CapabilityDefinition>>,
    /// Control plane settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(since = "1.150")]
    pub control_plane: Option<ControlPlane>,
}

impl CloudProfileSpec {
    /// The registered capabilities; empty in a legacy profile.
    #[must_use]
    pub fn capability_definitions(&self) -> &[CapabilityDefinition] {
        self.machine_capabilities.as_deref().unwrap_or_default()
    }

    /// Returns whether the profile uses capabilities.
    #[must_use]
    pub fn has_capabilities(&self) -> bool {
        !self.capability_definitions().is_empty()
    }

    /// The machine images.
    #[must_use]
    pub fn images(&self) -> &[MachineImage] {
        self.machine_images.as_deref().unwrap_or_default()
    }

    /// The machine types.
    #[must_use]
    pub fn types(&self) -> &[MachineType] {
        self.machine_types.as_deref().unwrap_or_default()
    }
}

/// Returns whether Go's `omitempty` omits the list.
#[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
pub(crate) fn none_or_empty<T>(list: &Option<Vec<T>>) -> bool {
    list.as_ref().is_none_or(Vec::is_empty)
}
