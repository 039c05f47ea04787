//! The JSON Schema of a Shoot's fields that are not decoded.

use rootstock_document::Release;
use serde_json::{Map, Value, json};

use super::Shape;

/// Adds the fields that a release of Gardener has to the schema of the field at a path from the root.
pub(super) fn complete(root: &mut Value, path: &[&str], shape: &Shape, gardener: Release) {
    let mut pointer = String::new();
    for name in path {
        pointer.push_str("/properties/");
        pointer.push_str(name);
    }
    at(root, &pointer, shape, gardener);
}

/// Adds a shape's fields to the schema at a JSON pointer.
fn at(root: &mut Value, place: &str, shape: &Shape, gardener: Release) {
    let (fields, are_all) = match shape {
        Shape::Any => return,
        Shape::Text => {
            if let Some(Value::Object(schema)) = root.pointer_mut(place) {
                schema.entry("type").or_insert_with(|| json!("string"));
            }
            return;
        }
        Shape::All(fields) => (*fields, true),
        Shape::Known(fields) => (*fields, false),
    };
    let place = described(root, place);
    let Some(Value::Object(schema)) = root.pointer_mut(&place) else { return };
    // A field that is not decoded may be an object, a list of such objects, or a scalar in the API.
    let is_read = schema.contains_key("properties");
    let properties = schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if let Some(properties) = properties.as_object_mut() {
        for field in fields {
            if !field.releases.contains(gardener) {
                properties.remove(field.name);
                continue;
            }
            let property = properties.entry(field.name).or_insert_with(|| json!({}));
            let releases = field.releases.in_sentences("Gardener");
            if !releases.is_empty()
                && let Some(property) = property.as_object_mut()
            {
                let own = property.get("description").and_then(Value::as_str).unwrap_or_default();
                // Several fields may share the schema of their object.
                let own = own.trim_end_matches(releases.as_str()).trim_end();
                let text = format!("{own} {releases}").trim_start().to_owned();
                property.insert("description".to_owned(), json!(text));
            }
        }
    }
    schema.insert("additionalProperties".to_owned(), json!(!are_all));
    for field in fields.iter().filter(|field| field.releases.contains(gardener)) {
        at(root, &format!("{place}/properties/{}", field.name), &field.shape, gardener);
    }
    if !is_read && let Some(Value::Object(schema)) = root.pointer_mut(&place) {
        let item = Value::Object(schema.clone());
        schema.insert("items".to_owned(), item);
    }
}

/// Returns the pointer to the actual schema: follows references, and descends into the items of a list. A reference to the
/// schema of any value is replaced with a copy, because other fields share that schema.
fn described(root: &mut Value, place: &str) -> String {
    let mut place = place.to_owned();
    loop {
        let Some(schema) = root.pointer(&place) else { return place };
        let alternatives = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten().enumerate();
        let alternatives = alternatives.map(|(index, schema)| (format!("{place}/anyOf/{index}"), schema));
        let referred = alternatives
            .chain([(place.clone(), schema)])
            .find_map(|(holder, schema)| Some((holder, schema.get("$ref")?.as_str()?.trim_start_matches('#'))));
        if let Some((holder, reference)) = referred {
            let Some(target) = root.pointer(reference) else { return place };
            if target.get("properties").is_some() {
                place = reference.to_owned();
                continue;
            }
            let own = target.clone();
            if let Some(schema) = root.pointer_mut(&holder).and_then(Value::as_object_mut) {
                schema.remove("$ref");
                if let Value::Object(own) = own {
                    own.into_iter().for_each(|(key, value)| _ = schema.entry(key).or_insert(value));
                }
            }
            return holder;
        } else if schema.get("items").is_some_and(|items| items.get("$ref").is_some()) {
            place.push_str("/items");
        } else {
            return place;
        }
    }
}
