//! Shared parts of the JSON Schemas of several types.

use schemars::Schema;
use serde_json::{Value, json};

/// Adds the field `message` to each variant of an enum; it holds the textual form of the value.
pub fn with_message(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    match object.get_mut("oneOf").and_then(Value::as_array_mut) {
        Some(variants) => variants.iter_mut().for_each(add_message),
        None => {
            let mut whole = Value::Object(std::mem::take(object));
            add_message(&mut whole);
            if let Value::Object(whole) = whole {
                *object = whole;
            }
        }
    }
}

fn add_message(variant: &mut Value) {
    let Some(variant) = variant.as_object_mut() else { return };
    let message = json!({"type": "string", "description": "The same as a message for users."});
    if let Some(properties) = variant.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        properties.insert("message".to_owned(), message);
    }
    if let Some(required) = variant.entry("required").or_insert_with(|| json!([])).as_array_mut() {
        required.push(json!("message"));
    }
}
