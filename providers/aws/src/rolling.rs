//! Which settings of a worker replace its nodes when they change.

/// The settings of a worker that the extension adds to the hash of its pool.
pub(crate) const SETTINGS: [&str; 20] = [
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
