//! The `providerConfig` of a worker.

use rootstock_document::Decodable;
use rootstock_provider_api::{NodeTemplate, ShootConfigField};

/// The `WorkerConfig` of the Azure extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    node_template: Option<NodeTemplate>,
    diagnostics_profile: Option<DiagnosticsProfile>,
    volume: Option<Volume>,
    data_volumes: Vec<DataVolume>,
    capacity_reservation: Option<CapacityReservation>,
}

/// The boot diagnostics.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct DiagnosticsProfile {
    enabled: bool,
    #[serde(rename = "storageURI")]
    storage_uri: String,
}

/// The root disk.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct Volume {
    caching: String,
}

/// An additional disk.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct DataVolume {
    name: String,
    image_ref: Option<ImageRef>,
}

/// The image of a disk, in one of four ways.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct ImageRef {
    urn: String,
    id: String,
    #[serde(rename = "communityGalleryImageID")]
    community_gallery_image_id: String,
    #[serde(rename = "sharedGalleryImageID")]
    shared_gallery_image_id: String,
}

/// The reservation that machines are taken from.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct CapacityReservation {
    #[serde(rename = "capacityReservationGroupID")]
    group: String,
}

/// The fields that a known release brings.
pub(crate) const FIELDS: &[ShootConfigField] =
    &[ShootConfigField::since(1, 56, "volume.caching"), ShootConfigField::since(1, 57, "capacityReservation")];
