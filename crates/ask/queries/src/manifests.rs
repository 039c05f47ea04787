//! JSON Schemas (draft 2020-12) of the manifests that users write: CloudProfiles, NamespacedCloudProfiles, Shoots,
//! every provider's `providerConfig`, `rootstock.toml`, and files of tests.
//!
//! The schemas are generated from the types that decode the documents and from their documentation, so that editors and
//! programs know the same fields as `rootstock check`. They are strict: a document is valid if and only if it can be
//! decoded. They do not check whether the values make sense together; the rules do.
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

mod configuration;
mod decoded_shape;
mod fields;
mod file_name;
mod found_fields;
mod kinds;
mod provider_config;
mod put;
mod strict;
mod test_file;

use serde_json::Value;

pub use fields::{FieldValue, SchemaField};
pub use found_fields::{FoundFields, find_fields};
pub use kinds::{manifest_schemas, manifest_schemas_at};

/// The schema of a kind of document.
#[derive(Debug, Clone, PartialEq)]
pub struct ManifestSchema {
    /// The name to look it up by: the kind, the provider whose `providerConfig` it is, `rootstock.toml`, or `rootstock-test`.
    pub name: String,
    /// The file name in the layout of the custom resource catalogs: `GROUP/KIND_VERSION.json`.
    pub file: String,
    /// The JSON Schema, draft 2020-12.
    pub schema: Value,
}

impl ManifestSchema {
    /// Returns the contents of the file: indented, with a trailing newline.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:#}\n", self.schema)
    }
}
