//! The objects for use with kube-rs: Kubernetes' own metadata, and all other fields unparsed.
//!
//! [`CloudProfile`], [`NamespacedCloudProfile`] and [`Shoot`] have their own metadata type, and serde alone drops the fields
//! that they do not know. A program that watches a cluster wants neither. It uses [`KubeObject`] as the type of its `Api` and
//! its reflector, and [`KubeObject::decode`] to convert an object to its type, with all violations.
//!
//! ```
//! use kube_core::{Resource, ResourceExt};
//! use rootstock_core_model::{CloudProfile, kube::KubeObject};
//! let mut object: KubeObject<CloudProfile> = serde_json::from_str(r#"{
//!     "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
//!     "metadata": {"name": "local", "managedFields": [{"manager": "gardenctl"}]},
//!     "spec": {"type": "local", "regions": [{"name": "eu", "zone": "a"}]}
//! }"#)?;
//! object.managed_fields_mut().clear();
//! assert_eq!(object.name_any(), "local");
//! assert_eq!(KubeObject::<CloudProfile>::url_path(&(), None), "/apis/core.gardener.cloud/v1beta1/cloudprofiles");
//! let (profile, violations) = object.decode()?;
//! assert_eq!(profile.spec.provider_type, "local");
//! assert_eq!(violations[0].path.to_string(), "spec.regions[0].zone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use k8s_openapi::{ClusterResourceScope, NamespaceResourceScope};
use kube_core::Resource;
use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::emit::EmitError;
use crate::{CloudProfile, Decode, NamespacedCloudProfile, Path, RawObject, Shoot, Violation};

const GROUP: &str = "core.gardener.cloud";
const VERSION: &str = "v1beta1";

/// A kind in Gardener's API, as needed by kube-rs. This trait is sealed.
pub trait Kind: Decodable + Default + sealed::Sealed {
    /// The scope: cluster-wide or namespaced.
    type Scope;
    /// The name of the kind, for example `CloudProfile`.
    const KIND: &'static str;
    /// The plural name in URLs, for example `cloudprofiles`.
    const PLURAL: &'static str;
    /// Whether the type covers every field, so that any other field is a violation. [`Shoot`] only covers a part.
    const HAS_ALL_FIELDS: bool;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::CloudProfile {}
    impl Sealed for crate::NamespacedCloudProfile {}
    impl Sealed for crate::Shoot {}
}

impl Kind for CloudProfile {
    type Scope = ClusterResourceScope;
    const KIND: &'static str = Self::KIND;
    const PLURAL: &'static str = "cloudprofiles";
    const HAS_ALL_FIELDS: bool = true;
}

impl Kind for NamespacedCloudProfile {
    type Scope = NamespaceResourceScope;
    const KIND: &'static str = Self::KIND;
    const PLURAL: &'static str = "namespacedcloudprofiles";
    const HAS_ALL_FIELDS: bool = true;
}

impl Kind for Shoot {
    type Scope = NamespaceResourceScope;
    const KIND: &'static str = Self::KIND;
    const PLURAL: &'static str = "shoots";
    const HAS_ALL_FIELDS: bool = false;
}

/// An object of the cluster: Kubernetes' metadata, and all other fields unparsed.
///
/// A program can trim `metadata` (`managedFields` often make up half of an object) and other fields
/// ([`KubeObject::remove`]) before a reflector stores the object. Serializing it yields the object again, with the `apiVersion` and
/// `kind` that list items lack.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(serialize = "", deserialize = "K: Kind"))]
pub struct KubeObject<K> {
    #[serde(default = "api_version")]
    api_version: Cow<'static, str>,
    #[serde(default = "kind_of::<K>")]
    kind: Cow<'static, str>,
    /// Kubernetes' metadata.
    #[serde(default)]
    pub metadata: ObjectMeta,
    #[serde(flatten)]
    fields: BTreeMap<String, RawObject>,
    #[serde(skip)]
    is_a: PhantomData<fn() -> K>,
}

const fn api_version() -> Cow<'static, str> {
    Cow::Borrowed(CloudProfile::API_VERSION)
}

const fn kind_of<K: Kind>() -> Cow<'static, str> {
    Cow::Borrowed(K::KIND)
}

impl<K> KubeObject<K> {
    /// Looks up a field of the object, for example `spec`.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&RawObject> {
        self.fields.get(field)
    }

    /// Removes a field from the object, for example an unused `status`.
    pub fn remove(&mut self, field: &str) -> Option<RawObject> {
        self.fields.remove(field)
    }

    /// Converts the whole object to a value without positions.
    ///
    /// # Errors
    ///
    /// Fails if the object exceeds [`ReadLimits::DEFAULT`](crate::ReadLimits::DEFAULT).
    pub fn to_raw(&self) -> Result<RawObject, EmitError> {
        RawObject::from_serialize(self)
    }
}

impl<K: Kind> KubeObject<K> {
    /// Decodes the object as its type and continues after errors; see [`decode()`](crate::decode()).
    ///
    /// # Errors
    ///
    /// Fails if the object exceeds [`ReadLimits::DEFAULT`](crate::ReadLimits::DEFAULT).
    pub fn decode(&self) -> Result<(K, Vec<Violation>), EmitError> {
        let (raw, path) = (self.to_raw()?, Path::object());
        Ok(if K::HAS_ALL_FIELDS { raw.decode(&path) } else { raw.decode_known(&path) })
    }
}

impl<K: Kind> Resource for KubeObject<K> {
    type DynamicType = ();
    type Scope = K::Scope;

    fn kind((): &()) -> Cow<'_, str> {
        K::KIND.into()
    }

    fn group((): &()) -> Cow<'_, str> {
        GROUP.into()
    }

    fn version((): &()) -> Cow<'_, str> {
        VERSION.into()
    }

    fn plural((): &()) -> Cow<'_, str> {
        K::PLURAL.into()
    }

    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use rstest::rstest;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    /// Checks the bounds that kube-rs requires of the type of an `Api` and of a reflector's store.
    fn url_of<T>(namespace: Option<&str>) -> String
    where
        T: Resource<DynamicType = ()> + Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static,
    {
        assert_eq!(T::api_version(&()), CloudProfile::API_VERSION);
        T::url_path(&(), namespace)
    }

    #[test]
    fn every_kind_has_its_url() {
        let root = "/apis/core.gardener.cloud/v1beta1";
        assert_eq!(url_of::<KubeObject<CloudProfile>>(None), format!("{root}/cloudprofiles"));
        let in_namespace = format!("{root}/namespaces/garden-dev");
        assert_eq!(url_of::<KubeObject<Shoot>>(Some("garden-dev")), format!("{in_namespace}/shoots"));
        assert_eq!(
            url_of::<KubeObject<NamespacedCloudProfile>>(Some("garden-dev")),
            format!("{in_namespace}/namespacedcloudprofiles")
        );
    }

    #[rstest]
    #[case(json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"name": "a", "namespace": "garden-dev", "labels": {"b": "c"}, "creationTimestamp": "2026-06-01T00:00:00Z"},
        "spec": {"networking": {"type": "calico"}, "provider": {"workers": [{"minimum": 1, "maxSurge": "25%", "x": 1.5}]}},
        "status": {"conditions": []}}))]
    #[case(json!({"apiVersion": "core.gardener.cloud/v2", "kind": "Shoot", "metadata": {}}))]
    fn an_object_round_trips(#[case] object: Value) {
        let read: KubeObject<Shoot> = serde_json::from_value(object.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), object);
    }

    #[test]
    fn a_list_item_gets_its_api_version_and_kind() {
        let item: KubeObject<Shoot> = serde_json::from_value(json!({"metadata": {"name": "a"}, "spec": {}})).unwrap();
        let expected = json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": {"name": "a"}, "spec": {}
        });
        assert_eq!(serde_json::to_value(&item).unwrap(), expected);
    }

    #[test]
    fn a_part_of_a_shoot_is_decoded_and_the_rest_kept() {
        let object = json!({"metadata": {"name": "a"}, "spec": {"region": "eu", "networking": {}}, "status": {"x": 1}});
        let mut read: KubeObject<Shoot> = serde_json::from_value(object).unwrap();
        assert!(read.remove("status").is_some());
        let (shoot, violations) = read.decode().unwrap();
        assert_eq!((shoot.metadata.name.as_str(), shoot.spec.region.as_str()), ("a", "eu"));
        assert!(violations.is_empty() && shoot.status.is_none());
        assert!(read.get("spec").unwrap().get("networking").is_some());
    }
}
