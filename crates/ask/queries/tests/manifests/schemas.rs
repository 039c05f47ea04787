//! The contents of the schemas.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeSet;

use rootstock_core_model::FieldPath;
use rootstock_queries::manifest_schemas;
use serde_json::Value;

fn schemas() -> Vec<rootstock_queries::ManifestSchema> {
    manifest_schemas(&rootstock_providers::registry().unwrap())
}

#[test]
fn schema_files_are_unique_and_cover_every_provider() {
    let schemas = schemas();
    let files: BTreeSet<&str> = schemas.iter().map(|schema| schema.file.as_str()).collect();
    assert_eq!(files.len(), schemas.len());
    let registry = rootstock_providers::registry().unwrap();
    for name in registry.names() {
        assert!(schemas.iter().any(|schema| schema.name == name), "{name} has no schema");
    }
}

#[test]
fn every_schema_is_valid() {
    for schema in schemas() {
        assert!(jsonschema::draft202012::meta::validate(&schema.schema).is_ok(), "{}", schema.name);
        jsonschema::draft202012::new(&schema.schema).unwrap();
        assert_eq!(schema.schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{}", schema.name);
    }
}

/// Every field has a description in sentences that make sense without the code. In a Shoot, only the parts that depend
/// on a profile have one.
#[test]
fn fields_are_described() {
    for schema in schemas().iter().filter(|schema| schema.name != "Shoot") {
        let mut undescribed = Vec::new();
        collect_undescribed(&schema.schema, "", &mut undescribed);
        assert_eq!(undescribed, Vec::<String>::new(), "{}", schema.name);
    }
}

/// Descriptions say which releases have a field, and are not about Rust.
#[test]
fn descriptions_are_for_writers_of_manifests() {
    let schemas = schemas();
    let shoot = schemas.iter().find(|schema| schema.name == "Shoot").unwrap();
    let path = |names: &[&str]| names.iter().fold(FieldPath::root(), |path, name| path.field((*name).to_owned()));
    let zones = shoot.field(&path(&["spec", "controlPlane", "zones"]), None).unwrap();
    assert_eq!(
        zones.description(),
        "The zones to which it is pinned, if the profile allows pinning. Since Gardener v1.150."
    );
    let version = path(&["spec", "kubernetes", "kubeAPIServer", "tlsMinVersion"]);
    assert_eq!(shoot.field(&version, None).unwrap().description(), "Since Gardener v1.149.");
    for schema in schemas {
        assert!(!schema.schema.to_string().contains("```"), "{}", schema.name);
    }
}

/// Items with an identifying name or version are merged by that key.
#[test]
fn lists_have_map_keys() {
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

fn collect_undescribed(schema: &Value, place: &str, undescribed: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let names = fields.get("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, field) in names {
                let text = field.get("description").and_then(Value::as_str).unwrap_or_default();
                if text.is_empty() || text.contains("[`") || !text.ends_with('.') {
                    undescribed.push(format!("{place}/{name}: {text}"));
                }
            }
            // The fields in conditions are not definitions, so they need no description.
            let inner = fields.iter().filter(|(key, _)| *key != "allOf");
            inner.for_each(|(key, value)| collect_undescribed(value, &format!("{place}/{key}"), undescribed));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| collect_undescribed(item, &format!("{place}/{index}"), undescribed));
        }
        _ => {}
    }
}
