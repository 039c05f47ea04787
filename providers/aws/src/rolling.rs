//! The settings of a worker that replace its nodes when they change.

use rootstock_provider_api::RollingConfig;

/// The fields of `providerConfig` that count for pools of Kubernetes 1.34 and above.
pub(crate) const CONFIG: RollingConfig =
    RollingConfig::Chosen { since: 34, settings: &SETTINGS, without_effect: &["cpuOptions.amdSevSnp"] };

/// The settings of a worker that the extension adds to the hash of its pool.
const SETTINGS: [&str; 20] = [
    "nodeTemplate.capacity",
    "volume.iops",
    "volume.throughput",
    "dataVolumes.name",
    "dataVolumes.iops",
    "dataVolumes.throughput",
    "dataVolumes.snapshotID",
    "iamInstanceProfile",
    "instanceMetadataOptions",
    "cpuOptions.coreCount",
    "cpuOptions.threadsPerCore",
    "capacityReservation",
    "instanceMarketOptions.marketType",
    "networkInterfaces.type",
    "networkInterfaces.deviceIndex",
    "networkInterfaces.deviceIndexRange",
    "networkInterfaces.networkCardIndex",
    "networkInterfaces.networkCardIndexRange",
    "networkInterfaces.subnetID",
    "placement",
];
