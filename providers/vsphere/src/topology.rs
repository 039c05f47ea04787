//! Regions and zones: where machines are.

use rootstock_core_model::nouns;
use rootstock_document::Decodable;
use rootstock_provider_api::ProviderImage;
use serde::Serialize;

use crate::{DhcpOption, MachineImageVersion};

/// A region.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionSpec {
    /// The name.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The address of vSphere.
    pub vsphere_host: String,
    /// Whether the certificate of vSphere is not verified.
    #[serde(rename = "vsphereInsecureSSL")]
    pub vsphere_insecure_ssl: bool,
    /// The address of NSX-T.
    pub nsxt_host: String,
    /// Whether the certificate of NSX-T is not verified.
    #[serde(rename = "nsxtInsecureSSL")]
    pub nsxt_insecure_ssl: bool,
    /// Whether NSX-T authenticates remotely.
    pub nsxt_remote_auth: bool,
    /// The transport zone.
    pub transport_zone: String,
    /// The router.
    #[serde(rename = "logicalTier0Router")]
    pub logical_tier0_router: String,
    /// The edge cluster.
    pub edge_cluster: String,
    /// The pool of addresses of outgoing traffic.
    #[serde(rename = "snatIPPool")]
    pub snat_ip_pool: String,
    /// The data center, here or on the zones.
    pub datacenter: Option<String>,
    /// The datastore, here or on the zones.
    pub datastore: Option<String>,
    /// The cluster of datastores, here or on the zones.
    pub datastore_cluster: Option<String>,
    /// The zones.
    pub zones: Option<Vec<ZoneSpec>>,
    /// The certificate authority of vSphere.
    pub ca_file: Option<String>,
    /// The thumbprint of vSphere's certificate.
    pub thumbprint: Option<String>,
    /// The DNS servers of subnets, in the place of those for all regions.
    pub dns_servers: Option<Vec<String>>,
    /// The DHCP options of subnets, in the place of those for all regions.
    pub dhcp_options: Option<Vec<DhcpOption>>,
    /// What machine images are mapped to there.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
}

/// A zone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneSpec {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The data center.
    pub datacenter: Option<String>,
    /// The cluster, if machines are placed by it.
    pub compute_cluster: Option<String>,
    /// The resource pool, if machines are placed by it.
    pub resource_pool: Option<String>,
    /// The host, if machines are placed by it.
    pub host_system: Option<String>,
    /// The datastore.
    pub datastore: Option<String>,
    /// The cluster of datastores.
    pub datastore_cluster: Option<String>,
    /// The switch of the network.
    pub switch_uuid: Option<String>,
}
