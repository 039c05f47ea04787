//! Objects without what no question asks about.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

/// Who wrote which field: a third of what an API server says of a Shoot, and more. The versions are others whenever a status is, which
/// would make another state of each.
const WHO_AND_WHEN: [&str; 3] = ["managedFields", "resourceVersion", "generation"];
const ANNOTATIONS: &str = "annotations";
/// All of the object once more, as `kubectl apply` was given it.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
const STATUS: &str = "status";
/// What `rolls` looks at of a Shoot's status.
const CREDENTIALS: &str = "credentials";

type Members<'t> = BTreeMap<Cow<'t, str>, &'t RawValue>;

/// What is kept of the status of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Nothing,
    Credentials,
    Everything,
}

/// An object without its managed fields, the configuration that was applied last and most of its status; nothing if it has none of
/// it. Items of a list do not say what they are: `kind` is what they are, then.
pub(crate) fn trimmed(text: &[u8], status: Status, kind: Option<&str>) -> Option<Arc<[u8]>> {
    let mut object: Members<'_> = serde_json::from_slice(text).ok()?;
    let mut metadata: Members<'_> = serde_json::from_str(object.get("metadata")?.get()).ok()?;
    let mut is_another = false;
    for name in WHO_AND_WHEN {
        is_another |= metadata.remove(name).is_some();
    }
    let annotations = metadata.get(ANNOTATIONS).and_then(|text| without_last_applied(text));
    is_another |= annotations.is_some();
    if let Some(annotations) = &annotations {
        metadata.insert(ANNOTATIONS.into(), annotations);
    }
    let metadata = to_raw_value(&metadata).ok()?;
    object.insert("metadata".into(), &metadata);
    let credentials = object.get(STATUS).and_then(|text| only_credentials(text));
    let has_more = |text: &&RawValue| credentials.as_ref().is_none_or(|kept| kept.get() != text.get());
    if status != Status::Everything && object.get(STATUS).is_some_and(has_more) {
        is_another = true;
        object.remove(STATUS);
        if let (Status::Credentials, Some(credentials)) = (status, &credentials) {
            object.insert(STATUS.into(), credentials);
        }
    }
    let kind = kind.filter(|_| !object.contains_key("kind")).map(to_raw_value).transpose().ok()?;
    let version = to_raw_value("core.gardener.cloud/v1beta1").ok()?;
    if let Some(kind) = &kind {
        is_another = true;
        object.insert("kind".into(), kind);
        object.insert("apiVersion".into(), &version);
    }
    if is_another { Some(serde_json::to_vec(&object).ok()?.into()) } else { None }
}

fn without_last_applied(annotations: &RawValue) -> Option<Box<RawValue>> {
    let mut annotations: Members<'_> = serde_json::from_str(annotations.get()).ok()?;
    annotations.remove(LAST_APPLIED)?;
    to_raw_value(&annotations).ok()
}

/// A status that has nothing but its credentials, if it has any.
fn only_credentials(status: &RawValue) -> Option<Box<RawValue>> {
    let members: Members<'_> = serde_json::from_str(status.get()).ok()?;
    to_raw_value(&Members::from([(CREDENTIALS.into(), *members.get(CREDENTIALS)?)])).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn only_what_nobody_asks_about_is_left_out() {
        let mut shoot = json!({
            "apiVersion": "core.gardener.cloud/v1beta1",
            "kind": "Shoot",
            "metadata": {
                "name": "apple",
                "namespace": "garden-dev",
                "annotations": {LAST_APPLIED: "{}\n", "a": "b\"c"},
                "resourceVersion": "17",
                "generation": 3,
                "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}],
            },
            "spec": {"region": "local", "kubernetes": {"version": "1.34.1"}},
            "status": {"observedGeneration": 1, "credentials": {"rotation": {}}},
        });
        let short = trimmed(&serde_json::to_vec(&shoot).unwrap(), Status::Credentials, None).unwrap();
        let metadata = shoot.pointer_mut("/metadata").unwrap().as_object_mut().unwrap();
        for name in WHO_AND_WHEN {
            metadata.remove(name).unwrap();
        }
        metadata.get_mut(ANNOTATIONS).unwrap().as_object_mut().unwrap().remove(LAST_APPLIED);
        shoot["status"] = json!({"credentials": {"rotation": {}}});
        assert_eq!(serde_json::from_slice::<Value>(&short).unwrap(), shoot);
        // There is nothing more to leave out, and what cannot be read is left to others to tell.
        for text in [&*short, b"{\"metadata\": 1}", b"[", b"{}"] {
            assert_eq!(trimmed(text, Status::Credentials, None), None);
        }
    }

    /// As items of a list are.
    #[test]
    fn what_an_item_is_stands_in_it() {
        let item = br#"{"metadata":{"name":"a"},"status":{"x":1}}"#;
        let told = |status| String::from_utf8(trimmed(item, status, Some("CloudProfile")).unwrap().to_vec()).unwrap();
        let head = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{"name":"a"}"#;
        assert_eq!(told(Status::Nothing), format!("{head}}}"));
        assert_eq!(told(Status::Everything), format!(r#"{head},"status":{{"x":1}}}}"#));
    }
}
