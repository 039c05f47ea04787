//! A document as JSON, and paths in it.

use rootstock_core_model::{FieldPath, Segment};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

/// Returns the value at a path.
pub(super) fn at<'v>(document: &'v Value, path: &FieldPath) -> Option<&'v Value> {
    path.segments().iter().try_fold(document, |value, segment| match segment {
        Segment::Field(name) => value.get(name.as_ref()),
        Segment::Index(index) => value.get(index),
    })
}

/// Returns a mutable reference to the value at a path.
pub(super) fn at_mut<'v>(document: &'v mut Value, path: &FieldPath) -> Option<&'v mut Value> {
    path.segments().iter().try_fold(document, |value, segment| match segment {
        Segment::Field(name) => value.get_mut(name.as_ref()),
        Segment::Index(index) => value.get_mut(index),
    })
}

/// Whether `path` equals `outer` or is below it.
pub(super) fn is_within(path: &FieldPath, outer: &FieldPath) -> bool {
    path.segments().starts_with(outer.segments())
}

/// Returns the paths of all values at or below `root`, in depth-first order.
pub(super) fn places(document: &Value, root: &FieldPath) -> Vec<FieldPath> {
    let mut places = Vec::new();
    if let Some(value) = at(document, root) {
        collect(value, root.clone(), &mut places);
    }
    places
}

fn collect(value: &Value, path: FieldPath, places: &mut Vec<FieldPath>) {
    places.push(path.clone());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| collect(value, path.clone().field(name.clone()), places));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| collect(value, path.clone().index(index), places));
        }
        _ => {}
    }
}

/// Returns the document with another value at `path`.
pub(super) fn replaced(document: &Value, path: &FieldPath, value: Value) -> Value {
    let mut changed = document.clone();
    if let Some(place) = at_mut(&mut changed, path) {
        *place = value;
    }
    changed
}

/// Returns the document without the field or list item at `path`.
pub(super) fn removed(document: &Value, path: &FieldPath) -> Value {
    let mut changed = document.clone();
    let parent = path.parent().and_then(|parent| at_mut(&mut changed, &parent));
    match (parent, path.segments().last()) {
        (Some(Value::Object(fields)), Some(Segment::Field(name))) => drop(fields.remove(name.as_ref())),
        (Some(Value::Array(items)), Some(Segment::Index(index))) if *index < items.len() => drop(items.remove(*index)),
        _ => {}
    }
    changed
}

/// Returns the document with a field added to the object at `path`.
pub(super) fn with_field(document: &Value, path: &FieldPath, name: &str, value: Value) -> Value {
    let mut changed = document.clone();
    if let Some(Value::Object(fields)) = at_mut(&mut changed, path) {
        fields.insert(name.to_owned(), value);
    }
    changed
}

/// A value that serializes its keys in reverse order.
pub(super) struct ReversedKeys<'v>(pub(super) &'v Value);

impl Serialize for ReversedKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields.iter().rev() {
                    map.serialize_entry(name, &ReversedKeys(value))?;
                }
                map.end()
            }
            Value::Array(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&ReversedKeys(item))?;
                }
                list.end()
            }
            scalar => scalar.serialize(serializer),
        }
    }
}
