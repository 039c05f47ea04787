//! Shoots without what no question asks about.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

/// Who wrote which field: a third of what an API server says of a Shoot, and more.
const MANAGED_FIELDS: &str = "managedFields";
const ANNOTATIONS: &str = "annotations";
/// All of the Shoot once more, as `kubectl apply` was given it.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

type Members<'t> = BTreeMap<Cow<'t, str>, &'t RawValue>;

/// A Shoot without its managed fields and without the configuration that was applied last; nothing if it has neither.
pub(super) fn trimmed(text: &[u8]) -> Option<Arc<[u8]>> {
    let mut shoot: Members<'_> = serde_json::from_slice(text).ok()?;
    let mut metadata: Members<'_> = serde_json::from_str(shoot.get("metadata")?.get()).ok()?;
    let mut is_shorter = metadata.remove(MANAGED_FIELDS).is_some();
    let annotations = metadata.get(ANNOTATIONS).and_then(|text| without_last_applied(text));
    is_shorter |= annotations.is_some();
    if !is_shorter {
        return None;
    }
    if let Some(annotations) = &annotations {
        metadata.insert(ANNOTATIONS.into(), annotations);
    }
    let metadata = to_raw_value(&metadata).ok()?;
    shoot.insert("metadata".into(), &metadata);
    Some(serde_json::to_vec(&shoot).ok()?.into())
}

fn without_last_applied(annotations: &RawValue) -> Option<Box<RawValue>> {
    let mut annotations: Members<'_> = serde_json::from_str(annotations.get()).ok()?;
    annotations.remove(LAST_APPLIED)?;
    to_raw_value(&annotations).ok()
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
                "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}],
            },
            "spec": {"region": "local", "kubernetes": {"version": "1.34.1"}},
            "status": {"observedGeneration": 1},
        });
        let short = trimmed(&serde_json::to_vec(&shoot).unwrap()).unwrap();
        let metadata = shoot.pointer_mut("/metadata").unwrap().as_object_mut().unwrap();
        metadata.remove(MANAGED_FIELDS);
        metadata.get_mut(ANNOTATIONS).unwrap().as_object_mut().unwrap().remove(LAST_APPLIED);
        assert_eq!(serde_json::from_slice::<Value>(&short).unwrap(), shoot);
        // There is nothing more to leave out, and what cannot be read is left to others to tell.
        for text in [&*short, b"{\"metadata\": 1}", b"[", b"{}"] {
            assert_eq!(trimmed(text), None);
        }
    }
}
