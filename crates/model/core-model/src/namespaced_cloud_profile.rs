//! NamespacedCloudProfile, `core.gardener.cloud/v1beta1`: what one project changes in a CloudProfile.

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::{
    CloudProfile, CloudProfileReference, CloudProfileSpec, ExpirableVersion, KubernetesSettings, Limits, MachineImage,
    MachineType, ObjectMeta, RawObject, VolumeType,
};

/// The fields of a CloudProfile's `spec` that a NamespacedCloudProfile inherits and cannot have.
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
    /// What differs from the parent.
    pub spec: NamespacedCloudProfileSpec,
    /// What Gardener made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<NamespacedCloudProfileStatus>,
}

impl NamespacedCloudProfile {
    /// The only version of the API that is read.
    pub const API_VERSION: &'static str = CloudProfile::API_VERSION;
    /// The kind.
    pub const KIND: &'static str = CloudProfileReference::NAMESPACED;
}

/// `spec` of a NamespacedCloudProfile: whatever is absent is the parent's.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedCloudProfileSpec {
    /// PEM certificates in addition to the parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca_bundle: Option<String>,
    /// Kubernetes versions of the parent with other dates. `Some` of no versions is an explicit `kubernetes: {}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes: Option<KubernetesSettings>,
    /// Image versions of the parent with other dates, and images and versions of its own.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub machine_images: Option<Vec<MachineImage>>,
    /// Machine types of its own, also in place of the parent's.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub machine_types: Option<Vec<MachineType>>,
    /// Volume types of its own, also in place of the parent's.
    #[serde(skip_serializing_if = "crate::cloud_profile::none_or_empty")]
    pub volume_types: Option<Vec<VolumeType>>,
    /// The CloudProfile from which everything else comes.
    pub parent: CloudProfileReference,
    /// The provider's part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<RawObject>,
    /// Limits in place of the parent's.
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
    /// The parent with the changes applied: what Shoots get.
    pub cloud_profile_spec: CloudProfileSpec,
    /// The generation of `spec` from which that was made.
    #[serde(skip_serializing_if = "crate::metadata::is_zero")]
    pub observed_generation: i64,
}
