//! Descriptions in schemas, which come from the documentation of types.

use serde_json::{Map, Value};

/// Removes the examples from the description of a schema: they are in Rust.
pub(crate) fn remove_examples(schema: &mut Map<String, Value>) {
    let Some(Value::String(description)) = schema.get_mut("description") else { return };
    let Some((text, _)) = description.split_once("```") else { return };
    let text = text.trim_end();
    *description = text.strip_suffix(':').map_or_else(|| text.to_owned(), |text| format!("{text}."));
}
