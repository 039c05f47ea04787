//! Machines on a supervisor cluster of vSphere with Kubernetes, which remained an experiment.

use rootstock_core_model::nouns;
use rootstock_document::Decodable;
use serde::Serialize;

/// Settings for machines on a supervisor cluster.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VsphereWithKubernetes {
    /// The namespace; defaults to one for each Shoot.
    pub namespace: Option<String>,
    /// The storage policies.
    pub storage_policies: Option<Vec<String>>,
    /// The content libraries with the images.
    pub content_libraries: Option<Vec<String>>,
    /// The classes of machines.
    pub virtual_machine_classes: Option<Vec<String>>,
    /// The regions.
    pub regions: Option<Vec<KubernetesRegionSpec>>,
}

/// A region of supervisor clusters.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KubernetesRegionSpec {
    /// The name.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The cluster.
    pub cluster: String,
    /// The address of vSphere.
    pub vsphere_host: String,
    /// Whether verification of vSphere's certificate is disabled.
    #[serde(rename = "vsphereInsecureSSL")]
    pub vsphere_insecure_ssl: bool,
    /// The zones.
    pub zones: Option<Vec<KubernetesZoneSpec>>,
}

/// A zone of a supervisor cluster.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KubernetesZoneSpec {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The storage class of machines.
    #[serde(rename = "vmStorageClassName")]
    pub vm_storage_class_name: String,
}
