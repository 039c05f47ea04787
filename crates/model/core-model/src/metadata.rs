//! `metadata`, as far as admission looks at it.

use std::collections::BTreeMap;

use rootstock_document::Decodable;
use rootstock_versioning::Timestamp;
use serde::{Deserialize, Serialize};

/// Kubernetes' ObjectMeta.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectMeta {
    /// The name, unique among the objects of its kind and namespace.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The beginning of a name that the API server completes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub generate_name: String,
    /// The namespace; a project's is `garden-` and its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// Set by API servers of long ago.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub self_link: String,
    /// Set by the API server: no two objects ever have the same.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub uid: String,
    /// Set by the API server: which version of the object it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource_version: String,
    /// Set by the API server: how often `spec` has changed.
    #[serde(skip_serializing_if = "is_zero")]
    pub generation: i64,
    /// Set by the API server: when the object was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde)]
    pub creation_timestamp: Option<Timestamp>,
    /// Set by the API server: when the object is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde)]
    pub deletion_timestamp: Option<Timestamp>,
    /// Set by the API server: how long the deletion may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_grace_period_seconds: Option<i64>,
    /// Labels, by which objects are selected.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Annotations: what programs note down at the object.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
    /// The objects that this one belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owner_references: Vec<crate::RawObject>,
    /// What must be done before the object is gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
    /// Set by the API server: who has written which field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub managed_fields: Vec<crate::RawObject>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn is_zero(number: &i64) -> bool {
    *number == 0
}
