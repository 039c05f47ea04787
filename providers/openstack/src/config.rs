//! The OpenStack extension's `providerConfig`.

mod constraints;
mod machine_images;

use rootstock_core_model::{GoDuration, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::ProviderImage;
use serde::Serialize;

pub use constraints::{Constraints, FloatingPool, LoadBalancerClass, LoadBalancerProvider};
pub use machine_images::{ImageFlavor, MachineImageVersion};

/// The `CloudProfileConfig` of the OpenStack extension.
///
/// The extension does not set defaults when it reads one; each use has its own default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `openstack.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The choices of Shoots.
    pub constraints: Constraints,
    /// The DNS servers of Shoot subnets.
    pub dns_servers: Option<Vec<String>>,
    /// The DHCP domain in the configuration of the cloud provider.
    #[serde(rename = "dhcpDomain")]
    pub dhcp_domain: Option<String>,
    /// The URL of Keystone for regions without one in `keystoneURLs`.
    #[serde(rename = "keystoneURL")]
    pub keystone_url: String,
    /// The certificate of Keystone (PEM).
    #[serde(rename = "keystoneCACert")]
    pub keystone_ca_cert: Option<String>,
    /// Whether verification of Keystone's certificate is disabled.
    pub keystone_force_insecure: bool,
    /// The URLs of Keystone in single regions.
    #[serde(rename = "keystoneURLs")]
    pub keystone_urls: Option<Vec<KeystoneUrl>>,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The timeout of requests to OpenStack.
    pub request_timeout: Option<GoDuration>,
    /// Whether a node rescans a resized volume for its new size; defaults to no.
    pub rescan_block_storage_on_resize: Option<bool>,
    /// Whether volumes and machines may be in different availability zones; defaults to no.
    #[serde(rename = "ignoreVolumeAZ")]
    pub ignore_volume_az: Option<bool>,
    /// The maximum number of volumes of a node; defaults to the driver's default, 256.
    pub node_volume_attach_limit: Option<i32>,
    /// Whether the router of a Shoot uses SNAT; if absent, OpenStack decides.
    #[serde(rename = "useSNAT")]
    pub use_snat: Option<bool>,
    /// The server group policies that workers may request.
    pub server_group_policies: Option<Vec<String>>,
    /// Options that are appended to the DNS resolver configuration of nodes.
    pub resolv_conf_options: Option<Vec<String>>,
    /// Storage classes that replace the built-in ones.
    pub storage_classes: Option<Vec<StorageClass>>,
}

/// The URL of Keystone in one region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeystoneUrl {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: String,
    /// The URL.
    pub url: String,
    /// The certificate (PEM).
    pub ca_cert: Option<String>,
}

/// A storage class of Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageClass {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// Whether it is the default class.
    pub default: Option<bool>,
    /// The provisioner; defaults to `cinder.csi.openstack.org`.
    pub provisioner: Option<String>,
    /// The parameters.
    pub parameters: std::collections::BTreeMap<String, String>,
    /// The annotations.
    pub annotations: std::collections::BTreeMap<String, String>,
    /// The labels.
    pub labels: std::collections::BTreeMap<String, String>,
    /// The reclaim policy.
    pub reclaim_policy: Option<String>,
    /// The volume binding mode.
    pub volume_binding_mode: Option<String>,
}
