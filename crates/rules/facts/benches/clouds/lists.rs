//! Lists of five clouds of real size, after the public formats: 900 machine types and 8 000 images each.

use std::fmt::Write as _;

/// The number of machine types of a cloud.
pub(crate) const MACHINE_TYPES: usize = 900;
/// The number of images of a cloud.
pub(crate) const IMAGES: usize = 8_000;

/// A list: its cloud, the source that should recognize it, the region that it is about, and its text.
pub(crate) struct List {
    pub(crate) cloud: &'static str,
    pub(crate) source: &'static str,
    pub(crate) region: Option<&'static str>,
    pub(crate) text: String,
}

/// Returns the lists of all clouds.
pub(crate) fn all() -> Vec<List> {
    let list = |cloud, source, region, (start, end): (&str, &str), count, item: &dyn Fn(usize) -> String| {
        let mut text = start.to_owned();
        for number in 0..count {
            let _ = write!(text, "{}{}", if number == 0 { "" } else { "," }, item(number));
        }
        text.push_str(end);
        List { cloud, source, region, text }
    };
    const ALONE: (&str, &str) = ("[", "]");
    let region = Some("eu-central-1");
    vec![
        list("aws", "aws-instance-types", region, ("{\"InstanceTypes\": [", "]}"), MACHINE_TYPES, &aws_type),
        list("aws", "aws-images", region, ("{\"Images\": [", "]}"), IMAGES, &aws_image),
        list("azure", "azure-skus", None, ALONE, MACHINE_TYPES, &azure_sku),
        list("azure", "azure-image-versions", None, ALONE, IMAGES, &azure_image),
        list("gcp", "gcp-machine-types", None, ALONE, MACHINE_TYPES, &gcp_type),
        list("gcp", "gcp-images", None, ALONE, IMAGES, &gcp_image),
        list("openstack", "openstack-flavors", region, ALONE, MACHINE_TYPES, &openstack_flavor),
        list("openstack", "openstack-images", region, ALONE, IMAGES, &openstack_image),
        list(
            "alicloud",
            "alicloud-instance-types",
            region,
            ("{\"InstanceTypes\": {\"InstanceType\": [", "]}}"),
            MACHINE_TYPES,
            &alicloud_type,
        ),
        list(
            "alicloud",
            "alicloud-images",
            None,
            ("{\"RegionId\": \"eu-central-1\", \"Images\": {\"Image\": [", "]}}"),
            IMAGES,
            &alicloud_image,
        ),
    ]
}

fn of<'a>(number: usize, all: &[&'a str]) -> &'a str {
    all.get(number % all.len()).copied().unwrap_or_default()
}

fn aws_type(number: usize) -> String {
    let (arch, modes) = (of(number, &["x86_64", "arm64"]), of(number, &["\"legacy-bios\", \"uefi\"", "\"uefi\""]));
    let support = of(number, &["required", "supported", "unsupported"]);
    format!(
        r#"{{"InstanceType": "m{number}.large", "CurrentGeneration": true, "FreeTierEligible": false, "SupportedUsageClasses": ["on-demand", "spot"],
        "SupportedRootDeviceTypes": ["ebs"], "SupportedVirtualizationTypes": ["hvm"], "BareMetal": {}, "Hypervisor": "nitro",
        "ProcessorInfo": {{"SupportedArchitectures": ["{arch}"], "SustainedClockSpeedInGhz": 3.2, "Manufacturer": "Intel"}},
        "VCpuInfo": {{"DefaultVCpus": 2, "DefaultCores": 1, "DefaultThreadsPerCore": 2, "ValidCores": [1], "ValidThreadsPerCore": [1, 2]}},
        "MemoryInfo": {{"SizeInMiB": 8192}}, "InstanceStorageSupported": false,
        "EbsInfo": {{"EbsOptimizedSupport": "default", "EncryptionSupport": "supported", "EbsOptimizedInfo": {{"BaselineBandwidthInMbps": 650,
        "BaselineThroughputInMBps": 81.25, "BaselineIops": 3600, "MaximumBandwidthInMbps": 10000, "MaximumThroughputInMBps": 1250.0,
        "MaximumIops": 40000}}, "NvmeSupport": "{support}"}},
        "NetworkInfo": {{"NetworkPerformance": "Up to 12.5 Gigabit", "MaximumNetworkInterfaces": 3, "MaximumNetworkCards": 1,
        "DefaultNetworkCardIndex": 0, "NetworkCards": [{{"NetworkCardIndex": 0, "NetworkPerformance": "Up to 12.5 Gigabit",
        "MaximumNetworkInterfaces": 3, "BaselineBandwidthInGbps": 0.781, "PeakBandwidthInGbps": 12.5}}], "Ipv4AddressesPerInterface": 10,
        "Ipv6AddressesPerInterface": 10, "Ipv6Supported": true, "EnaSupport": "{support}", "EfaSupported": false,
        "EncryptionInTransitSupported": true, "EnaSrdSupported": false}},
        "PlacementGroupInfo": {{"SupportedStrategies": ["cluster", "partition", "spread"]}}, "HibernationSupported": true,
        "BurstablePerformanceSupported": false, "DedicatedHostsSupported": true, "AutoRecoverySupported": true,
        "SupportedBootModes": [{modes}], "NitroEnclavesSupport": "unsupported", "NitroTpmSupport": "{}"}}"#,
        number.is_multiple_of(40),
        of(number, &["supported", "unsupported"])
    )
}

fn aws_image(number: usize) -> String {
    format!(
        r#"{{"PlatformDetails": "Linux/UNIX", "UsageOperation": "RunInstances", "BlockDeviceMappings": [{{"Ebs": {{"DeleteOnTermination": true,
        "SnapshotId": "snap-{number:017}", "VolumeSize": 3, "VolumeType": "gp3", "Encrypted": false}}, "DeviceName": "/dev/xvda"}}],
        "Description": "", "EnaSupport": true, "Hypervisor": "xen", "Name": "gardenlinux-aws-gardener_prod-{}-{}.{}-{number}",
        "RootDeviceName": "/dev/xvda", "RootDeviceType": "ebs", "SriovNetSupport": "simple", "VirtualizationType": "hvm",
        "BootMode": "{}", "TpmSupport": "v2.0", "DeprecationTime": "2027-09-01T00:00:00.000Z", "ImdsSupport": "v2.0",
        "ImageId": "ami-{number:017}", "ImageLocation": "123456789012/gl", "State": "available", "OwnerId": "123456789012",
        "CreationDate": "2026-01-07T08:31:12.000Z", "Public": true, "Architecture": "{}", "ImageType": "machine"}}"#,
        of(number, &["amd64", "arm64"]),
        1000 + number / 20,
        number % 20,
        of(number, &["uefi", "uefi-preferred", "legacy-bios"]),
        of(number, &["x86_64", "arm64"])
    )
}

fn azure_sku(number: usize) -> String {
    let capability = |(name, value): &(&str, &str)| format!(r#"{{"name": "{name}", "value": "{value}"}}"#);
    let capabilities = [
        ("MaxResourceVolumeMB", "76800"),
        ("OSVhdSizeMB", "1047552"),
        ("vCPUs", "2"),
        ("MemoryPreservingMaintenanceSupported", "True"),
        ("HyperVGenerations", of(number, &["V1,V2", "V2", "V1"])),
        ("SupportedEphemeralOSDiskPlacements", "CacheDisk"),
        ("MemoryGB", "8"),
        ("MaxDataDiskCount", "4"),
        ("CpuArchitectureType", of(number, &["x64", "Arm64"])),
        ("LowPriorityCapable", "True"),
        ("PremiumIO", "True"),
        ("VMDeploymentTypes", "IaaS,PaaS"),
        ("vCPUsAvailable", "2"),
        ("vCPUsPerCore", "2"),
        ("AcceleratedNetworkingEnabled", of(number, &["True", "False"])),
        ("RdmaEnabled", "False"),
        ("MaxNetworkInterfaces", "2"),
        ("DiskControllerTypes", of(number, &["SCSI, NVMe", "SCSI"])),
        ("TrustedLaunchDisabled", of(number, &["False", "True"])),
    ];
    let capabilities: Vec<String> = capabilities.iter().map(capability).collect();
    format!(
        r#"{{"apiVersions": null, "capabilities": [{}], "capacity": null, "costs": null, "family": "standardDSv5Family", "kind": null,
        "locationInfo": [{{"location": "westeurope", "zoneDetails": [{{"Name": null, "capabilities": [{{"name": "UltraSSDAvailable",
        "value": "True"}}], "name": ["3", "1", "2"]}}], "zones": ["1", "2", "3"]}}], "locations": ["westeurope"],
        "name": "Standard_D{number}s_v5", "resourceType": "virtualMachines", "restrictions": [], "size": "D{number}s_v5", "tier": "Standard"}}"#,
        capabilities.join(", ")
    )
}

fn azure_image(number: usize) -> String {
    format!(
        r#"{{"location": "westeurope", "name": "{}.{}.0", "publishedDate": "2026-01-07T08:31:12+00:00", "excludeFromLatest": false,
        "endOfLifeDate": "2027-09-01T00:00:00+00:00", "storageProfile": {{"osDiskImage": {{"diskSizeGb": 4, "hostCaching": "None"}}}},
        "uniqueId": "/CommunityGalleries/gardenlinux-13e998fe/Images/gardenlinux-{}/Versions/{}.{}.0"}}"#,
        1000 + number / 20,
        number % 20,
        of(number, &["nvme-gardener_prod-amd64-gen2", "gardener_prod-arm64-gen2", "gardener_prod-amd64"]),
        1000 + number / 20,
        number % 20
    )
}

fn gcp_type(number: usize) -> String {
    format!(
        r#"{{"architecture": "{}", "creationTimestamp": "1969-12-31T16:00:00.000-08:00", "description": "4 vCPUs, 16 GB RAM", "guestCpus": 4,
        "id": "{number}", "imageSpaceGb": 0, "isSharedCpu": false, "kind": "compute#machineType", "maximumPersistentDisks": 128,
        "maximumPersistentDisksSizeGb": "263168", "memoryMb": 16384, "name": "{}-standard-{number}",
        "selfLink": "https://www.googleapis.com/compute/v1/projects/p/zones/europe-west1-b/machineTypes/x",
        "zone": "https://www.googleapis.com/compute/v1/projects/p/zones/europe-west1-{}"}}"#,
        of(number, &["X86_64", "ARM64"]),
        of(number, &["c3", "t2a", "n2", "n1"]),
        of(number, &["b", "c", "d"])
    )
}

fn gcp_image(number: usize) -> String {
    format!(
        r#"{{"architecture": "{}", "archiveSizeBytes": "1022106624", "creationTimestamp": "2026-01-07T08:31:12.000-08:00",
        "description": "Garden Linux", "diskSizeGb": "3", "family": "gardenlinux", "guestOsFeatures": [{{"type": "VIRTIO_SCSI_MULTIQUEUE"}},
        {{"type": "UEFI_COMPATIBLE"}}, {{"type": "GVNIC"}}, {{"type": "{}"}}], "id": "{number}", "kind": "compute#image",
        "labelFingerprint": "42WmSpB8rSM=", "name": "gardenlinux-gcp-gardener-prod-{number}", "rawDisk": {{"containerType": "TAR", "source": ""}},
        "selfLink": "https://www.googleapis.com/compute/v1/projects/sap-se-gcp-gardenlinux/global/images/gardenlinux-{number}",
        "sourceType": "RAW", "status": "READY", "storageLocations": ["eu"]}}"#,
        of(number, &["X86_64", "ARM64"]),
        of(number, &["SEV_CAPABLE", "SECURE_BOOT"])
    )
}

fn openstack_flavor(number: usize) -> String {
    format!(
        r#"{{"ID": "{number}", "Name": "g_c{number}_m8", "RAM": 8192, "Disk": 64, "Ephemeral": 0, "VCPUs": 4, "Is Public": true, "Swap": 0,
        "RXTX Factor": 1.0, "Properties": {{"capabilities:cpu_arch": "x86_64", "capabilities:hypervisor_type": "{}",
        "hw:cpu_policy": "shared", "trait:CUSTOM_NUMASIZE_C48_M729": "required", "quota:separate": "true",
        "vmware:hv_enabled": "True", "hw_video:ram_max_mb": "16"}}}}"#,
        of(number, &["QEMU", "VMware vCenter Server", "ironic"])
    )
}

fn openstack_image(number: usize) -> String {
    format!(
        r#"{{"ID": "0d6e0b0a-1111-2222-3333-{number:012}", "Name": "gardenlinux-openstack-gardener_prod-amd64-{number}", "Disk Format": "vmdk",
        "Container Format": "bare", "Size": 1022106624, "Checksum": "{number:032}", "Status": "active", "Visibility": "public",
        "Protected": false, "Project": "p", "Tags": [], "Properties": {{"os_hidden": false, "os_hash_algo": "sha512",
        "os_hash_value": "{number:0128}", "architecture": "x86_64", "hw_firmware_type": "{}", "hypervisor_type": "{}",
        "hw_disk_bus": "scsi", "vmware_adaptertype": "paraVirtual", "vmware_ostype": "debian10_64Guest", "owner_specified.openstack.md5": "",
        "stores": "swift", "os_distro": "gardenlinux"}}}}"#,
        of(number, &["uefi", "bios"]),
        of(number, &["vmware", "baremetal", "kvm"])
    )
}

fn alicloud_type(number: usize) -> String {
    format!(
        r#"{{"InstanceTypeId": "ecs.g{number}.large", "InstanceTypeFamily": "ecs.g8y", "CpuCoreCount": 2, "MemorySize": 8.0,
        "CpuArchitecture": "{}", "GPUAmount": 0, "NvmeSupport": "{}", "InstanceCategory": "General-purpose", "EniQuantity": 3,
        "EniPrivateIpAddressQuantity": 6, "InstanceBandwidthRx": 10485760, "InstancePpsRx": 900000, "LocalStorageCategory": "",
        "PhysicalProcessorModel": "Yitian 710", "CpuSpeedFrequency": 2.75, "PrimaryEniQueueNumber": 2, "DiskQuantity": 8,
        "SupportedBootModes": {{"SupportedBootMode": ["{}"]}}}}"#,
        of(number, &["ARM", "X86"]),
        of(number, &["required", "supported", "unsupported"]),
        of(number, &["UEFI", "BIOS"])
    )
}

fn alicloud_image(number: usize) -> String {
    format!(
        r#"{{"ImageId": "m-gw8{number:014}", "ImageName": "gardenlinux-ali-gardener_prod-amd64-{number}", "Architecture": "{}",
        "BootMode": "{}", "Status": "Available", "IsPublic": true, "Size": 20, "OSType": "linux", "OSName": "Garden Linux",
        "Platform": "Others Linux", "CreationTime": "2026-01-07T08:31:12Z", "ImageOwnerAlias": "self", "ImageVersion": "1.0", "Usage": "none",
        "Progress": "100%", "IsSupportCloudinit": true, "IsSupportIoOptimized": true, "Features": {{"NvmeSupport": "supported"}},
        "DiskDeviceMappings": {{"DiskDeviceMapping": [{{"Device": "/dev/xvda", "Format": "RAW", "Size": "20", "Type": "system"}}]}}}}"#,
        of(number, &["x86_64", "arm64"]),
        of(number, &["UEFI", "BIOS", "UEFI-Preferred"])
    )
}
