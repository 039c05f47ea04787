//! A `providerConfig` that maps images and says nothing else.

use rootstock_document::Decodable;
use serde::Serialize;

use crate::ProviderImage;

/// `CloudProfileConfig` of extensions that have nothing but images in it; `V` are the provider's versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = "V: schemars::JsonSchema + Default + Serialize"))]
pub struct ImagesOnly<V> {
    /// The API group and version of the provider.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// What each machine image is mapped to.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<V>>>,
}

impl<V> ImagesOnly<V> {
    /// The images.
    #[must_use]
    pub fn images(&self) -> &[ProviderImage<V>] {
        self.machine_images.as_deref().unwrap_or_default()
    }
}
