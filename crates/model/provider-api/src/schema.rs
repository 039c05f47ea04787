//! The JSON Schema of what a plug-in reads.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The schema of what is read as a `T`: what [`Plugin::config_schema`](crate::Plugin::config_schema) answers of its configuration.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}
