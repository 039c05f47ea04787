//! The regions and zones of machines.

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
    /// Whether verification of vSphere's certificate is disabled.
    #[serde(rename = "vsphereInsecureSSL")]
    pub vsphere_insecure_ssl: bool,
    /// The address of NSX-T.
    pub nsxt_host: String,
    /// Whether verification of NSX-T's certificate is disabled.
    #[serde(rename = "nsxtInsecureSSL")]
    pub nsxt_insecure_ssl: bool,
    /// Whether NSX-T uses remote authentication.
    pub nsxt_remote_auth: bool,
    /// The transport zone.
    pub transport_zone: String,
    /// The router.
    #[serde(rename = "logicalTier0Router")]
    pub logical_tier0_router: String,
    /// The edge cluster.
    pub edge_cluster: String,
    /// The address pool for outgoing traffic.
    #[serde(rename = "snatIPPool")]
    pub snat_ip_pool: String,
    /// The data center, on the region or on the zones.
    pub datacenter: Option<String>,
    /// The datastore, on the region or on the zones.
    pub datastore: Option<String>,
    /// The datastore cluster, on the region or on the zones.
    pub datastore_cluster: Option<String>,
    /// The zones.
    pub zones: Option<Vec<ZoneSpec>>,
    /// The certificate authority of vSphere.
    pub ca_file: Option<String>,
    /// The thumbprint of vSphere's certificate.
    pub thumbprint: Option<String>,
    /// The DNS servers of subnets, which replace those for all regions.
    pub dns_servers: Option<Vec<String>>,
    /// The DHCP options of subnets, which replace those for all regions.
    pub dhcp_options: Option<Vec<DhcpOption>>,
    /// The mappings of machine images in the region.
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
    /// The compute cluster, if it determines the placement of machines.
    pub compute_cluster: Option<String>,
    /// The resource pool, if it determines the placement of machines.
    pub resource_pool: Option<String>,
    /// The host, if it determines the placement of machines.
    pub host_system: Option<String>,
    /// The datastore.
    pub datastore: Option<String>,
    /// The datastore cluster.
    pub datastore_cluster: Option<String>,
    /// The switch of the network.
    pub switch_uuid: Option<String>,
}
