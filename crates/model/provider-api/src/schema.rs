//! The JSON Schema of a plug-in's configuration.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Returns the schema for deserializing a `T`, for [`Plugin::config_schema`](crate::Plugin::config_schema).
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}
