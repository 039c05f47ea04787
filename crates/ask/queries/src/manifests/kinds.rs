//! The schemas of Gardener's objects.

use rootstock_core_model::{CloudProfile, GardenerRelease, NamespacedCloudProfile, Shoot};
use rootstock_document::Decodable;
use rootstock_provider_api::{Registry, schema_of};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::ManifestSchema;
use super::configuration;
use super::decoded_shape::shaped;
use super::file_name::file;
use super::provider_config::{self, ProviderSchema};
use super::put::put;
use super::strict::strict;
use super::test_file;

/// Returns all schemas: of the kinds, of each provider's `providerConfig`, of `rootstock.toml`, and of files of tests. The kinds have the
/// fields of the newest known release of Gardener.
#[must_use]
pub fn manifest_schemas(registry: &Registry) -> Vec<ManifestSchema> {
    manifest_schemas_at(registry, GardenerRelease::NEWEST)
}

/// Like [`manifest_schemas`], with the fields of a release of Gardener.
#[must_use]
pub fn manifest_schemas_at(registry: &Registry, gardener: GardenerRelease) -> Vec<ManifestSchema> {
    let providers: Vec<ProviderSchema> = registry.iter().filter_map(provider_config::of).collect();
    let mut profile = object::<CloudProfile>(CloudProfile::KIND, gardener);
    by_type(&mut profile, &providers);
    let mut child = object::<NamespacedCloudProfile>(NamespacedCloudProfile::KIND, gardener);
    by_identity(&mut child, &providers);
    let mut shoot = schema_of::<Shoot>().to_value();
    Shoot::complete_schema(&mut shoot, gardener);
    let mut shoot = identified(strict(shoot), Shoot::KIND);
    // Only the parts of a Shoot that depend on a profile are decoded.
    put(&mut shoot, &["$defs", "ObjectMeta", "additionalProperties"], json!(true));
    let mut schemas =
        vec![kind(CloudProfile::KIND, profile), kind(NamespacedCloudProfile::KIND, child), kind(Shoot::KIND, shoot)];
    schemas.extend(providers.into_iter().map(ProviderSchema::into_manifest_schema));
    schemas.push(configuration::schema(registry));
    schemas.push(test_file::schema());
    schemas
}

fn object<T: JsonSchema + Decodable>(kind: &str, gardener: GardenerRelease) -> Value {
    identified(shaped(strict(schema_of::<T>().to_value()), T::SHAPE, gardener.release()), kind)
}

fn kind(kind: &str, schema: Value) -> ManifestSchema {
    ManifestSchema { name: kind.to_owned(), file: file(CloudProfile::API_VERSION, kind), schema }
}

/// Restricts `apiVersion` and `kind`, and requires them.
fn identified(mut schema: Value, kind: &str) -> Value {
    put(&mut schema, &["title"], json!(kind));
    put(&mut schema, &["type"], json!("object"));
    put(&mut schema, &["required"], json!(["apiVersion", "kind"]));
    put(
        &mut schema,
        &["properties", "apiVersion"],
        json!({"const": CloudProfile::API_VERSION, "description": "Group and version of the API."}),
    );
    put(&mut schema, &["properties", "kind"], json!({"const": kind, "description": "The kind."}));
    schema
}

/// Selects the schema of `providerConfig` by `spec.type`.
fn by_type(profile: &mut Value, providers: &[ProviderSchema]) {
    let choices = providers.iter().map(|provider| {
        let root = provider.embed(profile);
        json!({
            "if": {"required": ["spec"], "properties": {"spec": {
                "type": "object", "required": ["type"], "properties": {"type": {"const": provider.name}},
            }}},
            "then": {"properties": {"spec": {"properties": {"providerConfig": {"$ref": root}}}}},
        })
    });
    let choices: Vec<Value> = choices.collect();
    let names: Vec<&str> = providers.iter().map(|provider| provider.name).collect();
    put(profile, &["allOf"], Value::Array(choices));
    // Any extension may serve another provider; these are the known ones.
    put(profile, &["$defs", "CloudProfileSpec", "properties", "type", "examples"], json!(names));
}

/// Selects the schema of `providerConfig` by its `apiVersion` and `kind`, because a NamespacedCloudProfile has no type.
fn by_identity(child: &mut Value, providers: &[ProviderSchema]) {
    let choices = providers.iter().map(|provider| {
        let root = provider.embed(child);
        json!({
            "if": {"required": ["spec"], "properties": {"spec": {
                "type": "object", "required": ["providerConfig"], "properties": {"providerConfig": {
                    "type": "object", "required": ["apiVersion"],
                    "properties": {"apiVersion": {"const": provider.identity.api_version}},
                }},
            }}},
            "then": {"properties": {"spec": {"properties": {"providerConfig": {"$ref": root}}}}},
        })
    });
    let choices: Vec<Value> = choices.collect();
    put(child, &["allOf"], Value::Array(choices));
}
