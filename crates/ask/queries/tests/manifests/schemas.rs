//! What the schemas are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeSet;

use rootstock_queries::manifest_schemas;
use serde_json::Value;

fn schemas() -> Vec<rootstock_queries::ManifestSchema> {
    manifest_schemas(&rootstock_providers::registry().unwrap())
}

#[test]
fn every_provider_and_kind_has_a_file_of_its_own() {
    let schemas = schemas();
    let files: BTreeSet<&str> = schemas.iter().map(|schema| schema.file.as_str()).collect();
    assert_eq!(files.len(), schemas.len());
    let registry = rootstock_providers::registry().unwrap();
    for name in registry.names() {
        assert!(schemas.iter().any(|schema| schema.name == name), "{name} has no schema");
    }
}

#[test]
fn each_is_a_schema() {
    for schema in schemas() {
        assert!(jsonschema::draft202012::meta::validate(&schema.schema).is_ok(), "{}", schema.name);
        jsonschema::draft202012::new(&schema.schema).unwrap();
        assert_eq!(schema.schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{}", schema.name);
    }
}

/// Every field says what it means, in sentences that can be read without the code. Of a Shoot only the parts that a profile has a
/// say in do.
#[test]
fn fields_are_described() {
    for schema in schemas().iter().filter(|schema| schema.name != "Shoot") {
        let mut silent = Vec::new();
        look(&schema.schema, "", &mut silent);
        assert_eq!(silent, Vec::<String>::new(), "{}", schema.name);
    }
}

/// Items that a name or version tells apart are merged by it.
#[test]
fn lists_say_by_what_their_items_are_told_apart() {
    let schemas = schemas();
    let profile = &schemas.iter().find(|schema| schema.name == "CloudProfile").unwrap().schema;
    let keys = |definition: &str, field: &str| {
        let list = &profile["$defs"][definition]["properties"][field];
        list["items"].is_object().then(|| list["x-kubernetes-list-map-keys"].clone()).unwrap()
    };
    assert_eq!(keys("CloudProfileSpec", "machineTypes"), serde_json::json!(["name"]));
    assert_eq!(keys("MachineImage", "versions"), serde_json::json!(["version"]));
    assert_eq!(keys("AvailabilityZone", "unavailableMachineTypes"), Value::Null);
}

fn look(schema: &Value, place: &str, silent: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let names = fields.get("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, field) in names {
                let text = field.get("description").and_then(Value::as_str).unwrap_or_default();
                if text.is_empty() || text.contains("[`") || !text.ends_with('.') {
                    silent.push(format!("{place}/{name}: {text}"));
                }
            }
            // Conditions look at fields, and describe none.
            let inner = fields.iter().filter(|(key, _)| *key != "allOf");
            inner.for_each(|(key, value)| look(value, &format!("{place}/{key}"), silent));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| look(item, &format!("{place}/{index}"), silent));
        }
        _ => {}
    }
}
