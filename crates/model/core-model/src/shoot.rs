//! Shoot, `core.gardener.cloud/v1beta1`, as far as images, versions and capabilities are concerned.
//!
//! A Shoot has hundreds of fields; for those that are not listed here, only the names are checked. Absent and empty values are
//! distinguished where Gardener distinguishes them; the API's defaults are applied by the accessors of [`Shoot`] and [`Worker`]
//! and never written back.

mod fields;
mod maintenance;
mod worker;

use std::collections::HashMap;

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

pub use maintenance::{AutoUpdate, DayTime, DayTimeError, MaintenanceSettings, TimeWindow, Window};
pub use worker::{
    UpdateStrategy, Worker, WorkerContainerRuntime, WorkerCri, WorkerGpu, WorkerImage, WorkerKubernetes, WorkerMachine,
    WorkerVolume,
};

use crate::{AccessRestriction, ObjectMeta, RawObject, nouns};

/// The part of a Shoot that a profile affects. Decoding and writing a Shoot loses the rest, so keep the document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shoot {
    /// `core.gardener.cloud/v1beta1`.
    pub api_version: String,
    /// `Shoot`.
    pub kind: String,
    /// The object's metadata.
    pub metadata: ObjectMeta,
    /// The desired state.
    pub spec: ShootSpec,
    /// The status reported by Gardener.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<RawObject>,
}

/// `spec` of a Shoot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootSpec {
    /// The reference to the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloud_profile: Option<CloudProfileReference>,
    /// The deprecated reference to the profile: the name of a CloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloud_profile_name: Option<String>,
    /// One of the profile's regions.
    #[decodable(refers_to = nouns::REGION)]
    pub region: String,
    /// The control plane's Kubernetes version.
    pub kubernetes: ShootKubernetes,
    /// The time window and scope of maintenance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maintenance: Option<MaintenanceSettings>,
    /// The provider and the worker pools.
    pub provider: ShootProvider,
    /// Access restrictions that the region must support.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub access_restrictions: Vec<AccessRestriction>,
    /// The settings of the control plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_plane: Option<ShootControlPlane>,
    /// The networks of the cluster, as far as they do not depend on the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub networking: Option<RawObject>,
    /// Settings of the components that Gardener installs on every cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_components: Option<RawObject>,
}

/// `spec.controlPlane` of a Shoot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootControlPlane {
    /// The zones to which it is pinned, if the profile allows pinning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
}

/// The target of `spec.cloudProfile`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileReference {
    /// `CloudProfile` (also if absent) or `NamespacedCloudProfile`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The profile's name; a NamespacedCloudProfile is in the Shoot's namespace.
    pub name: String,
}

impl CloudProfileReference {
    /// The kind of a namespaced profile.
    pub const NAMESPACED: &'static str = "NamespacedCloudProfile";

    /// Returns whether the reference is to a NamespacedCloudProfile.
    #[must_use]
    pub fn is_namespaced(&self) -> bool {
        self.kind == Self::NAMESPACED
    }
}

/// `spec.kubernetes` of a Shoot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootKubernetes {
    /// The version; may be partial (`1.30`), or empty to let Gardener choose.
    #[decodable(refers_to = nouns::KUBERNETES_VERSION)]
    pub version: String,
    /// Kubelet settings for all worker pools without their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<RawObject>,
}

/// `spec.provider` of a Shoot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootProvider {
    /// The provider's name.
    #[serde(rename = "type")]
    pub provider_type: String,
    /// The provider-specific configuration of the infrastructure, such as networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infrastructure_config: Option<RawObject>,
    /// The provider-specific configuration of the control plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_plane_config: Option<RawObject>,
    /// The worker pools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<Worker>,
}

impl Shoot {
    /// Returns the worker pools by name; the first one if a name is repeated.
    #[must_use]
    pub fn workers_by_name(&self) -> HashMap<&str, &Worker> {
        self.spec.provider.workers.iter().rev().map(|worker| (worker.name.as_str(), worker)).collect()
    }

    /// The kind.
    pub const KIND: &'static str = "Shoot";

    /// Returns the reference to the profile, from either field; `None` if there is none.
    #[must_use]
    pub fn profile(&self) -> Option<CloudProfileReference> {
        let by_name = || {
            let name = self.spec.cloud_profile_name.as_deref().filter(|name| !name.is_empty())?;
            Some(CloudProfileReference { kind: "CloudProfile".to_owned(), name: name.to_owned() })
        };
        self.spec.cloud_profile.clone().or_else(by_name)
    }

    /// Returns the parts that maintenance may update automatically, with defaults: without `autoUpdate` both; with it,
    /// Kubernetes only if it is set.
    #[must_use]
    pub fn auto_update(&self) -> AutoUpdate {
        let given = self.spec.maintenance.as_ref().and_then(|maintenance| maintenance.auto_update.as_ref());
        AutoUpdate {
            kubernetes_version: given.is_none_or(|auto| auto.kubernetes_version),
            machine_image_version: Some(given.and_then(|auto| auto.machine_image_version).unwrap_or(true)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shoot(json: &str) -> Shoot {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_profile_is_referenced_by_either_field() {
        let new = shoot(r#"{"spec": {"cloudProfile": {"kind": "NamespacedCloudProfile", "name": "mine"}}}"#);
        assert!(new.profile().unwrap().is_namespaced());
        let old = shoot(r#"{"spec": {"cloudProfileName": "ours"}}"#);
        assert_eq!(old.profile().unwrap().name, "ours");
        assert_eq!(shoot("{}").profile(), None);
    }

    #[test]
    fn auto_update_defaults_follow_the_api() {
        let both = shoot("{}").auto_update();
        assert!(both.kubernetes_version && both.machine_image_version == Some(true));
        let partial =
            shoot(r#"{"spec": {"maintenance": {"autoUpdate": {"machineImageVersion": false}}}}"#).auto_update();
        assert!(!partial.kubernetes_version && partial.machine_image_version == Some(false));
    }
}
