//! An example laid over its base profile: maps merge, everything else replaces.

use std::path::Path;

use serde_yaml::{Mapping, Value};

use crate::example::{Example, Role};

/// The whole document of an example. One over a base comes out as JSON, in which every string is quoted, so that nothing
/// changes its type on the way; lists keep their positions.
pub(crate) fn document(example: &Example<'_>) -> Result<String, String> {
    let Some(base) = example.base else { return Ok(example.text.clone()) };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/base/{base}.yaml"));
    let text = std::fs::read_to_string(&file).map_err(|error| format!("base `{base}`: {error}"))?;
    let mut document: Value = serde_yaml::from_str(&text).map_err(|error| format!("base `{base}`: {error}"))?;
    if matches!(example.role, Role::Update | Role::Old) {
        // Every stored object has one.
        merge(&mut document, serde_yaml::from_str("metadata: {resourceVersion: '1'}").unwrap());
    }
    for path in &example.without {
        remove(&mut document, path).ok_or_else(|| format!("base `{base}` has no `{path}` to take out"))?;
    }
    let fragment: Value =
        serde_yaml::from_str(&example.text).map_err(|error| format!("not YAML: {error} (use base=none for that)"))?;
    if !fragment.is_null() {
        merge(&mut document, fragment);
    }
    serde_json::to_string_pretty(&document).map_err(|error| format!("not JSON: {error} (use base=none for that)"))
}

fn merge(base: &mut Value, fragment: Value) {
    match (base, fragment) {
        (Value::Mapping(base), Value::Mapping(fragment)) => {
            for (key, value) in fragment {
                match base.get_mut(&key) {
                    Some(there) => merge(there, value),
                    None => _ = base.insert(key, value),
                }
            }
        }
        (base, fragment) => *base = fragment,
    }
}

fn remove(document: &mut Value, path: &str) -> Option<Value> {
    let (parents, last) = match path.rsplit_once('.') {
        Some((parents, last)) => (parents.split('.').collect(), last),
        None => (Vec::new(), path),
    };
    let mut value = document;
    for parent in parents {
        value = match parent.parse::<usize>() {
            Ok(position) => value.get_mut(position)?,
            Err(_) => value.get_mut(parent)?,
        };
    }
    match (value, last.parse::<usize>()) {
        (Value::Sequence(list), Ok(position)) if position < list.len() => Some(list.remove(position)),
        (Value::Mapping(map), _) => Mapping::shift_remove(map, last),
        _ => None,
    }
}
