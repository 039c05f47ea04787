//! The metal-stack extension's `providerConfig`.

use std::collections::BTreeMap;

use rootstock_document::Decodable;
use serde::Serialize;

/// The `CloudProfileConfig` of the metal-stack extension.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `metal.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The control planes of metal-stack, by name.
    pub metal_control_planes: BTreeMap<String, MetalControlPlane>,
}

/// A control plane of metal-stack.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetalControlPlane {
    /// The URL.
    pub endpoint: String,
    /// The partitions by name, which is that of a zone of the profile's regions.
    pub partitions: BTreeMap<String, Partition>,
    /// The allowed images of firewalls; if empty, all are allowed.
    pub firewall_images: Option<Vec<String>>,
    /// The allowed versions of the firewall controller.
    pub firewall_controller_versions: Option<Vec<FirewallControllerVersion>>,
    /// The exporter of the firewalls' metrics.
    pub nftables_exporter: NftablesExporter,
}

/// A partition of metal-stack.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partition {
    /// The allowed machine types of firewalls; if empty, all are allowed.
    pub firewall_types: Option<Vec<String>>,
    /// The networks of clusters with restricted networks; if absent, there can be no such clusters.
    pub network_isolation: Option<NetworkIsolation>,
}

/// A version of the firewall controller.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirewallControllerVersion {
    /// The version.
    #[decodable(key)]
    pub version: String,
    /// The download URL.
    pub url: String,
    /// The classification: `preview`, `supported` or `deprecated`.
    pub classification: Option<String>,
}

/// The exporter of the firewalls' metrics.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NftablesExporter {
    /// The version.
    pub version: String,
    /// The download URL.
    pub url: String,
}

/// The networks of clusters with restricted networks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkIsolation {
    /// The `apiVersion` of the object; not needed.
    pub api_version: Option<String>,
    /// The `kind` of the object; not needed.
    pub kind: Option<String>,
    /// The networks that clusters may exchange traffic with.
    pub allowed_networks: AllowedNetworks,
    /// The DNS servers.
    pub dns_servers: Option<Vec<String>>,
    /// The time servers.
    pub ntp_servers: Option<Vec<String>>,
    /// The registry mirrors that clusters pull images from.
    pub registry_mirrors: Option<Vec<RegistryMirror>>,
}

/// The networks that clusters may exchange traffic with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowedNetworks {
    /// Networks that may reach the cluster.
    pub ingress: Option<Vec<String>>,
    /// Networks that the cluster may reach.
    pub egress: Option<Vec<String>>,
}

/// A mirror of container registries.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegistryMirror {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The address.
    pub endpoint: String,
    /// The IP address.
    pub ip: String,
    /// The port.
    pub port: i32,
    /// The mirrored registries.
    pub mirror_of: Option<Vec<String>>,
}
