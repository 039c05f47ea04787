//! The Azure extension's `providerConfig`.

use rootstock_core_model::{Capabilities, DEFAULT_ARCHITECTURE, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ArtifactPlace, ImageVersion, ProviderImage, architecture_only};
use serde::Serialize;

use crate::image_reference::Reference;
use crate::networking;

/// The `CloudProfileConfig` of the Azure extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `azure.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The number of update domains in each region; no longer used, but still required.
    pub count_update_domains: Option<Vec<DomainCount>>,
    /// The number of fault domains in each region.
    pub count_fault_domains: Option<Vec<DomainCount>>,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The networking of machine types, in a profile without capabilities.
    #[decodable(compare = Effect)]
    pub machine_types: Option<Vec<MachineTypeNetworking>>,
    /// The Azure cloud; by default it follows from the region.
    pub cloud_configuration: Option<CloudConfiguration>,
}

/// The number of domains in a region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DomainCount {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: String,
    /// The number.
    pub count: i32,
}

/// The networking of a machine type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeNetworking {
    /// The machine type.
    #[decodable(key, refers_to = nouns::MACHINE_TYPE)]
    pub name: String,
    /// Whether it supports accelerated networking; defaults to no.
    #[decodable(compare = Effect)]
    pub accelerated_networking: Option<bool>,
}

/// The choice of an Azure cloud.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudConfiguration {
    /// The name: `AzurePublic`, `AzureChina`, `AzureGovernment`.
    pub name: String,
}

/// An entry for a version of a machine image: one image for an architecture in the legacy format, or
/// `capabilityFlavors`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// Whether the agreement to the marketplace terms is skipped; defaults to no.
    pub skip_marketplace_agreement: Option<bool>,
    /// Whether the image supports accelerated networking; defaults to no.
    #[decodable(compare = Effect)]
    pub accelerated_networking: Option<bool>,
    /// The image's architecture; defaults to amd64.
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
    /// An image of the marketplace.
    #[decodable(compare = Effect)]
    pub urn: Option<String>,
    /// An image by its ID.
    #[decodable(compare = Effect)]
    pub id: Option<String>,
    /// An image of a community gallery.
    #[serde(rename = "communityGalleryImageID")]
    #[decodable(compare = Effect)]
    pub community_gallery_image_id: Option<String>,
    /// An image of a shared gallery.
    #[serde(rename = "sharedGalleryImageID")]
    #[decodable(compare = Effect)]
    pub shared_gallery_image_id: Option<String>,
    /// One entry per flavor of the core section.
    #[decodable(compare = Effect)]
    pub capability_flavors: Option<Vec<ImageFlavor>>,
}

/// The image of one flavor of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageFlavor {
    /// Whether the agreement to the marketplace terms is skipped; defaults to no.
    pub skip_marketplace_agreement: Option<bool>,
    /// The capabilities of the image.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(key, compare = Effect)]
    pub capabilities: Capabilities,
    /// An image of the marketplace.
    #[decodable(compare = Effect)]
    pub urn: Option<String>,
    /// An image by its ID.
    #[decodable(compare = Effect)]
    pub id: Option<String>,
    /// An image of a community gallery.
    #[serde(rename = "communityGalleryImageID")]
    #[decodable(compare = Effect)]
    pub community_gallery_image_id: Option<String>,
    /// An image of a shared gallery.
    #[serde(rename = "sharedGalleryImageID")]
    #[decodable(compare = Effect)]
    pub shared_gallery_image_id: Option<String>,
}

impl CloudProfileConfig {
    /// Returns the networking capabilities of a machine type in a profile without capabilities.
    pub(crate) fn machine_type_networking(&self, name: &str) -> Capabilities {
        let mut entries = self.machine_types.iter().flatten();
        let accelerated = entries.any(|entry| entry.name == name && entry.accelerated_networking == Some(true));
        let values = if accelerated { &networking::VALUES[..] } else { &[networking::BASIC] };
        Capabilities::from_iter([(networking::CAPABILITY, values.iter().copied())])
    }
}

impl MachineImageVersion {
    /// Returns the flavors as written.
    #[must_use]
    pub fn written_flavors(&self) -> &[ImageFlavor] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }

    pub(crate) fn reference(&self) -> Reference<'_> {
        let Self { urn, id, community_gallery_image_id, shared_gallery_image_id, .. } = self;
        Reference::new(urn, community_gallery_image_id, shared_gallery_image_id, id)
    }
}

impl ImageFlavor {
    pub(crate) fn reference(&self) -> Reference<'_> {
        let Self { urn, id, community_gallery_image_id, shared_gallery_image_id, .. } = self;
        Reference::new(urn, community_gallery_image_id, shared_gallery_image_id, id)
    }
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

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.written_flavors().iter().enumerate();
        flavors.map(|(index, flavor)| flavor.reference().of(Artifact::flavor(index, &flavor.capabilities))).collect()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let mut capabilities = architecture_only(self.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE));
        if self.accelerated_networking != Some(true) {
            capabilities.insert(networking::CAPABILITY, vec![networking::BASIC.to_owned()]);
        }
        vec![self.reference().of(Artifact::legacy(capabilities))]
    }
}
