//! The local provider's `providerConfig`.

use rootstock_core_model::{Capabilities, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, GlobalFlavor, ImageVersion, ProviderImage};
use serde::Serialize;

/// The `CloudProfileConfig` of the local provider.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `local.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The load balancer.
    pub load_balancer: LoadBalancer,
}

/// The load balancer of the local provider.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadBalancer {
    /// The container image.
    pub image: String,
}

/// An entry for a version of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The container image, in a profile without capabilities.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// One entry per flavor of the core section, in a profile with capabilities.
    #[decodable(compare = Effect)]
    pub capability_flavors: Option<Vec<GlobalFlavor>>,
}

impl MachineImageVersion {
    /// Returns the flavors as written.
    #[must_use]
    pub fn written_flavors(&self) -> &[GlobalFlavor] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }
}

impl ImageVersion for MachineImageVersion {
    const FORMATS_ARE_APART: bool = true;

    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.written_flavors().iter().enumerate();
        flavors
            .map(|(index, flavor)| Artifact {
                everywhere: Some(&flavor.image),
                ..Artifact::flavor(index, &flavor.capabilities)
            })
            .collect()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        vec![Artifact { everywhere: Some(&self.image), ..Artifact::legacy(Capabilities::new()) }]
    }
}
