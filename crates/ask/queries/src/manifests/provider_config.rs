//! The schemas of `providerConfig`.

use rootstock_provider_api::{ConfigIdentity, IdentityDefaults, Provider};
use serde_json::{Value, json};

use super::ManifestSchema;
use super::file_name::file;
use super::put::put;
use super::strict::{lenient, strict};

/// The schema of one provider's `providerConfig`.
pub(super) struct ProviderSchema {
    pub(super) name: &'static str,
    pub(super) identity: ConfigIdentity,
    schema: Value,
}

/// Returns the schema of a provider, if its plug-in has one.
pub(super) fn of(provider: &'static dyn Provider) -> Option<ProviderSchema> {
    let extension = provider.extension();
    let schema = provider.config_schema()?.to_value();
    let mut schema = if extension.reads_all_fields { strict(schema) } else { lenient(schema) };
    let identity = extension.config;
    let required: &[&str] = match extension.identity_defaults {
        IdentityDefaults::Nothing => &["apiVersion", "kind"],
        IdentityDefaults::Kind => &["apiVersion"],
        IdentityDefaults::Everything => &[],
    };
    for (field, value, description) in [
        ("apiVersion", identity.api_version, "Group and version of the extension's API."),
        ("kind", identity.kind, "The kind."),
    ] {
        let allowed = if required.contains(&field) { json!([value]) } else { json!([value, "", null]) };
        put(&mut schema, &["properties", field], json!({"enum": allowed, "description": description}));
    }
    put(&mut schema, &["title"], json!(format!("{} of {}", identity.kind, extension.name)));
    put(&mut schema, &["required"], json!(required));
    Some(ProviderSchema { name: extension.name, identity, schema })
}

impl ProviderSchema {
    pub(super) fn into_manifest_schema(self) -> ManifestSchema {
        ManifestSchema {
            name: self.name.to_owned(),
            file: file(self.identity.api_version, self.identity.kind),
            schema: self.schema,
        }
    }

    /// Adds the schema to the definitions of another, with names prefixed by the provider's, and returns a reference to it.
    pub(super) fn embed(&self, into: &mut Value) -> String {
        let mut root = self.schema.clone();
        let mut definitions = root.as_object_mut().and_then(|root| {
            root.remove("$schema");
            root.remove("$defs")
        });
        let own = format!("{}.{}", self.name, self.identity.kind);
        prefix(&mut root, self.name);
        put(into, &["$defs", &own], root);
        for (name, definition) in definitions.iter_mut().filter_map(Value::as_object_mut).flatten() {
            prefix(definition, self.name);
            put(into, &["$defs", &format!("{}.{name}", self.name)], definition.take());
        }
        format!("#/$defs/{own}")
    }
}

/// Redirects references to the definitions with the provider's prefix.
fn prefix(schema: &mut Value, provider: &str) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(reference) if key == "$ref" => {
                        *reference = reference.replacen("#/$defs/", &format!("#/$defs/{provider}."), 1);
                    }
                    other => prefix(other, provider),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| prefix(item, provider)),
        _ => {}
    }
}
