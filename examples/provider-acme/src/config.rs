//! The `providerConfig` of acme.

use rootstock_core_model::nouns;
use rootstock_document::Decodable;
use rootstock_provider_api::{ProviderImage, RegionEntry, RegionalVersion};
use serde::Serialize;

/// An entry for a version of a machine image.
pub type MachineImageVersion = RegionalVersion<RegionDisk>;

/// The `CloudProfileConfig` of acme.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct CloudProfileConfig {
    /// `acme.provider.example.org/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The gateways of regions.
    pub gateways: Option<Vec<Gateway>>,
}

/// The gateway through which a region reaches the internet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct Gateway {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: String,
    /// The gateway's name.
    pub name: String,
}

/// An image in one region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct RegionDisk {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The disk in the region.
    #[decodable(compare = Effect)]
    pub disk: String,
    /// The architecture in the legacy format; defaults to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
}

impl RegionEntry for RegionDisk {
    const REFERENCE_FIELD: &'static str = "disk";

    fn region(&self) -> &str {
        &self.name
    }

    fn reference(&self) -> &str {
        &self.disk
    }

    fn architecture(&self) -> Option<&str> {
        self.architecture.as_deref()
    }
}
