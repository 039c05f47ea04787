//! Requests, and what the program itself answers: the recorded vectors, and the documents of the fixtures.

use rootstock_wasm::Module;
use serde_json::{Value, json};

use crate::conformance::recorded_inputs;
use crate::failure::Failure;
use crate::repository;

/// Every so many vectors are asked about: all of them are held against Gardener's verdicts elsewhere.
const STEP: usize = 5;

const AT: &str = "2026-06-01T00:00:00Z";

/// One line for each request: `{"request": TEXT, "answer": TEXT}`.
pub(super) fn text() -> Result<String, Failure> {
    let mut module = Module::new().map_err(|error| Failure::Found(error.to_string()))?;
    let mut text = String::new();
    for request in requests()? {
        let request = request.to_string();
        let answer = String::from_utf8_lossy(&module.call(request.as_bytes())).into_owned();
        text.push_str(&json!({ "request": request, "answer": answer }).to_string());
        text.push('\n');
    }
    Ok(text)
}

fn requests() -> Result<Vec<Value>, Failure> {
    let mut requests = Vec::new();
    for input in recorded_inputs()?.into_iter().step_by(STEP) {
        requests.extend(of_vector(&input));
    }
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let is_document = [".yaml", ".json"].iter().any(|ending| shown.ends_with(ending));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if shown.starts_with("fixtures/") && is_document {
            let documents = json!([{ "name": shown, "text": text }]);
            requests.extend(asked(&documents, &json!({ "at": AT }), &["check", "matrix", "plan", "versions"]));
        }
    }
    Ok(requests)
}

/// What can be asked about the objects of a vector.
fn of_vector(input: &Value) -> Vec<Value> {
    let given = |name: &str| input.get(name).filter(|value| value.is_object());
    let with_config = |name: &str, config: &str| {
        let mut object = given(name)?.clone();
        if let (Some(spec), Some(config)) = (object.get_mut("spec").and_then(Value::as_object_mut), given(config)) {
            spec.insert("providerConfig".to_owned(), config.clone());
        }
        Some(object)
    };
    let mut documents = Vec::new();
    let mut add = |role: &str, object: Option<Value>| {
        documents.extend(object.map(|object| json!({ "name": "vector", "role": role, "object": object })));
    };
    let worker = given("worker");
    add(if worker.is_some() { "known" } else { "checked" }, with_config("profile", "config"));
    add("known", with_config("parent", "parentConfig"));
    add("old", given("old").cloned());
    add("checked", given("new").cloned());
    add("checked", with_config("namespacedCloudProfile", "config"));
    add("checked", worker.map(|worker| shoot(input, worker)));
    let gates = given("featureGates").and_then(Value::as_object).into_iter().flatten();
    let gates: Vec<String> = gates.map(|(name, on)| format!("{name}={on}")).collect();
    let operation = if given("old").is_some() { "update" } else { "create" };
    let settings = json!({
        "at": AT, "semantics": "gardener", "featureGates": gates.join(","), "operation": operation,
    });
    let functions: &[&str] = if worker.is_some() { &["check", "default", "plan"] } else { &["check", "matrix"] };
    if documents.is_empty() { Vec::new() } else { asked(&Value::Array(documents), &settings, functions) }
}

/// A Shoot with one worker.
fn shoot(input: &Value, worker: &Value) -> Value {
    let at = |pointer: &str| input.pointer(pointer).cloned().unwrap_or_default();
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "Shoot",
        "metadata": { "name": "vector", "namespace": "garden-vector" },
        "spec": {
            "cloudProfile": { "kind": "CloudProfile", "name": at("/profile/metadata/name") },
            "region": at("/region"),
            "kubernetes": { "version": at("/kubernetesVersion") },
            "maintenance": { "autoUpdate": { "machineImageVersion": at("/autoUpdate") } },
            "provider": { "type": at("/profile/spec/type"), "workers": [worker] },
        },
    })
}

/// The same documents, asked about by several functions.
fn asked(documents: &Value, settings: &Value, functions: &[&str]) -> Vec<Value> {
    let requests = functions.iter().map(|function| {
        let mut request = settings.clone();
        if let Some(request) = request.as_object_mut() {
            request.insert("function".to_owned(), json!(function));
            request.insert("documents".to_owned(), documents.clone());
        }
        request
    });
    requests.collect()
}
