//! The IronCore extension's `providerConfig`.

use rootstock_core_model::{Base64Data, DEFAULT_ARCHITECTURE, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ArtifactPlace, ImageVersion, ProviderImage, architecture_only};
use serde::Serialize;

/// The `CloudProfileConfig` of the IronCore extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `ironcore.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The access to regions.
    pub region_configs: Option<Vec<RegionConfig>>,
    /// The storage classes of Shoots.
    pub storage_classes: StorageClasses,
}

/// The image of a version of a machine image for one architecture.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image.
    #[decodable(compare = Effect)]
    pub image: String,
    /// The image's architecture; defaults to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
}

/// The access to a region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionConfig {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The URL of its API server.
    pub server: String,
    /// The certificate authority of the API server.
    pub certificate_authority_data: Option<Base64Data>,
}

/// The storage classes of Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageClasses {
    /// The default class.
    pub default: Option<StorageClass>,
    /// Further classes.
    pub additional: Option<Vec<StorageClass>>,
}

/// A storage class of Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageClass {
    /// The name in Shoots.
    #[decodable(key)]
    pub name: String,
    /// The volume class that it uses.
    #[serde(rename = "type")]
    pub volume_class: String,
}

impl ImageVersion for MachineImageVersion {
    const IS_REGIONAL: bool = false;
    const REQUIRES_REFERENCE: bool = true;

    fn competes_without_reference(_place: ArtifactPlace) -> bool {
        true
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let architecture = self.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
        let artifact = Artifact::legacy(architecture_only(architecture)).with_everywhere(&self.image);
        vec![if self.architecture.is_some() { artifact } else { artifact.with_implied_architecture() }]
    }
}
