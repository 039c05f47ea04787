//! The types of a Shoot's `infrastructureConfig` and `controlPlaneConfig`.

use std::collections::BTreeMap;

use rootstock_core_model::RawObject;
use rootstock_document::Decodable;
use rootstock_provider_api::ConfigIdentity;
use serde::Serialize;

use crate::config::LoadBalancerClass;

const API_VERSION: &str = "openstack.provider.extensions.gardener.cloud/v1alpha1";

/// The `InfrastructureConfig` of the OpenStack extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct InfrastructureConfig {
    /// `openstack.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `InfrastructureConfig`.
    pub kind: String,
    /// The network that floating IPs are taken from; the profile must allow it.
    pub floating_pool_name: String,
    /// The subnet of that network for the router, by name or pattern.
    pub floating_pool_subnet_name: Option<String>,
    /// The networks of the cluster. They do not depend on the profile.
    pub networks: RawObject,
}

impl InfrastructureConfig {
    pub(crate) const IDENTITY: ConfigIdentity =
        ConfigIdentity { api_version: API_VERSION, kind: "InfrastructureConfig" };
}

/// The `ControlPlaneConfig` of the OpenStack extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct ControlPlaneConfig {
    /// `openstack.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `ControlPlaneConfig`.
    pub kind: String,
    /// Settings of the cloud controller manager.
    pub cloud_controller_manager: Option<CloudControllerManager>,
    /// The load balancer classes of this cluster.
    pub load_balancer_classes: Option<Vec<LoadBalancerClass>>,
    /// The load balancer provider; the profile must allow it.
    pub load_balancer_provider: String,
    /// No longer used.
    pub zone: Option<String>,
    /// Settings of storage; opaque here.
    pub storage: Option<RawObject>,
}

impl ControlPlaneConfig {
    pub(crate) const IDENTITY: ConfigIdentity = ConfigIdentity { api_version: API_VERSION, kind: "ControlPlaneConfig" };

    /// Returns the load balancer classes as written.
    #[must_use]
    pub fn written_classes(&self) -> &[LoadBalancerClass] {
        self.load_balancer_classes.as_deref().unwrap_or_default()
    }
}

/// Settings of the cloud controller manager.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct CloudControllerManager {
    /// The feature gates.
    pub feature_gates: BTreeMap<String, bool>,
}
