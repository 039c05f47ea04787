//! The mappings of machine image versions to templates.

use rootstock_core_model::{Capabilities, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ImageVersion};
use serde::Serialize;

/// An entry for a version of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The path of the template.
    #[decodable(compare = Effect)]
    pub path: String,
    /// The guest's ID, which replaces the template's.
    pub guest_id: Option<String>,
}

impl ImageVersion for MachineImageVersion {
    const EVERYWHERE_FIELD: &'static str = "path";
    const IS_REGIONAL: bool = false;
    const REQUIRES_REFERENCE: bool = true;

    fn version(&self) -> &str {
        &self.version
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        vec![Artifact::legacy(Capabilities::new()).with_everywhere(&self.path)]
    }
}
