//! The `providerConfig` of a worker.

use rootstock_document::Decodable;
use rootstock_provider_api::{NodeTemplate, ShootConfigField};

/// The `WorkerConfig` of the AWS extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    node_template: Option<NodeTemplate>,
    volume: Option<Volume>,
    data_volumes: Vec<DataVolume>,
    iam_instance_profile: Option<IamInstanceProfile>,
    instance_metadata_options: Option<InstanceMetadataOptions>,
    cpu_options: Option<CpuOptions>,
    capacity_reservation: Option<CapacityReservation>,
    instance_market_options: Option<InstanceMarketOptions>,
    network_interfaces: Vec<NetworkInterface>,
    placement: Option<Placement>,
}

/// The root disk.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct Volume {
    iops: i64,
    throughput: i64,
}

/// An additional disk.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct DataVolume {
    name: String,
    iops: i64,
    throughput: i64,
    #[serde(rename = "snapshotID")]
    snapshot_id: String,
}

/// The IAM instance profile of the machines.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct IamInstanceProfile {
    name: String,
    arn: String,
}

/// The access to the metadata of a machine.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct InstanceMetadataOptions {
    http_tokens: String,
    http_put_response_hop_limit: i64,
}

/// The cores and threads of a machine.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct CpuOptions {
    core_count: i64,
    threads_per_core: i64,
    amd_sev_snp: String,
}

/// The reservation that machines are taken from.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct CapacityReservation {
    capacity_reservation_preference: String,
    capacity_reservation_id: String,
    capacity_reservation_resource_group_arn: String,
}

/// The market of the machines.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct InstanceMarketOptions {
    market_type: String,
}

/// A network interface, or a range of them.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct NetworkInterface {
    network_card_index: i64,
    network_card_index_range: Option<IndexRange>,
    device_index: i64,
    device_index_range: Option<IndexRange>,
    #[serde(rename = "type")]
    interface_type: String,
    description: String,
    #[serde(rename = "subnetID")]
    subnet_id: String,
    #[serde(rename = "associatePublicIPAddress")]
    associate_public_ip_address: bool,
    delete_on_termination: bool,
    ipv6_address_count: i64,
    primary_ipv6: bool,
}

/// Indices from one to another.
#[derive(Debug, Default, Decodable)]
#[serde(default)]
struct IndexRange {
    from: i64,
    to: i64,
}

/// The placement of machines on hosts.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Placement {
    group_id: String,
    tenancy: String,
    host_id: String,
    partition_number: i64,
    affinity: String,
}

/// The fields that a known release brings.
pub(crate) const FIELDS: &[ShootConfigField] = &[
    ShootConfigField::since(1, 66, "capacityReservation"),
    ShootConfigField::since(1, 68, "cpuOptions.amdSevSnp"),
    ShootConfigField::since(1, 70, "instanceMarketOptions"),
    ShootConfigField::since(1, 70, "networkInterfaces"),
    ShootConfigField::since(1, 70, "placement"),
];
