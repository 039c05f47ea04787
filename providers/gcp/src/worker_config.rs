//! The `providerConfig` of a worker.

use rootstock_document::Decodable;
use rootstock_provider_api::{NodeTemplate, ShootConfigField};

/// The `WorkerConfig` of the GCP extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    node_template: Option<NodeTemplate>,
    gpu: Option<Gpu>,
    min_cpu_platform: String,
    volume: Option<Volume>,
    boot_volume: Option<BootVolume>,
    data_volumes: Vec<DataVolume>,
    service_account: Option<ServiceAccount>,
}

/// The GPUs of a machine.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Gpu {
    accelerator_type: String,
    count: i64,
}

/// Settings of all disks.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct Volume {
    interface: String,
    encryption: Option<DiskEncryption>,
}

/// The key that encrypts disks.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct DiskEncryption {
    kms_key_name: String,
    kms_key_service_account: String,
}

/// The root disk.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct BootVolume {
    provisioned_iops: i64,
    provisioned_throughput: i64,
    storage_pool: String,
}

/// An additional disk.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct DataVolume {
    name: String,
    source_image: String,
    provisioned_iops: i64,
    provisioned_throughput: i64,
    storage_pool: String,
}

/// The service account of the machines.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct ServiceAccount {
    email: String,
    scopes: Vec<String>,
}

/// The fields that a known release brings.
pub(crate) const FIELDS: &[ShootConfigField] =
    &[ShootConfigField::since(1, 49, "bootVolume"), ShootConfigField::since(1, 49, "dataVolumes.storagePool")];
