//! Objects reduced to the parts that questions depend on.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::kind::{API_VERSION, Detail, KeptStatus, Kind};

/// The field ownership, which is a third or more of what an API server sends of a Shoot, and the versions, which
/// change with every status update and would make otherwise equal states differ.
const UNUSED_METADATA: [&str; 3] = [MANAGED_FIELDS, "resourceVersion", "generation"];
const METADATA: &str = "metadata";
const MANAGED_FIELDS: &str = "managedFields";
const KIND: &str = "kind";
const ANNOTATIONS: &str = "annotations";
/// A copy of the whole object, as passed to `kubectl apply`.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// The domain of Gardener's annotations.
const GARDENER: &str = "gardener.cloud";
const STATUS: &str = "status";
/// The parts of a Shoot's status that `rolls` and `plan --last` use. Of `gardener`, the version is kept as well: the release that runs.
const USED_STATUS: [&str; 3] = ["credentials", "lastMaintenance", "manualWorkerPoolRollout"];
const GARDENER_STATUS: &str = "gardener";
const VERSION: &str = "version";

type Members<'t> = BTreeMap<Cow<'t, str>, &'t RawValue>;

/// Returns an object without its managed fields, versions, last applied configuration, most of its status and, for a Shoot,
/// annotations other than Gardener's. Adds the `kind` and `apiVersion` that list items lack. Returns `None` if nothing
/// would change, or the object cannot be read.
///
/// ```
/// use rootstock_sources::cluster::{Kind, reduced};
///
/// let shoot = br#"{"kind":"Shoot","metadata":{"name":"a","managedFields":[]},"status":{"observedGeneration":1}}"#;
/// assert_eq!(reduced(shoot, Kind::Shoot).as_deref(), Some(&br#"{"kind":"Shoot","metadata":{"name":"a"}}"#[..]));
/// ```
#[must_use]
pub fn reduced(text: &[u8], kind: Kind) -> Option<Arc<[u8]>> {
    let mut object: Members<'_> = serde_json::from_slice(text).ok()?;
    let mut metadata: Members<'_> = serde_json::from_str(object.get(METADATA)?.get()).ok()?;
    let mut is_changed = false;
    for name in UNUSED_METADATA {
        is_changed |= metadata.remove(name).is_some();
    }
    let annotations = metadata.get(ANNOTATIONS).and_then(|text| relevant_annotations(text, kind));
    if let Some(annotations) = &annotations {
        is_changed = true;
        metadata.insert(ANNOTATIONS.into(), annotations);
    }
    let metadata = to_raw_value(&metadata).ok()?;
    object.insert(METADATA.into(), &metadata);
    let credentials = credentials(&object);
    is_changed |= cut_status(&mut object, kind.status(Detail::Asked), credentials.as_deref());
    is_changed |= !object.contains_key(KIND);
    if is_changed { written(object, kind) } else { None }
}

/// Returns an object without its managed fields and most of its status, but with its kind; `None` if it cannot be read.
/// The remaining lines are as in `kubectl get -o yaml`, because the status comes last.
pub(crate) fn shown(text: &[u8], kind: Kind) -> Option<Arc<[u8]>> {
    let mut object: Members<'_> = serde_json::from_slice(text).ok()?;
    let mut metadata: Members<'_> = serde_json::from_str(object.get(METADATA)?.get()).ok()?;
    metadata.remove(MANAGED_FIELDS);
    let metadata = to_raw_value(&metadata).ok()?;
    object.insert(METADATA.into(), &metadata);
    let credentials = credentials(&object);
    cut_status(&mut object, kind.status(Detail::Shown), credentials.as_deref());
    written(object, kind)
}

/// Returns a status reduced to the parts that questions use, if it has any.
fn credentials(object: &Members<'_>) -> Option<Box<RawValue>> {
    let members: Members<'_> = serde_json::from_str(object.get(STATUS)?.get()).ok()?;
    let kept = USED_STATUS.into_iter().filter_map(|name| Some((Cow::Borrowed(name), *members.get(name)?)));
    let mut kept: Members<'_> = kept.collect();
    let gardener = members.get(GARDENER_STATUS).and_then(|text| version(text));
    if let Some(gardener) = &gardener {
        kept.insert(GARDENER_STATUS.into(), gardener);
    }
    if kept.is_empty() { None } else { to_raw_value(&kept).ok() }
}

/// Returns the `gardener` of a status with nothing but its version, because the rest changes with every restart.
fn version(gardener: &RawValue) -> Option<Box<RawValue>> {
    let members: Members<'_> = serde_json::from_str(gardener.get()).ok()?;
    let version = *members.get(VERSION)?;
    to_raw_value(&Members::from([(VERSION.into(), version)])).ok()
}

/// Reduces the status to the part to keep. Returns whether anything was removed.
fn cut_status<'t>(object: &mut Members<'t>, status: KeptStatus, credentials: Option<&'t RawValue>) -> bool {
    let has_more = |text: &&RawValue| credentials.is_none_or(|kept| kept.get() != text.get());
    if status == KeptStatus::Everything || !object.get(STATUS).is_some_and(has_more) {
        return false;
    }
    object.remove(STATUS);
    if let (KeptStatus::Credentials, Some(credentials)) = (status, credentials) {
        object.insert(STATUS.into(), credentials);
    }
    true
}

/// Serializes the object, adding `kind` and `apiVersion` if they are missing.
fn written(object: Members<'_>, kind: Kind) -> Option<Arc<[u8]>> {
    let (kind, version) = (to_raw_value(kind.name()).ok()?, to_raw_value(API_VERSION).ok()?);
    let mut object: Members<'_> = object;
    if !object.contains_key(KIND) {
        object.insert(KIND.into(), &kind);
        object.insert("apiVersion".into(), &version);
    }
    Some(serde_json::to_vec(&object).ok()?.into())
}

/// Returns the annotations without irrelevant ones; `None` if there is nothing to remove.
fn relevant_annotations(annotations: &RawValue, kind: Kind) -> Option<Box<RawValue>> {
    let mut annotations: Members<'_> = serde_json::from_str(annotations.get()).ok()?;
    let all = annotations.len();
    annotations.retain(|name, _| name != LAST_APPLIED && (kind.keeps_annotations() || is_gardener_annotation(name)));
    if annotations.len() < all { to_raw_value(&annotations).ok() } else { None }
}

/// Whether an annotation belongs to Gardener or one of its extensions: `shoot.gardener.cloud/…`.
fn is_gardener_annotation(name: &str) -> bool {
    let domain = name.split_once('/').map_or("", |(domain, _)| domain);
    domain.strip_suffix(GARDENER).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn only_unused_fields_are_removed() {
        let mut shoot = json!({
            "apiVersion": "core.gardener.cloud/v1beta1",
            "kind": "Shoot",
            "metadata": {
                "name": "apple",
                "namespace": "garden-dev",
                "annotations": {
                    LAST_APPLIED: "{}\n", "a": "b\"c", "inventory.example.org/notes": "long", "notgardener.cloud/a": "",
                    "shoot.gardener.cloud/tasks": "infra\"", "gardener.cloud/operation": "maintain",
                },
                "resourceVersion": "17",
                "generation": 3,
                "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}],
            },
            "spec": {"region": "local", "kubernetes": {"version": "1.34.1"}},
            "status": {
                "observedGeneration": 1, "credentials": {"rotation": {}}, "manualWorkerPoolRollout": {},
                "lastMaintenance": {"state": "Succeeded"},
                "gardener": {"id": "1f", "name": "gardenlet-0", "version": "v1.148.2"},
            },
        });
        let reduced_shoot = reduced(&serde_json::to_vec(&shoot).unwrap(), Kind::Shoot).unwrap();
        let metadata = shoot.pointer_mut("/metadata").unwrap().as_object_mut().unwrap();
        for name in UNUSED_METADATA {
            metadata.remove(name).unwrap();
        }
        metadata[ANNOTATIONS] =
            json!({"shoot.gardener.cloud/tasks": "infra\"", "gardener.cloud/operation": "maintain"});
        shoot["status"] = json!({
            "credentials": {"rotation": {}}, "manualWorkerPoolRollout": {}, "lastMaintenance": {"state": "Succeeded"},
            "gardener": {"version": "v1.148.2"},
        });
        assert_eq!(serde_json::from_slice::<Value>(&reduced_shoot).unwrap(), shoot);
        // There is nothing left to remove, and unreadable texts are reported elsewhere.
        for text in [&*reduced_shoot, b"{\"metadata\": 1}", b"[", b"{}"] {
            assert_eq!(reduced(text, Kind::Shoot), None);
        }
    }

    #[test]
    fn annotations_of_profiles_are_kept() {
        let profile = br#"{"kind":"CloudProfile","metadata":{"annotations":{"a":"b"},"name":"a"}}"#;
        assert_eq!(reduced(profile, Kind::CloudProfile), None);
    }

    #[test]
    fn shown_objects_keep_everything_above_the_status() {
        let item = br#"{"metadata":{"annotations":{"a":"b"},"name":"a","generation":3,"managedFields":[{}]},"status":{"x":1}}"#;
        let reduced_text = |kind| String::from_utf8(shown(item, kind).unwrap().to_vec()).unwrap();
        let metadata = r#""metadata":{"annotations":{"a":"b"},"generation":3,"name":"a"}"#;
        let head = |kind| format!(r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"{kind}",{metadata}"#);
        assert_eq!(reduced_text(Kind::Shoot), format!("{}}}", head("Shoot")));
        let namespaced = format!(r#"{},"status":{{"x":1}}}}"#, head("NamespacedCloudProfile"));
        assert_eq!(reduced_text(Kind::NamespacedCloudProfile), namespaced);
        assert_eq!(shown(b"[]", Kind::CloudProfile), None);
    }

    /// List items lack both fields.
    #[test]
    fn list_items_get_their_kind() {
        let item = br#"{"metadata":{"name":"a"},"status":{"x":1}}"#;
        let reduced_text = |kind| String::from_utf8(reduced(item, kind).unwrap().to_vec()).unwrap();
        let head =
            |kind| format!(r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"{kind}","metadata":{{"name":"a"}}"#);
        for kind in [Kind::CloudProfile, Kind::NamespacedCloudProfile] {
            let status = if kind == Kind::CloudProfile { r#","status":{"x":1}"# } else { "" };
            assert_eq!(reduced_text(kind), format!("{}{status}}}", head(kind.name())));
        }
    }
}
