//! JSON Schemas (draft 2020-12) of what people write: CloudProfiles, NamespacedCloudProfiles, Shoots, every provider's
//! `providerConfig`, and `rootstock.toml`.
//!
//! They are made of the types that read the documents and of their documentation, so that editors and programs know the same
//! fields as `rootstock check`. They are strict: what cannot be read is not valid, and what can be read is. Whether the values
//! make sense together no schema says; the rules do.
//!
//! ```
//! use rootstock_queries::manifest_schemas;
//!
//! let registry = rootstock_providers::registry()?;
//! let schemas = manifest_schemas(&registry);
//! let profile = schemas.iter().find(|schema| schema.name == "CloudProfile").ok_or("no such schema")?;
//! assert_eq!(profile.file, "core.gardener.cloud/cloudprofile_v1beta1.json");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod configuration;
mod fields;
mod kinds;
mod list_keys;
mod provider_config;
mod put;
mod strict;

use serde_json::Value;

pub use fields::{FieldValue, SchemaField};
pub use kinds::manifest_schemas;

/// The schema of one kind of document.
#[derive(Debug, Clone, PartialEq)]
pub struct ManifestSchema {
    /// What it is asked for by: the kind, the provider whose `providerConfig` it is, or `rootstock.toml`.
    pub name: String,
    /// The file that it is kept in, in the layout of the catalogues of custom resources: `GROUP/KIND_VERSION.json`.
    pub file: String,
    /// JSON Schema, draft 2020-12.
    pub schema: Value,
}

impl ManifestSchema {
    /// As it is written to a file: indented, with a line end.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:#}\n", self.schema)
    }
}
