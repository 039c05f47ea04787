//! The schema of `rootstock.toml`.

use rootstock_analysis::all_rules;
use rootstock_analysis::configuration::{ConfigurationFile, FILE_NAME};
use rootstock_core_model::Severity;
use rootstock_provider_api::{Registry, schema_of};
use serde_json::{Map, Value, json};

use super::ManifestSchema;
use super::put::put;

pub(super) fn schema(registry: &Registry) -> ManifestSchema {
    let mut schema = schema_of::<ConfigurationFile>().to_value();
    let rules = all_rules(registry);
    let weights: Map<String, Value> = rules
        .iter()
        .map(|rule| {
            // Gardener's errors cannot be downgraded.
            let allowed: &[&str] =
                if rule.severity == Severity::Error { &["error"] } else { &["error", "warning", "note", "off"] };
            (rule.name.to_owned(), json!({"enum": allowed, "description": rule.summary()}))
        })
        .collect();
    put(&mut schema, &["title"], json!(FILE_NAME));
    put(&mut schema, &["$defs", "Severities", "properties"], Value::Object(weights));
    put(&mut schema, &["$defs", "Severities", "additionalProperties"], json!(false));
    let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
    put(&mut schema, &["$defs", "SuppressionEntry", "properties", "rule", "enum"], json!(names));
    ManifestSchema { name: FILE_NAME.to_owned(), file: format!("{FILE_NAME}.json"), schema }
}
