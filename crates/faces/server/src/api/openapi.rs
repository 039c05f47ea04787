//! `/openapi.json`: the OpenAPI 3.1 document of the HTTP API, generated from the types of questions and answers.

use std::sync::LazyLock;

use hyper::Method;
use hyper::body::Bytes;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::routes::{ROUTES, Route};
use super::state;
use crate::VERSION;
use crate::parameters::{Parameter, is_text, member};

/// The serialized document.
pub(crate) static DOCUMENT: LazyLock<Bytes> =
    LazyLock::new(|| serde_json::to_vec(&document()).unwrap_or_default().into());

/// The prefix of references to shared schemas.
const SHARED: &str = "#/components/schemas/";

/// The tag of operations about the objects of the server.
const QUESTIONS: &str = "questions";
/// The tag of operations about manifests in the request.
const MANIFESTS: &str = "manifests";

/// Generates the document.
pub(crate) fn document() -> Value {
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    let state = operation(
        "state",
        "Which profiles and Shoots does the server have?",
        &[],
        answer_of(state::ANSWER_SCHEMA, state_schema(), &mut schemas),
        None,
    );
    paths.insert("/api/v1/state".to_owned(), json!({ "get": state }));
    for route in ROUTES.iter() {
        let answer = answer_of(route.schemas.form, route.schemas.answer.clone(), &mut schemas);
        let question = hoisted(route.schemas.question.clone(), route.name(), &mut schemas);
        let method = if route.method() == Method::GET { "get" } else { "post" };
        let operation = operation(route.name(), summary(&question), &parameters(route, &question), answer, body(route));
        paths.insert(format!("/api/v1/{}", route.name()), json!({ method: operation }));
    }
    let problem = json!({
        "type": "object",
        "description": "The reason why a request failed (RFC 9457).",
        "required": ["status", "title", "detail"],
        "properties": {
            "status": {"type": "integer", "description": "The HTTP status."},
            "title": {"type": "string", "description": "The name of the HTTP status."},
            "detail": {"type": "string", "description": "What is wrong, and how to fix the request."},
        },
    });
    schemas.insert("Problem".to_owned(), problem);
    name_variants(&mut schemas);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rootstock",
            "version": VERSION,
            "description": "What Rootstock knows about Gardener's CloudProfiles and the Shoots that use them.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The server that this document comes from."}],
        "tags": [
            {"name": QUESTIONS, "description": "Questions about the profiles and Shoots of the server."},
            {"name": MANIFESTS, "description": "Questions about manifests that are sent with the request."},
        ],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of the garden cluster. A server that reads files needs none.",
                },
            },
        },
        "security": [{}, {"token": []}],
    });
    remove_unused(&mut document);
    document
}

/// Moves the objects in variants to shared schemas, because generators of clients give equal names to those of one variant.
fn name_variants(schemas: &mut Map<String, Value>) {
    let mut named = Vec::new();
    for (name, schema) in schemas.iter_mut() {
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
        let properties = variants.filter_map(|variant| variant.get_mut("properties")?.as_object_mut()).flatten();
        for (property, schema) in properties.filter(|(_, schema)| schema.get("properties").is_some()) {
            let name = format!("{name}{}", camel_case(property, true));
            let reference = json!({"$ref": format!("{SHARED}{name}")});
            named.push((name, std::mem::replace(schema, reference)));
        }
    }
    schemas.extend(named);
}

/// Removes the shared schemas that nothing refers to: those of questions, whose fields are parameters.
fn remove_unused(document: &mut Value) {
    loop {
        let text = document.to_string();
        let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
        let before = schemas.len();
        schemas.retain(|name, _| text.contains(&format!("\"{SHARED}{name}\"")));
        if schemas.len() == before {
            return;
        }
    }
}

fn operation(name: &str, summary: &str, parameters: &[Value], answer: Value, body: Option<Value>) -> Value {
    let problem = json!({
        "description": "The request failed.",
        "content": {"application/problem+json": {"schema": {"$ref": format!("{SHARED}Problem")}}},
    });
    let mut responses = Map::new();
    let content = json!({"application/json": {"schema": answer}});
    responses.insert("200".to_owned(), json!({"description": "The answer.", "content": content}));
    if body.is_none() {
        responses.insert(
            "304".to_owned(),
            json!({"description": "The answer has not changed: `If-None-Match` has its ETag."}),
        );
    }
    responses.insert("4XX".to_owned(), problem.clone());
    responses.insert("default".to_owned(), problem);
    let mut operation = Map::new();
    operation.insert("operationId".to_owned(), camel_case(name, false).into());
    operation.insert("tags".to_owned(), json!([if body.is_none() { QUESTIONS } else { MANIFESTS }]));
    operation.insert("summary".to_owned(), summary.into());
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), parameters.into());
    }
    operation.extend(body.map(|body| ("requestBody".to_owned(), body)));
    operation.insert("responses".to_owned(), responses.into());
    operation.into()
}

/// Returns the first line of a question's description.
fn summary(question: &Value) -> &str {
    member(question, "description").as_str().and_then(|text| text.lines().next()).unwrap_or_default()
}

fn body(route: &Route) -> Option<Value> {
    (route.about().has_manifests()).then(|| {
        json!({
            "required": true,
            "description": "Manifests as YAML or JSON.",
            "content": {"application/yaml": {"schema": {"type": "string"}}, "application/json": {"schema": {}}},
        })
    })
}

/// Returns all query parameters of a question.
fn parameters(route: &Route, question: &Value) -> Vec<Value> {
    let required: Vec<&str> =
        member(question, "required").as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // `question` refers to shared schemas; the original schema has the definitions themselves.
    let schema = &route.schemas.question;
    let fields = member(question, "properties").as_object().into_iter().flatten().map(|(name, form)| {
        let own = member(member(schema, "properties"), name);
        let own_item = if member(own, "type") == "array" { member(own, "items") } else { own };
        let is_plain = is_text(own_item, schema) || member(own, "type") == "boolean";
        let is_map = member(own, "type") == "object";
        let says = member(form, "description").as_str().unwrap_or_default();
        // OpenAPI has no parameter style for map entries in the form `field.member`.
        let says = if is_map { format!("{says} Given as {name}.NAME=VALUE.") } else { says.to_owned() };
        let is_required = required.contains(&name.as_str());
        match is_plain || is_map {
            true => json!({"name": name, "in": "query", "required": is_required, "description": says, "schema": form}),
            false => {
                let content = json!({"application/json": {"schema": form}});
                json!({"name": name, "in": "query", "required": is_required, "description": says, "content": content})
            }
        }
    });
    route.parameters().into_iter().map(describe_parameter).chain(fields).collect()
}

/// Describes a parameter that is not a part of the question.
fn describe_parameter(parameter: Parameter) -> Value {
    let schema = match parameter.values() {
        [] if parameter == Parameter::At => json!({"type": "string", "format": "date-time"}),
        [] => json!({"type": "string"}),
        values => json!({"type": "string", "enum": values}),
    };
    json!({
        "name": parameter.name(),
        "in": "query",
        "required": parameter.is_required(),
        "description": parameter.description(),
        "schema": schema,
    })
}

fn state_schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.into_root_schema_for::<state::State<'static>>().to_value()
}

/// Adds the schema of an answer to the shared schemas, and returns a reference to it. Its title is a name that generators
/// of clients can turn into a type: `MachineTypesAnswer` for `rootstock.machine-types/v1`.
fn answer_of(form: &str, schema: Value, schemas: &mut Map<String, Value>) -> Value {
    let name = form.replace('/', ".");
    let mut schema = hoisted(schema, &name, schemas);
    let question = form.split(['.', '/']).nth(1).unwrap_or(form);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("title".to_owned(), format!("{}Answer", camel_case(question, true)).into());
    }
    schemas.insert(name.clone(), schema);
    json!({"$ref": format!("{SHARED}{name}")})
}

/// Returns a name in camel case: `machine-types` as `machineTypes`, or `MachineTypes`.
fn camel_case(name: &str, is_type: bool) -> String {
    let mut starts = is_type;
    let mut camel = String::new();
    for letter in name.chars() {
        if letter == '-' || letter == '_' || letter == '/' {
            starts = true;
        } else {
            camel.push(if starts { letter.to_ascii_uppercase() } else { letter });
            starts = false;
        }
    }
    camel
}

/// Moves the definitions of a schema to the shared schemas. A name that is taken by another definition gets a prefix.
fn hoisted(mut schema: Value, of: &str, schemas: &mut Map<String, Value>) -> Value {
    let definitions = schema.as_object_mut().and_then(|it| {
        it.remove("$schema");
        it.remove("$defs")
    });
    let Some(Value::Object(definitions)) = definitions else { return schema };
    // References must be shared ones on both sides of the comparison below.
    let plain: Vec<(String, Value)> = definitions
        .into_iter()
        .map(|(name, mut definition)| {
            redirect_references(&mut definition, &|name| name.to_owned());
            (name, definition)
        })
        .collect();
    let taken: Vec<String> = plain
        .iter()
        .filter(|(name, definition)| schemas.get(name).is_some_and(|there| there != definition))
        .map(|(name, _)| name.clone())
        .collect();
    let renamed = |name: &str| match taken.iter().any(|one| one == name) {
        true => format!("{of}.{name}"),
        false => name.to_owned(),
    };
    for (name, mut definition) in plain {
        rename(&mut definition, &renamed);
        schemas.insert(renamed(&name), definition);
    }
    redirect_references(&mut schema, &renamed);
    schema
}

/// Replaces references to definitions of the schema by references to shared schemas.
fn redirect_references(schema: &mut Value, renamed: &dyn Fn(&str) -> String) {
    map_references(schema, &|reference| Some(format!("{SHARED}{}", renamed(reference.strip_prefix("#/$defs/")?))));
}

fn rename(schema: &mut Value, renamed: &dyn Fn(&str) -> String) {
    map_references(schema, &|reference| Some(format!("{SHARED}{}", renamed(reference.strip_prefix(SHARED)?))));
}

fn map_references(schema: &mut Value, change: &dyn Fn(&str) -> Option<String>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                if key == "$ref"
                    && let Some(changed) = value.as_str().and_then(change)
                {
                    *value = changed.into();
                } else {
                    map_references(value, change);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| map_references(item, change)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

    use super::*;

    fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|it| references(it, found));
            }
            Value::Array(items) => items.iter().for_each(|it| references(it, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_resolves() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            assert!(document.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{reference}");
        }
    }

    /// Generators of clients name functions by `operationId` and types by `title`, or else by the name of the schema.
    #[test]
    fn generators_find_distinct_names() {
        let document = document();
        let operations =
            document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
        let ids: Vec<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let titles: Vec<&str> = schemas.iter().map(|(name, schema)| schema["title"].as_str().unwrap_or(name)).collect();
        for names in [&ids, &titles] {
            let distinct: std::collections::BTreeSet<String> =
                names.iter().map(|name| name.replace(['.', '-'], "").to_lowercase()).collect();
            assert_eq!(distinct.len(), names.len(), "{names:?}");
        }
        assert!(ids.iter().all(|id| id.chars().all(char::is_alphanumeric)), "{ids:?}");
        assert!(titles.iter().all(|title| !title.contains('/')), "{titles:?}");
        assert!(titles.contains(&"MachineTypesAnswer"), "{titles:?}");
    }

    #[test]
    fn questions_are_described() {
        let document = document();
        let mut lines = String::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                lines.push_str(&format!("{method} {path}: {}\n", operation["summary"].as_str().unwrap()));
                let mut names = Vec::new();
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    assert!(!names.contains(&&parameter["name"]), "{path} has {} twice", parameter["name"]);
                    names.push(&parameter["name"]);
                    let mark = if parameter["required"] == true { " (required)" } else { "" };
                    let json = if parameter["content"].is_null() { "" } else { " (JSON)" };
                    lines.push_str(&format!("  {}{mark}{json}\n", parameter["name"].as_str().unwrap()));
                }
            }
        }
        insta::assert_snapshot!(lines);
    }
}
