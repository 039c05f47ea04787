//! A `providerConfig` that only maps images.

use rootstock_document::Decodable;
use serde::Serialize;

use crate::ProviderImage;

/// The `CloudProfileConfig` of extensions that have only images in it; `V` is the provider's type of versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = "V: schemars::JsonSchema + Default + Serialize"))]
pub struct ImagesOnly<V> {
    /// The API group and version of the provider.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<V>>>,
}

impl<V> ImagesOnly<V> {
    /// Returns the images.
    #[must_use]
    pub fn images(&self) -> &[ProviderImage<V>] {
        self.machine_images.as_deref().unwrap_or_default()
    }
}
