//! The Hetzner Cloud extension's `providerConfig`.

use std::collections::BTreeMap;

use rootstock_core_model::{Capabilities, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ImageVersion, ProviderImage, RegionalImages};
use serde::Serialize;

/// The `CloudProfileConfig` of the Hetzner Cloud extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `hcloud.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// Settings that differ in single regions.
    pub regions: Option<Vec<RegionSpec>>,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The file system of volumes.
    pub default_storage_fs_type: String,
    /// Options of machine types.
    pub machine_type_options: Option<Vec<MachineTypeOptions>>,
    /// Options of the Docker daemon.
    pub docker_daemon_options: Option<DockerDaemonOptions>,
}

/// Settings that differ in a region.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionSpec {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The mappings of machine images in the region.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
}

/// An entry for a version of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image's name; defaults to `NAME-VERSION`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image_name: String,
}

/// Options of a machine type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeOptions {
    /// The machine type.
    #[decodable(key, refers_to = nouns::MACHINE_TYPE)]
    pub name: String,
    /// The options.
    pub extra_config: BTreeMap<String, String>,
}

/// Options of the Docker daemon.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DockerDaemonOptions {
    /// The proxy.
    pub http_proxy_conf: Option<String>,
    /// Registries that it does not verify.
    pub insecure_registries: Option<Vec<String>>,
}

impl CloudProfileConfig {
    pub(crate) fn regional_images(&self) -> Vec<RegionalImages<'_, MachineImageVersion>> {
        let regions = self.regions.iter().flatten();
        RegionalImages::of_regions(regions.map(|region| (region.name.as_str(), region.machine_images.as_ref())))
    }
}

impl ImageVersion for MachineImageVersion {
    const EVERYWHERE_FIELD: &'static str = "imageName";
    const IS_REGIONAL: bool = false;

    fn version(&self) -> &str {
        &self.version
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        vec![Artifact::legacy(Capabilities::new()).with_everywhere(&self.image_name)]
    }
}
