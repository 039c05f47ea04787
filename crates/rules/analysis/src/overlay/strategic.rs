//! Strategic merge patches: lists are merged by the keys that Gardener's API types declare.

use serde_json::{Map, Value};

/// The lists that are merged by a key, by the name of their field; others are replaced.
const MERGE_KEYS: [(&str, &str); 7] = [
    ("machineImages", "name"),
    ("machineTypes", "name"),
    ("regions", "name"),
    ("versions", "version"),
    ("volumeTypes", "name"),
    ("workers", "name"),
    ("zones", "name"),
];
/// The section that the API server does not know, whose lists are replaced.
const PROVIDER_CONFIG: &str = "providerConfig";
/// The key of a directive: `replace`, `delete` or `merge`.
const DIRECTIVE: &str = "$patch";

/// Lays a patch over a value.
pub(super) fn merge(value: &mut Value, patch: &Value) {
    merge_field(value, patch, None, true);
}

/// Returns the key of the items of a list; `None` if the list is replaced.
pub(super) fn merge_key(field: &str) -> Option<&'static str> {
    MERGE_KEYS.iter().find(|(list, _)| *list == field).map(|(_, key)| *key)
}

fn merge_field(value: &mut Value, patch: &Value, field: Option<&str>, is_known: bool) {
    match (value, patch) {
        (Value::Object(object), Value::Object(patch)) => merge_object(object, patch, is_known),
        (Value::Array(items), Value::Array(patch)) => match field.and_then(merge_key).filter(|_| is_known) {
            Some(key) if patch.iter().all(Value::is_object) => merge_items(items, patch, key),
            _ => items.clone_from(patch),
        },
        (value, patch) => *value = without_directives(patch),
    }
}

fn merge_object(object: &mut Map<String, Value>, patch: &Map<String, Value>, is_known: bool) {
    if directive(patch) == Some("replace") {
        object.clear();
    }
    for (name, patch) in patch.iter().filter(|(name, _)| *name != DIRECTIVE) {
        if patch.is_null() || patch.as_object().and_then(directive) == Some("delete") {
            object.remove(name);
        } else if let Some(value) = object.get_mut(name) {
            merge_field(value, patch, Some(name), is_known && name != PROVIDER_CONFIG);
        } else {
            object.insert(name.clone(), without_directives(patch));
        }
    }
}

/// New items come first, as in Kubernetes' strategic merge patches.
fn merge_items(items: &mut Vec<Value>, patch: &[Value], key: &str) {
    if patch.iter().any(|item| item.as_object().and_then(directive) == Some("replace")) {
        items.clear();
    }
    let mut added = Vec::new();
    for item in patch {
        let Some(fields) = item.as_object() else { continue };
        let known = items.iter().position(|one| item.get(key).is_some() && one.get(key) == item.get(key));
        match (directive(fields), known) {
            (Some("delete"), Some(index)) => _ = items.remove(index),
            (Some("delete"), None) => {}
            (Some("replace"), _) if fields.len() == 1 => {}
            (_, Some(index)) => {
                if let Some(Value::Object(object)) = items.get_mut(index) {
                    merge_object(object, fields, true);
                }
            }
            (_, None) => added.push(without_directives(item)),
        }
    }
    items.splice(..0, added);
}

fn directive(object: &Map<String, Value>) -> Option<&str> {
    object.get(DIRECTIVE)?.as_str()
}

/// Returns a value without directives and nulls, as it is added where there was nothing.
fn without_directives(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let kept = object.iter().filter(|(name, value)| *name != DIRECTIVE && !value.is_null());
            Value::Object(kept.map(|(name, value)| (name.clone(), without_directives(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_directives).collect()),
        other => other.clone(),
    }
}
