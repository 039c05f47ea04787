//! The entries of `providerConfig.machineImages`: image IDs by region, or image names.

use rootstock_core_model::{Capabilities, DEFAULT_ARCHITECTURE, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ImageVersion, RegionId, by_architecture};
use serde::Serialize;

/// The architecture of images that are referred to by name.
const NAME_ARCHITECTURE: &str = DEFAULT_ARCHITECTURE;

/// An entry for a version of a machine image: `regions` and `image` in the legacy format, or `capabilityFlavors`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image's name, for regions without an ID.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// The image's ID in each region.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<RegionId>>,
    /// One entry per flavor of the core section.
    #[decodable(compare = Effect)]
    pub capability_flavors: Option<Vec<ImageFlavor>>,
}

/// The images of one flavor of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageFlavor {
    /// The image's ID in each region.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<RegionId>>,
    /// The image's name, for regions without an ID.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// The capabilities of the image.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(key, compare = Effect)]
    pub capabilities: Capabilities,
}

impl MachineImageVersion {
    /// Returns the regions as written.
    #[must_use]
    pub fn written_regions(&self) -> &[RegionId] {
        self.regions.as_deref().unwrap_or_default()
    }

    /// Returns the flavors as written.
    #[must_use]
    pub fn written_flavors(&self) -> &[ImageFlavor] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }
}

impl ImageFlavor {
    /// Returns the regions as written.
    #[must_use]
    pub fn written_regions(&self) -> &[RegionId] {
        self.regions.as_deref().unwrap_or_default()
    }
}

impl ImageVersion for MachineImageVersion {
    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.written_flavors().iter().enumerate();
        flavors
            .map(|(index, flavor)| {
                let regions = flavor.written_regions().iter().map(|entry| (entry.name.as_str(), entry.id.as_str()));
                let artifact = Artifact::flavor(index, &flavor.capabilities).with_regions(regions);
                artifact.with_everywhere(&flavor.image).with_everywhere_for(NAME_ARCHITECTURE)
            })
            .collect()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let regions = self.written_regions().iter().map(|entry| {
            let architecture = entry.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
            (entry.name.as_str(), entry.id.as_str(), architecture)
        });
        let artifacts = by_architecture(regions, &self.image, DEFAULT_ARCHITECTURE);
        artifacts.into_iter().map(|artifact| artifact.with_everywhere_for(NAME_ARCHITECTURE)).collect()
    }
}
