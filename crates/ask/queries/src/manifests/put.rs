//! Values written into schemas.

use serde_json::{Map, Value};

/// Sets a value below some keys, creating missing objects on the way.
pub(super) fn put(schema: &mut Value, keys: &[&str], value: Value) {
    let mut place = schema;
    for key in keys {
        if !place.is_object() {
            *place = Value::Object(Map::new());
        }
        let Value::Object(fields) = place else { return };
        place = fields.entry(*key).or_insert(Value::Null);
    }
    *place = value;
}
