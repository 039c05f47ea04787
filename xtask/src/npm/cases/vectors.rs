//! Converts a recorded vector to a request: its objects become documents, and other values are put into a minimal document.

use serde_json::{Value, json};

use super::AT;

/// The name of all objects that a vector does not name.
const NAME: &str = "vector";

/// Returns the request for a vector, with the function that its suite tests. `None` for an unknown suite.
pub(super) fn request(suite: &str, input: &Value) -> Option<Value> {
    let at = |name: &str| input.get(name).cloned().unwrap_or_default();
    let versions = |list: Value| json!({ "kubernetes": { "versions": list } });
    let (function, documents) = match suite {
        "kubernetes-yaml" => ("check", vec![json!({ "name": NAME, "text": at("text") })]),
        "quantity" => (
            "check",
            vec![checked(&profile(json!({
                "machineTypes": [{ "name": NAME, "cpu": at("quantity"), "memory": at("quantity") }],
            })))],
        ),
        "qualified-name" => (
            "check",
            vec![checked(&profile(json!({
                "machineCapabilities": [{ "name": at("name"), "values": [NAME] }],
            })))],
        ),
        "classification" => ("versions", vec![checked(&profile(versions(json!([at("version")]))))]),
        "version-parse" => ("check", vec![checked(&profile(versions(json!([{ "version": at("version") }]))))]),
        "version-compare" => {
            ("versions", vec![checked(&profile(versions(json!([{ "version": at("a") }, { "version": at("b") }]))))])
        }
        "constraint-check" => (
            "images",
            vec![checked(&profile(json!({
                "machineTypes": [{ "name": NAME }],
                "machineImages": [{ "name": NAME, "versions": [{
                    "version": "1.0.0", "architectures": ["amd64"], "kubeletVersionConstraint": at("constraint"),
                }] }],
            })))],
        ),
        "capabilities-compatible" => ("matrix", vec![checked(&with_flavors(input, json!([at("a")]), &at("b")))]),
        "select-flavor" => ("select", vec![checked(&with_flavors(input, at("flavors"), &at("machineCapabilities")))]),
        "kubernetes-maintenance" | "default-kubernetes-version" => {
            let parent = profile(versions(at("versions")));
            let shoot = shoot(&parent, input, &at("current"), None);
            let function = if suite == "kubernetes-maintenance" { "plan" } else { "default" };
            (function, vec![document("known", &parent), checked(&shoot)])
        }
        "machine-image-maintenance" | "default-machine-image" | "worker-admission" => {
            let function = match suite {
                "machine-image-maintenance" => "plan",
                "default-machine-image" => "default",
                _ => "check",
            };
            (function, worker_documents(input))
        }
        "cloudprofile-canonicalize" | "namespacedcloudprofile-render" => ("matrix", profile_documents(suite, input)),
        _ if suite.starts_with("provider-") && suite.ends_with("-image") => ("select", profile_documents(suite, input)),
        _ if suite.starts_with("provider-") => ("check", profile_documents(suite, input)),
        "cloudprofile-create" | "cloudprofile-update" => ("check", profile_documents(suite, input)),
        "namespacedcloudprofile-create" | "namespacedcloudprofile-update" => ("check", profile_documents(suite, input)),
        "cloudprofile-status" => ("versions", profile_documents(suite, input)),
        "shoot-maintenance" => ("plan", whole_documents(input)),
        "worker-pool-rollout" => ("rolls", whole_documents(input)),
        "shoot-admission" | "shoot-admission-titled" | "shoot-profile-change" => ("check", whole_documents(input)),
        "cloudprofile-usage" | "namespacedcloudprofile-usage" => ("check", whole_documents(input)),
        _ => return None,
    };
    let question = match suite {
        "constraint-check" => json!({ "machineType": NAME, "kubernetesVersion": at("version") }),
        "select-flavor" => json!({ "machineType": NAME, "image": NAME }),
        _ if function == "select" => {
            json!({ "machineType": at("machineType"), "image": at("image"), "version": at("version"), "region": at("region") })
        }
        _ => json!({}),
    };
    let gates = input.get("featureGates").and_then(Value::as_object).into_iter().flatten();
    let gates: Vec<String> = gates.map(|(name, on)| format!("{name}={on}")).collect();
    let is_update = documents.iter().any(|document| document.get("role").is_some_and(|role| role == "old"));
    Some(json!({
        "function": function, "question": question, "documents": documents, "at": AT, "semantics": "gardener",
        "featureGates": gates.join(","), "operation": if is_update { "update" } else { "create" },
    }))
}

fn document(role: &str, object: &Value) -> Value {
    json!({ "name": format!("{NAME}-{role}"), "role": role, "object": object })
}

fn checked(object: &Value) -> Value {
    document("checked", object)
}

/// Returns a profile with a partial spec.
fn profile(spec: Value) -> Value {
    let mut object = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": NAME }, "spec": spec,
    });
    set(&mut object, "type", json!("local"));
    object
}

/// Returns a profile with one machine type and one image version.
fn with_flavors(input: &Value, flavors: Value, machine_type: &Value) -> Value {
    profile(json!({
        "machineCapabilities": input.get("capabilityDefinitions"),
        "machineTypes": [{ "name": NAME, "capabilities": machine_type }],
        "machineImages": [{ "name": NAME, "versions": [{ "version": "1.0.0", "capabilityFlavors": flavors }] }],
    }))
}

/// Returns the profiles of a vector; those for extensions with the provider section.
fn profile_documents(suite: &str, input: &Value) -> Vec<Value> {
    let given = |name: &str| input.get(name).filter(|value| value.is_object());
    let provider = suite.strip_prefix("provider-");
    let provider = provider
        .map(|name| ["-image", "-namespaced"].iter().fold(name, |name, end| name.strip_suffix(end).unwrap_or(name)));
    let with_config = |name: &str, config: &str| {
        let mut object = given(name)?.clone();
        if let Some(config) = input.get(config).filter(|config| !config.is_null()) {
            set(&mut object, "providerConfig", config.clone());
        }
        // Extensions ignore the type, and some profiles of the vectors have another one.
        if let Some(provider) = provider.filter(|_| name != "namespacedCloudProfile") {
            set(&mut object, "type", json!(provider));
        }
        Some(object)
    };
    let mut documents = Vec::new();
    documents.extend(with_config("profile", "config").map(|object| checked(&object)));
    documents.extend(with_config("parent", "parentConfig").map(|object| document("known", &object)));
    documents.extend(given("old").map(|object| document("old", object)));
    documents.extend(given("new").map(checked));
    documents.extend(with_config("namespacedCloudProfile", "config").map(|object| checked(&object)));
    documents
}

/// Returns a Shoot with one worker, its previous state, and its profile.
fn worker_documents(input: &Value) -> Vec<Value> {
    let at = |name: &str| input.get(name).cloned().unwrap_or_default();
    let parent = at("profile");
    let mut documents = vec![document("known", &parent)];
    if let Some(worker) = input.get("oldWorker").filter(|worker| worker.is_object()) {
        let version = input.get("oldKubernetesVersion").cloned().unwrap_or_else(|| at("kubernetesVersion"));
        documents.push(document("old", &shoot(&parent, input, &version, Some(worker))));
    }
    documents.push(checked(&shoot(&parent, input, &at("kubernetesVersion"), input.get("worker"))));
    documents
}

/// Returns the profiles and Shoots of a vector about whole objects.
fn whole_documents(input: &Value) -> Vec<Value> {
    let fields = [
        ("profile", "known"),
        ("profiles", "known"),
        ("ncps", "known"),
        ("shoots", "old"),
        ("old", "old"),
        ("oldShoot", "old"),
        ("new", "checked"),
        ("shoot", "checked"),
    ];
    let mut documents = Vec::new();
    for (field, role) in fields {
        let objects = match input.get(field) {
            Some(Value::Array(list)) => list.iter().collect(),
            Some(object @ Value::Object(_)) => vec![object],
            _ => Vec::new(),
        };
        for object in objects {
            // The name of a document is unique in its role.
            let name = format!("{NAME}-{role}-{}", documents.len());
            documents.push(json!({ "name": name, "role": role, "object": object }));
        }
    }
    documents
}

fn shoot(profile: &Value, input: &Value, version: &Value, worker: Option<&Value>) -> Value {
    let auto_update = input.get("autoUpdate");
    let workers: Vec<&Value> = worker.into_iter().collect();
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "Shoot",
        "metadata": { "name": NAME, "namespace": "garden-vector" },
        "spec": {
            "cloudProfile": { "kind": "CloudProfile", "name": profile.pointer("/metadata/name") },
            "region": input.get("region"),
            "kubernetes": { "version": version },
            "maintenance": { "autoUpdate": { "kubernetesVersion": auto_update, "machineImageVersion": auto_update } },
            "provider": { "type": profile.pointer("/spec/type"), "workers": workers },
        },
    })
}

/// Sets a field of the spec.
fn set(object: &mut Value, field: &str, value: Value) {
    if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) {
        spec.insert(field.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_use_the_function_of_the_suite() {
        let input = json!({ "profile": { "spec": { "type": "other" } }, "config": 1, "image": "a", "version": "1" });
        let built = request("provider-ironcore-metal-image", &input).unwrap();
        assert_eq!((&built["function"], &built["question"]["image"]), (&json!("select"), &json!("a")));
        assert_eq!(built["documents"][0]["object"]["spec"], json!({ "type": "ironcore-metal", "providerConfig": 1 }));
        assert_eq!(request("another-suite", &input), None);
    }

    #[test]
    fn previous_objects_make_an_update() {
        let worker = json!({ "profile": {}, "worker": {}, "oldWorker": {}, "oldKubernetesVersion": "1.33.1" });
        let built = request("worker-admission", &worker).unwrap();
        assert_eq!(built["operation"], "update");
        assert_eq!(built["documents"][1]["object"]["spec"]["kubernetes"]["version"], "1.33.1");
        assert_eq!(request("worker-admission", &json!({ "worker": {} })).unwrap()["operation"], "create");
    }
}
