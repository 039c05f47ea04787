//! The parts of a schema that follow from the shape of the decoded type: keys of lists, and the releases of fields.

use rootstock_document::Release;
use rootstock_document::schema::Shape;
use serde_json::{Value, json};

use super::put::put;

/// Adds `x-kubernetes-list-map-keys` to each list of what a profile offers, and the releases to the descriptions of fields that not all
/// have. Removes the fields that a release of Gardener does not have.
pub(super) fn shaped(mut schema: Value, shape: Shape, gardener: Release) -> Value {
    apply(&mut schema, &[], shape, gardener);
    schema
}

fn apply(root: &mut Value, place: &[&str], shape: Shape, gardener: Release) {
    let reference = at(root, place).and_then(|schema| schema.get("$ref")).and_then(Value::as_str).map(str::to_owned);
    let place: Vec<&str> = reference.as_deref().map_or(place.to_vec(), |it| it.split('/').skip(1).collect());
    let below = |keys: &[&'static str]| [place.as_slice(), keys].concat();
    match shape {
        Shape::Object(object) => {
            for field in object.fields {
                if !field.releases.contains(gardener) {
                    remove_field(root, &below(&["properties"]), field.name);
                    continue;
                }
                apply(root, &below(&["properties", field.name]), field.shape, gardener);
                add_releases(root, &below(&["properties", field.name]), &field.releases.in_sentences("Gardener"));
            }
        }
        Shape::List(item) => {
            let keys = offered_keys(*item);
            if !keys.is_empty() {
                put(root, &below(&["x-kubernetes-list-type"]), json!("map"));
                put(root, &below(&["x-kubernetes-list-map-keys"]), json!(keys));
            }
            apply(root, &below(&["items"]), *item, gardener);
        }
        Shape::Map(value) => apply(root, &below(&["additionalProperties"]), *value, gardener),
        Shape::Any | Shape::Scalar(_) => {}
    }
}

/// Appends a sentence about releases to the description of a field, once: several fields may share the schema of their object.
fn add_releases(root: &mut Value, place: &[&str], releases: &str) {
    let own = at(root, place).and_then(|schema| schema.get("description")).and_then(Value::as_str).unwrap_or_default();
    if releases.is_empty() || own.ends_with(releases) {
        return;
    }
    let text = format!("{own} {releases}").trim_start().to_owned();
    put(root, &[place, &["description"]].concat(), json!(text));
}

/// Returns the keys that identify an item that the profile offers.
fn offered_keys(item: Shape) -> Vec<&'static str> {
    let Shape::Object(object) = item else { return Vec::new() };
    object.keys().filter(|key| key.offers.is_some()).map(|key| key.name).collect()
}

fn remove_field(root: &mut Value, properties: &[&str], name: &str) {
    let properties = properties.iter().try_fold(root, |schema, key| schema.get_mut(key)).and_then(Value::as_object_mut);
    properties.and_then(|properties| properties.remove(name));
}

fn at<'s>(root: &'s Value, place: &[&str]) -> Option<&'s Value> {
    place.iter().try_fold(root, |schema, key| schema.get(key))
}
