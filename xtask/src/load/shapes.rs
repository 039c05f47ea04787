//! Reviews that take the most time and memory for their size: many equal or distinct items, in one section or in both.

use hyper::body::Bytes;
use serde_json::{Value, json};

/// The size of an object in bytes: near the limit of etcd.
const SIZE: usize = 1_400_000;

/// Returns the reviews with their names. All of them are about the profile `workshop` of the fixtures.
pub(super) fn all() -> Vec<(&'static str, Bytes)> {
    let flavors = json!([{"architecture": ["amd64"]}]);
    let mapped = json!([{"capabilities": {"architecture": ["amd64"]}, "image": "x"}]);
    let image = |version: Value| json!({"name": "i", "versions": [version]});
    let in_both = json!({
        "machineImages": items(SIZE * 2 / 5, |_| image(json!({"version": "1.0.0", "capabilityFlavors": flavors}))),
        "providerConfig": config(&items(SIZE * 3 / 5, |_| image(json!({"version": "1.0.0", "capabilityFlavors": mapped})))),
    });
    let images = items(
        SIZE,
        |at| json!({"name": format!("i{at}"), "versions": [{"version": "1.0.0", "architectures": ["amd64"]}]}),
    );
    let versions = items(SIZE, |at| json!({"version": format!("3.1.{at}"), "capabilityFlavors": flavors}));
    let repeated = profile("machineImages", items(SIZE, |_| image(json!({"version": "1.0.0"}))));
    let misnamed = items(SIZE, |at| json!({"nam": format!("t{at}"), "cpuu": 1, "memry": "1Gi"}));
    vec![
        ("images repeated in both sections", review(&child(in_both), None)),
        ("images that are not mapped", review(&child(json!({"machineImages": images})), None)),
        (
            "versions that are not mapped",
            review(&child(json!({"machineImages": [{"name": "bench", "versions": versions}]})), None),
        ),
        ("repeated images, update", review(&repeated, Some(&repeated))),
        ("misnamed machine types", review(&profile("machinetypes", misnamed), None)),
    ]
}

/// Returns items that have about this size together.
fn items(bytes: usize, item: impl Fn(usize) -> Value) -> Value {
    let count = bytes / item(10_000).to_string().len();
    (0..count).map(item).collect()
}

fn config(images: &Value) -> Value {
    json!({
        "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": images,
    })
}

fn child(mut spec: Value) -> Value {
    let parent = json!({"kind": "CloudProfile", "name": "workshop"});
    spec.as_object_mut().map(|spec| spec.insert("parent".to_owned(), parent));
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {"name": "n", "namespace": "garden-dev"}, "spec": spec,
    })
}

fn profile(list: &str, items: Value) -> Value {
    let mut spec = json!({
        "type": "local", "kubernetes": {"versions": [{"version": "1.34.1"}]}, "regions": [{"name": "r"}],
        "machineImages": [], "machineTypes": [], "providerConfig": config(&json!([])),
    });
    spec.as_object_mut().map(|spec| spec.insert(list.to_owned(), items));
    json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "workshop"}, "spec": spec})
}

fn review(object: &Value, old: Option<&Value>) -> Bytes {
    let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
    let resource = format!("{}s", kind.to_lowercase());
    let review = json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "u1", "name": object.pointer("/metadata/name"), "namespace": object.pointer("/metadata/namespace"),
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": kind},
            "resource": {"group": "core.gardener.cloud", "version": "v1beta1", "resource": resource},
            "operation": if old.is_some() { "UPDATE" } else { "CREATE" },
            "userInfo": {"username": "someone"}, "object": object, "oldObject": old,
        },
    });
    review.to_string().into()
}
