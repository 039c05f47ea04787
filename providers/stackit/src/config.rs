//! The STACKIT extension's `providerConfig`. Fields from OpenStack that STACKIT no longer uses are still read and
//! checked.

use std::collections::BTreeMap;

use rootstock_core_model::{Capabilities, DEFAULT_ARCHITECTURE, GoDuration, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{Artifact, ImageVersion, ProviderImage, RegionId, architecture_only, by_architecture};
use serde::Serialize;

/// The `CloudProfileConfig` of the STACKIT extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `stackit.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
    /// The storage classes of Shoots.
    pub storage_classes: Option<Vec<StorageClass>>,
    /// Whether a node rescans a resized volume for its new size; defaults to no.
    pub rescan_block_storage_on_resize: Option<bool>,
    /// The DNS servers of Shoot subnets.
    pub dns_servers: Option<Vec<String>>,
    /// The URLs of STACKIT's services.
    pub api_endpoints: Option<ApiEndpoints>,
    /// Certificates of the services; reserved.
    #[serde(rename = "caBundle")]
    pub ca_bundle: Option<String>,
    /// Settings of bastions.
    pub bastion: Option<Bastion>,
    /// A field from OpenStack; not used.
    pub constraints: Constraints,
    /// A field from OpenStack; not used.
    pub dhcp_domain: Option<String>,
    /// A field from OpenStack; not used.
    #[serde(rename = "keystoneURL")]
    pub keystone_url: String,
    /// A field from OpenStack; not used.
    #[serde(rename = "keystoneCACert")]
    pub keystone_ca_cert: Option<String>,
    /// A field from OpenStack; not used.
    pub keystone_force_insecure: bool,
    /// A field from OpenStack; not used.
    #[serde(rename = "keystoneURLs")]
    pub keystone_urls: Option<Vec<KeystoneUrl>>,
    /// A field from OpenStack; not used.
    pub request_timeout: Option<GoDuration>,
    /// A field from OpenStack; not used.
    #[serde(rename = "ignoreVolumeAZ")]
    pub ignore_volume_az: Option<bool>,
    /// A field from OpenStack; not used.
    pub node_volume_attach_limit: Option<i32>,
    /// A field from OpenStack; not used.
    pub use_octavia: Option<bool>,
    /// A field from OpenStack; not used.
    #[serde(rename = "useSNAT")]
    pub use_snat: Option<bool>,
    /// A field from OpenStack; not used.
    pub server_group_policies: Option<Vec<String>>,
    /// A field from OpenStack; not used.
    pub resolv_conf_options: Option<Vec<String>>,
}

/// An entry for a version of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image's name, for amd64 in regions without an ID.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// The image's ID in each region and for each architecture.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<RegionId>>,
    /// One entry per flavor of the core section; not supported by the release of the extension that is followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub capability_flavors: Option<Vec<ImageFlavor>>,
}

/// The images of one flavor of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageFlavor {
    /// The image's ID in each region.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<RegionId>>,
    /// The image's name, for amd64 in regions without an ID.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// The capabilities of the image.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(key, compare = Effect)]
    pub capabilities: Capabilities,
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
    /// The provisioner.
    pub provisioner: Option<String>,
    /// The parameters.
    pub parameters: BTreeMap<String, String>,
    /// The annotations.
    pub annotations: BTreeMap<String, String>,
    /// The labels.
    pub labels: BTreeMap<String, String>,
    /// The reclaim policy.
    pub reclaim_policy: Option<String>,
    /// The volume binding mode.
    pub volume_binding_mode: Option<String>,
}

/// The URLs of STACKIT's services.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiEndpoints {
    /// DNS.
    pub dns: Option<String>,
    /// Load balancers.
    pub load_balancer: Option<String>,
    /// Machines and networks.
    pub iaas: Option<String>,
    /// Application load balancers.
    pub application_load_balancer: Option<String>,
    /// Certificates of application load balancers.
    pub application_load_balancer_certificate: Option<String>,
    /// The former name of `applicationLoadBalancerCertificate`.
    #[serde(rename = "loadbalancerCertificate")]
    pub load_balancer_certificate: Option<String>,
    /// Tokens.
    pub token_endpoint: Option<String>,
}

/// Settings of bastions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bastion {
    /// The size of the root disk, in GiB.
    pub root_disk_size: Option<i64>,
}

/// Constraints from OpenStack; not used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraints {
    /// The floating pools.
    pub floating_pools: Option<Vec<FloatingPool>>,
}

/// A floating pool from OpenStack; not used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FloatingPool {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: Option<String>,
    /// The domain.
    pub domain: Option<String>,
    /// The subnet.
    pub default_floating_subnet: Option<String>,
    /// Whether it can be combined with others.
    pub non_constraining: Option<bool>,
}

/// A URL of Keystone from OpenStack; not used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeystoneUrl {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: String,
    /// The URL.
    pub url: String,
    /// The certificate.
    pub ca_cert: Option<String>,
}

impl ImageVersion for MachineImageVersion {
    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.capability_flavors.iter().flatten().enumerate();
        flavors
            .map(|(index, flavor)| {
                let regions = flavor.regions.iter().flatten().map(|entry| (entry.name.as_str(), entry.id.as_str()));
                let artifact = Artifact::flavor(index, &flavor.capabilities).with_regions(regions);
                artifact.with_everywhere(&flavor.image).with_everywhere_for(DEFAULT_ARCHITECTURE)
            })
            .collect()
    }

    /// Returns the legacy format; the name is for amd64, regardless of the architectures of the regions.
    fn legacy(&self) -> Vec<Artifact<'_>> {
        let regions = self.regions.iter().flatten().map(|entry| {
            let architecture = entry.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
            (entry.name.as_str(), entry.id.as_str(), architecture)
        });
        let mut artifacts = by_architecture(regions, "", DEFAULT_ARCHITECTURE);
        if self.image.is_empty() {
            return artifacts;
        }
        let default = architecture_only(DEFAULT_ARCHITECTURE);
        match artifacts.iter_mut().find(|artifact| *artifact.capabilities == default) {
            Some(artifact) => artifact.everywhere = Some(&self.image),
            None => artifacts.push(Artifact::legacy(default).with_everywhere(&self.image)),
        }
        artifacts
    }
}
