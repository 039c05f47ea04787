//! `spec.kubernetes`.

use rootstock_document::Decodable;
use rootstock_versioning::{Classification, LifecycleStage, Timestamp, VersionLifecycle};
use serde::{Deserialize, Serialize};

use super::lifecycle;
use crate::nouns;

/// `spec.kubernetes`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KubernetesSettings {
    /// The offered Kubernetes versions.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub versions: Option<Vec<ExpirableVersion>>,
}

impl KubernetesSettings {
    /// The offered versions.
    #[must_use]
    pub fn offered(&self) -> &[ExpirableVersion] {
        self.versions.as_deref().unwrap_or_default()
    }
}

/// A version with its lifecycle.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpirableVersion {
    /// The version.
    #[decodable(key, offers = nouns::KUBERNETES_VERSION)]
    pub version: String,
    /// The expiration date (legacy).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde, compare = Effect)]
    pub expiration_date: Option<Timestamp>,
    /// The classification (legacy).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(by_serde, compare = Effect)]
    pub classification: Option<Classification>,
    /// The lifecycle stages (GEP-32). `Some` of an empty list is an explicit `[]`.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(by_serde, shape = lifecycle::STAGES, compare = Effect, since = "1.137")]
    pub lifecycle: Option<Vec<LifecycleStage>>,
}

impl ExpirableVersion {
    /// The lifecycle according to the fields of the version.
    #[must_use]
    pub fn lifecycle(&self) -> VersionLifecycle<'_> {
        VersionLifecycle {
            classification: self.classification.as_ref(),
            expiration_date: self.expiration_date,
            stages: self.lifecycle.as_deref().unwrap_or_default(),
        }
    }
}
