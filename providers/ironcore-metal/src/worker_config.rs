//! The `providerConfig` of a worker.

use std::collections::BTreeMap;

use rootstock_document::Decodable;

/// The `WorkerConfig` of the IronCore Metal extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    extra_ignition: Option<Ignition>,
    extra_server_labels: BTreeMap<String, String>,
    ipam_config: Vec<IpamConfig>,
    metadata: BTreeMap<String, String>,
}

/// Ignition that is added to that of the operating system.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Ignition {
    raw: String,
    secret_ref: String,
    #[serde(rename = "override")]
    overrides: bool,
}

/// The source of the IP addresses of a network.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct IpamConfig {
    metadata_key: String,
    ipam_ref: Option<IpamReference>,
}

/// An object of the IP address management.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct IpamReference {
    name: String,
    api_group: String,
    kind: String,
}
