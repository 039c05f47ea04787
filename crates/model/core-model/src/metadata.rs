//! `metadata`, as far as admission checks it.

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
    /// The prefix of a name that the API server completes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub generate_name: String,
    /// The namespace; that of a project is `garden-` followed by its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// Set by old API servers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub self_link: String,
    /// Set by the API server: the globally unique ID of the object.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub uid: String,
    /// Set by the API server: the version of the object.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource_version: String,
    /// Set by the API server: the number of changes to `spec`.
    #[serde(skip_serializing_if = "is_zero")]
    pub generation: i64,
    /// Set by the API server: the creation time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde)]
    pub creation_timestamp: Option<Timestamp>,
    /// Set by the API server: the time at which the object is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde)]
    pub deletion_timestamp: Option<Timestamp>,
    /// Set by the API server: the time allowed for the deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_grace_period_seconds: Option<i64>,
    /// Labels, for selecting objects.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Annotations, in which programs store data with the object.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
    /// The owners of this object.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owner_references: Vec<crate::RawObject>,
    /// The tasks to complete before the object is deleted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
    /// Set by the API server: the manager of each field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub managed_fields: Vec<crate::RawObject>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn is_zero(number: &i64) -> bool {
    *number == 0
}
