//! NamespacedCloudProfile, `core.gardener.cloud/v1beta1`: a project's changes to a CloudProfile.

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::{
    CloudProfile, CloudProfileReference, CloudProfileSpec, ExpirableVersion, KubernetesSettings, Limits, MachineImage,
    MachineType, ObjectMeta, RawObject, VolumeType,
};

/// The fields of a CloudProfile's `spec` that a NamespacedCloudProfile inherits and cannot set.
pub(crate) const PARENT_ONLY: [&str; 6] =
    ["bastion", "controlPlane", "machineCapabilities", "regions", "seedSelector", "type"];

/// A NamespacedCloudProfile.
///
/// ```
/// use rootstock_core_model::{NamespacedCloudProfile, Path, RawObject, decode};
/// let raw: RawObject = serde_json::from_str(r#"{"spec": {"parent": {"name": "gcp"}, "regions": []}}"#)?;
/// let (profile, violations) = decode::<NamespacedCloudProfile>(raw.node(), &Path::object());
/// assert_eq!(profile.spec.parent.name, "gcp");
/// assert!(violations[0].detail.contains("belongs to the parent"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedCloudProfile {
    /// `core.gardener.cloud/v1beta1`.
    pub api_version: String,
    /// `NamespacedCloudProfile`.
    pub kind: String,
    /// The object's metadata.
    pub metadata: ObjectMeta,
    /// The differences from the parent.
    pub spec: NamespacedCloudProfileSpec,
    /// The status written by Gardener.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<NamespacedCloudProfileStatus>,
}

impl NamespacedCloudProfile {
    /// The only supported API version.
    pub const API_VERSION: &'static str = CloudProfile::API_VERSION;
    /// The kind.
    pub const KIND: &'static str = CloudProfileReference::NAMESPACED;
}

/// `spec` of a NamespacedCloudProfile; absent fields are inherited from the parent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedCloudProfileSpec {
    /// PEM certificates in addition to the parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca_bundle: Option<String>,
    /// Kubernetes versions of the parent with other expiration dates. `Some` without versions is an explicit `kubernetes: {}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes: Option<KubernetesSettings>,
    /// Image versions of the parent with other expiration dates, and additional images and versions.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub machine_images: Option<Vec<MachineImage>>,
    /// Additional machine types, or replacements for the parent's.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub machine_types: Option<Vec<MachineType>>,
    /// Additional volume types, or replacements for the parent's.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub volume_types: Option<Vec<VolumeType>>,
    /// The CloudProfile to inherit from.
    pub parent: CloudProfileReference,
    /// The provider-specific configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
    /// Limits that replace the parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
}

impl NamespacedCloudProfileSpec {
    /// The Kubernetes versions whose lifecycle differs from the parent's.
    #[must_use]
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion] {
        self.kubernetes.as_ref().map(KubernetesSettings::offered).unwrap_or_default()
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

    /// The volume types.
    #[must_use]
    pub fn volumes(&self) -> &[VolumeType] {
        self.volume_types.as_deref().unwrap_or_default()
    }
}

/// `status` of a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedCloudProfileStatus {
    /// The parent with the changes applied, as used by Shoots.
    pub cloud_profile_spec: CloudProfileSpec,
    /// The generation of `spec` from which it was rendered.
    #[serde(skip_serializing_if = "crate::metadata::is_zero")]
    pub observed_generation: i64,
}
