//! `providerConfig.constraints`: floating pools and load balancers.

use rootstock_core_model::nouns;
use rootstock_document::Decodable;
use serde::Serialize;

/// The choices of Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraints {
    /// The networks that floating IPs are taken from.
    pub floating_pools: Option<Vec<FloatingPool>>,
    /// The load balancer providers.
    pub load_balancer_providers: Option<Vec<LoadBalancerProvider>>,
}

/// A network that floating IPs are taken from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FloatingPool {
    /// The name; a `*` that is alone, at the beginning or at the end matches anything.
    #[decodable(key)]
    pub name: String,
    /// The region it is for; defaults to any.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: Option<String>,
    /// The Keystone domain it is for; defaults to any.
    pub domain: Option<String>,
    /// The default subnet, by name or pattern.
    pub default_floating_subnet: Option<String>,
    /// Whether it can be chosen in addition to the ones for the region and domain; defaults to no.
    pub non_constraining: Option<bool>,
    /// The load balancer classes of the pool.
    pub load_balancer_classes: Option<Vec<LoadBalancerClass>>,
}

impl FloatingPool {
    /// Whether it rules out entries for more regions or domains.
    #[must_use]
    pub fn constrains(&self) -> bool {
        self.non_constraining != Some(true)
    }

    /// Returns the load balancer classes as written.
    #[must_use]
    pub fn written_classes(&self) -> &[LoadBalancerClass] {
        self.load_balancer_classes.as_deref().unwrap_or_default()
    }
}

/// A load balancer class.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadBalancerClass {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The purpose: `default`, `private` or `vpn`.
    pub purpose: Option<String>,
    /// The subnet of the floating network, by ID.
    #[serde(rename = "floatingSubnetID")]
    pub floating_subnet_id: Option<String>,
    /// The subnet of the floating network, by tags.
    pub floating_subnet_tags: Option<String>,
    /// The subnet of the floating network, by name or pattern.
    pub floating_subnet_name: Option<String>,
    /// The floating network.
    #[serde(rename = "floatingNetworkID")]
    pub floating_network_id: Option<String>,
    /// The internal subnet.
    #[serde(rename = "subnetID")]
    pub subnet_id: Option<String>,
}

/// A load balancer provider.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadBalancerProvider {
    /// The name.
    #[decodable(key)]
    pub name: String,
    /// The region it is for; defaults to every region without a provider of its own.
    #[decodable(key, refers_to = nouns::REGION)]
    pub region: Option<String>,
}
