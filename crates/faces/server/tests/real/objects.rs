//! Test objects in the garden.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use serde_json::{Value, json};

/// A label that exempts objects from the webhook, for the initial state of a test.
pub(crate) const SET_UP: &str = "rootstock.dev/set-up";
pub(crate) const PROFILES: &str = "/apis/core.gardener.cloud/v1beta1/cloudprofiles";

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

pub(crate) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// Returns a valid profile with Kubernetes 1.34.1.
pub(crate) fn profile(name: &str) -> Value {
    let file = root().join("fixtures/profiles/local-clean.yaml");
    let mut profile: Value = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    profile["metadata"] = json!({"name": name});
    profile
}

/// Returns a profile that is denied because of a duplicate version.
pub(crate) fn broken(name: &str) -> Value {
    let mut profile = profile(name);
    let versions = profile["spec"]["kubernetes"]["versions"].as_array_mut().unwrap();
    versions.push(versions[0].clone());
    profile
}

pub(crate) fn shoot(namespace: &str, name: &str) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": {"namespace": namespace, "name": name},
        "spec": {"cloudProfile": {"kind": "CloudProfile", "name": "orchard"}, "region": "local",
            "kubernetes": {"version": "1.34.1"}, "provider": {"type": "local", "workers": []}},
    })
}

/// Adds the label that exempts an object from the webhook.
pub(crate) fn set_up(mut object: Value) -> Value {
    object["metadata"]["labels"][SET_UP] = "true".into();
    object
}

/// Returns the recorded reviews, in order.
pub(crate) fn recorded() -> Vec<(String, Value)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("fixtures/reviews")).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut bytes = if file.is_file() { fs::read(&file).unwrap() } else { continue };
        if name.ends_with(".gz") {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut text).unwrap();
            bytes = text;
        }
        found.extend(serde_json::from_slice(&bytes).ok().map(|review| (name, review)));
    }
    assert!(found.len() > 10);
    found
}

/// Returns the path of a collection.
pub(crate) fn collection(resource: &str, namespace: &str) -> String {
    let namespace = if namespace.is_empty() { String::new() } else { format!("namespaces/{namespace}/") };
    format!("/apis/core.gardener.cloud/v1beta1/{namespace}{resource}")
}

/// Removes the metadata that an API server sets.
pub(crate) fn without_server_metadata(object: &Value) -> Value {
    let mut object = object.clone();
    let metadata = object["metadata"].as_object_mut().unwrap();
    for name in ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"] {
        metadata.remove(name);
    }
    object
}

/// Returns a role with permission to list these resources.
pub(crate) fn list_role(resources: &[&str]) -> Value {
    json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "metadata": {"name": "reading"},
        "rules": [{"apiGroups": ["core.gardener.cloud"], "resources": resources, "verbs": ["list"]}],
    })
}
