//! The tables of the providers. Each row follows the document that it names.

/// The name of a fact, the capability, the values of the fact with their meanings, and the document.
type Row = (&'static str, &'static str, &'static [(&'static str, &'static [&'static str])], &'static str);

/// Returns the table of a provider.
pub(super) fn of(provider_type: &str) -> &'static [Row] {
    match provider_type {
        "aws" => &AWS,
        "azure" => &AZURE,
        "gcp" => &GCP,
        "openstack" | "stackit" => &OPENSTACK,
        "alicloud" => &ALICLOUD,
        "ironcore" | "ironcore-metal" => &IRONCORE,
        _ => &[],
    }
}

const BOOT_MODES: &[(&str, &[&str])] = &[("uefi", &["uefi", "uefi-preferred"]), ("bios", &["bios", "legacy-bios"])];
const SECURE_BOOT: &[(&str, &[&str])] = &[("on", &["on"]), ("off", &["off"])];

const AWS: [Row; 5] = [
    ("bootMode", "bootMode", BOOT_MODES, "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-boot.html"),
    (
        "tpm",
        "tpm",
        &[("v2.0", &["v2.0"]), ("none", &["none"])],
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/enable-nitrotpm-prerequisites.html",
    ),
    (
        "networkInterface",
        "networkInterface",
        &[("ena", &["ena"]), ("vif", &["vif"])],
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/enhanced-networking-ena.html",
    ),
    (
        "storageInterface",
        "storageInterface",
        &[("nvme", &["nvme"]), ("scsi", &["scsi"])],
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/nvme-ebs-volumes.html",
    ),
    (
        "machine",
        "machine",
        &[("virtual", &["virtual"]), ("baremetal", &["baremetal"])],
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-types.html",
    ),
];

const AZURE: [Row; 4] = [
    (
        "generation",
        "generation",
        &[("V2", &["V2"]), ("V1", &["V1"])],
        "https://learn.microsoft.com/azure/virtual-machines/generation-2",
    ),
    (
        "securityType",
        "securityType",
        &[("trusted", &["trusted"]), ("standard", &["standard"]), ("confidential", &["confidential"])],
        "https://learn.microsoft.com/azure/virtual-machines/trusted-launch",
    ),
    (
        "storageInterface",
        "storageInterface",
        &[("nvme", &["nvme"]), ("scsi", &["scsi"])],
        "https://learn.microsoft.com/azure/virtual-machines/nvme-overview",
    ),
    (
        "networkInterface",
        "azure-networking",
        &[("accelerated", &["accelerated"]), ("basic", &["basic"])],
        "https://learn.microsoft.com/azure/virtual-network/accelerated-networking-overview",
    ),
];

const GCP: [Row; 3] = [
    (
        "confidential",
        "computing",
        &[
            ("sev", &["confidential"]),
            ("sev-snp", &["confidential"]),
            ("tdx", &["confidential"]),
            ("none", &["standard"]),
        ],
        "https://cloud.google.com/confidential-computing/confidential-vm/docs/supported-configurations",
    ),
    (
        "networkInterface",
        "networkInterface",
        &[("gvnic", &["gvnic"]), ("virtio", &["virtio"])],
        "https://cloud.google.com/compute/docs/networking/using-gvnic",
    ),
    (
        "storageInterface",
        "storageInterface",
        &[("nvme", &["nvme"]), ("scsi", &["scsi"])],
        "https://cloud.google.com/compute/docs/disks/local-ssd",
    ),
];

const OPENSTACK: [Row; 4] = [
    ("bootMode", "bootMode", BOOT_MODES, "https://docs.openstack.org/nova/latest/admin/uefi.html"),
    ("secureBoot", "secureBoot", SECURE_BOOT, "https://docs.openstack.org/nova/latest/admin/secure-boot.html"),
    (
        "hypervisor",
        "hypervisor",
        &[
            ("qemu", &["kvm", "virtualized"]),
            ("kvm", &["kvm", "virtualized"]),
            ("vmware", &["vmware", "virtualized"]),
            ("vmware vcenter server", &["vmware", "virtualized"]),
            ("baremetal", &["baremetal"]),
            ("ironic", &["baremetal"]),
        ],
        "https://docs.openstack.org/glance/latest/admin/useful-image-properties.html",
    ),
    (
        "variant",
        "hypervisor",
        &[
            ("kvm", &["kvm", "virtualized"]),
            ("vmware", &["vmware", "virtualized"]),
            ("metal", &["baremetal"]),
            ("baremetal", &["baremetal"]),
        ],
        "https://github.com/gardenlinux/glci",
    ),
];

const ALICLOUD: [Row; 2] = [
    (
        "bootMode",
        "bootMode",
        BOOT_MODES,
        "https://www.alibabacloud.com/help/en/ecs/user-guide/best-practices-for-ecs-instance-boot-modes",
    ),
    (
        "storageInterface",
        "storageInterface",
        &[("nvme", &["nvme"]), ("scsi", &["scsi"])],
        "https://www.alibabacloud.com/help/en/ecs/user-guide/nvme-protocol",
    ),
];

const IRONCORE: [Row; 2] = [
    ("bootMode", "bootMode", BOOT_MODES, "https://github.com/gardenlinux/gardenlinux"),
    ("secureBoot", "secureBoot", SECURE_BOOT, "https://github.com/gardenlinux/gardenlinux"),
];
