//! The `providerConfig` of a worker.

use rootstock_document::Decodable;

/// The `WorkerConfig` of the Hetzner Cloud extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    placement_group_type: String,
}
