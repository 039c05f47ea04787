//! The metal-stack extension's `providerConfig`.

use std::collections::BTreeMap;

use rootstock_document::Decodable;
use serde::Serialize;

/// `CloudProfileConfig` of the metal-stack extension.
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
    /// The address.
    pub endpoint: String,
    /// The partitions, by name: zones of the profile's regions.
    pub partitions: BTreeMap<String, Partition>,
    /// The images that firewalls may have; none means any.
    pub firewall_images: Option<Vec<String>>,
    /// The versions that the controller of firewalls may have.
    pub firewall_controller_versions: Option<Vec<FirewallControllerVersion>>,
    /// The exporter of the firewalls' metrics.
    pub nftables_exporter: NftablesExporter,
}

/// A partition of metal-stack.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partition {
    /// The machine types that firewalls may have; none means any.
    pub firewall_types: Option<Vec<String>>,
    /// The networks of clusters with restricted networks; absent means that there are no such clusters.
    pub network_isolation: Option<NetworkIsolation>,
}

/// A version of the controller of firewalls.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirewallControllerVersion {
    /// The version.
    #[decodable(key)]
    pub version: String,
    /// Where it is downloaded.
    pub url: String,
    /// `preview`, `supported` or `deprecated`.
    pub classification: Option<String>,
}

/// The exporter of the firewalls' metrics.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NftablesExporter {
    /// The version.
    pub version: String,
    /// Where it is downloaded.
    pub url: String,
}

/// The networks of clusters with restricted networks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkIsolation {
    /// As in every object of the API; not needed.
    pub api_version: Option<String>,
    /// As in every object of the API; not needed.
    pub kind: Option<String>,
    /// The networks that may be reached.
    pub allowed_networks: AllowedNetworks,
    /// DNS servers.
    pub dns_servers: Option<Vec<String>>,
    /// Time servers.
    pub ntp_servers: Option<Vec<String>>,
    /// Where the images of clusters come from.
    pub registry_mirrors: Option<Vec<RegistryMirror>>,
}

/// The networks that may be reached.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowedNetworks {
    /// From there.
    pub ingress: Option<Vec<String>>,
    /// From the cluster.
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
    /// Its IP address.
    pub ip: String,
    /// The port.
    pub port: i32,
    /// What it mirrors.
    pub mirror_of: Option<Vec<String>>,
}
