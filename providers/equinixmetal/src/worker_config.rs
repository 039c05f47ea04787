//! The `providerConfig` of a worker.

use rootstock_document::Decodable;

/// The `WorkerConfig` of the Equinix Metal extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    #[serde(rename = "reservationIDs")]
    reservation_ids: Vec<String>,
    reserved_devices_only: bool,
}
