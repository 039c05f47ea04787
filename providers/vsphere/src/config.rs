//! The vSphere extension's `providerConfig`.

use std::collections::BTreeMap;

use rootstock_core_model::nouns;
use rootstock_document::Decodable;
use rootstock_provider_api::{ProviderImage, RegionalImages};
use serde::Serialize;

use crate::{DhcpOption, MachineImageVersion, RegionSpec, VsphereWithKubernetes};

/// The `CloudProfileConfig` of the vSphere extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `vsphere.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// Settings for machines on a supervisor cluster, which replace most others.
    pub vsphere_with_kubernetes: Option<VsphereWithKubernetes>,
    /// The prefix of the names of resources in NSX-T.
    pub name_prefix: String,
    /// The folder of the machines.
    pub folder: String,
    /// The regions and their zones.
    pub regions: Option<Vec<RegionSpec>>,
    /// The storage policy of the default storage class.
    pub default_class_storage_policy_name: String,
    /// The tags of regions and zones.
    pub failure_domain_labels: Option<FailureDomainLabels>,
    /// The DNS servers of subnets.
    pub dns_servers: Option<Vec<String>>,
    /// The DHCP options of subnets.
    pub dhcp_options: Option<Vec<DhcpOption>>,
    /// The mappings of machine images, for regions without a list of their own.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The choices of Shoots.
    pub constraints: Constraints,
    /// Whether resizing of volumes is disabled.
    pub csi_resizer_disabled: Option<bool>,
    /// Options of machine types.
    pub machine_type_options: Option<Vec<MachineTypeOptions>>,
    /// Options of the Docker daemon.
    pub docker_daemon_options: Option<DockerDaemonOptions>,
}

/// The tags of regions and zones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureDomainLabels {
    /// The tag of regions.
    pub region: String,
    /// The tag of zones.
    pub zone: String,
}

/// The choices of Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraints {
    /// The load balancers.
    pub load_balancer_config: LoadBalancerConfig,
}

/// The load balancers that Shoots may choose.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadBalancerConfig {
    /// The size: `SMALL`, `MEDIUM` or `LARGE`.
    pub size: String,
    /// The classes.
    pub classes: Option<Vec<LoadBalancerClass>>,
}

/// A load balancer class.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadBalancerClass {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The pool of its IP addresses.
    pub ip_pool_name: Option<String>,
    /// The application profile for TCP.
    pub tcp_app_profile_name: Option<String>,
    /// The application profile for UDP.
    pub udp_app_profile_name: Option<String>,
}

/// Options of a machine type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeOptions {
    /// The machine type.
    #[decodable(key, refers_to = nouns::MACHINE_TYPE)]
    pub name: String,
    /// Whether all memory is reserved.
    pub memory_reservation_locked_to_max: Option<bool>,
    /// Further options.
    pub extra_config: BTreeMap<String, String>,
}

/// Options of the Docker daemon.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DockerDaemonOptions {
    /// The proxy.
    pub http_proxy_conf: Option<String>,
    /// Registries that it does not verify.
    pub insecure_registries: Option<Vec<String>>,
}

impl CloudProfileConfig {
    pub(crate) fn regional_images(&self) -> Vec<RegionalImages<'_, MachineImageVersion>> {
        let regions = self.regions.iter().flatten();
        RegionalImages::of_regions(regions.map(|region| (region.name.as_str(), region.machine_images.as_ref())))
    }
}
