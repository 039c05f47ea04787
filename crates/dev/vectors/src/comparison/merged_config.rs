//! A normal form for the `providerConfig` of a rendered NamespacedCloudProfile: the webhooks of the extensions write
//! images in any order, and omit or spell out defaults.

use serde_json::{Map, Value};

/// The lists whose order does not matter, and the key of their items.
const SORTED: [(&str, &str); 3] = [("machineImages", "name"), ("machineTypes", "name"), ("versions", "version")];

/// Sorts images, machine types and versions, and removes empty fields and default architectures.
pub(crate) fn normal_form(config: Value) -> Value {
    match config {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                let value = normal_form(sorted(&name, value));
                (name, value)
            });
            Value::Object(fields.filter(|(name, value)| means_something(name, value)).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(item).collect()),
        other => other,
    }
}

fn sorted(name: &str, value: Value) -> Value {
    let Some((_, key)) = SORTED.iter().find(|(list, _)| *list == name) else { return value };
    let Value::Array(items) = value else { return value };
    let mut items: Vec<Value> = items.into_iter().map(object).collect();
    items.sort_by_key(|item| item.get(*key).and_then(Value::as_str).unwrap_or_default().to_owned());
    Value::Array(items)
}

/// Converts a `null` item to an empty object.
fn object(item: Value) -> Value {
    if item.is_null() { Value::Object(Map::new()) } else { item }
}

/// Normalizes a list item: `null`, an empty object and an empty string are equal.
fn item(value: Value) -> Value {
    match normal_form(value) {
        Value::Object(fields) if fields.is_empty() => Value::Null,
        Value::String(text) if text.is_empty() => Value::Null,
        other => other,
    }
}

fn means_something(name: &str, value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) if name == "architecture" => !matches!(text.as_str(), "" | "amd64" | "ignore"),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_and_defaults_are_ignored() {
        let version = |version: &str| json!({ "version": version, "image": "", "architecture": "amd64" });
        let written = json!({ "machineImages": [
            { "name": "b", "versions": [version("2"), { "version": "1", "image": "x" }] },
            { "name": "a", "versions": null },
            null,
        ] });
        let expected = json!({ "machineImages": [
            null,
            { "name": "a" },
            { "name": "b", "versions": [{ "version": "1", "image": "x" }, { "version": "2" }] },
        ] });
        assert_eq!(normal_form(written), expected);
    }
}
