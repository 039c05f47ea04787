//! Rootstock's plug-in for Gardener's AWS extension.
//!
//! Images are AMIs, one for each region. A version is in the legacy format (`regions` with an architecture each) or in the
//! capability format (`capabilityFlavors`); in a profile with capabilities, versions of both formats may stand side by
//! side.

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, FlavorsWebhook, ImagesOnly, LegacyArchitecture, LegacyFormat, Package, Plugin,
    ProviderImage, RegionEntry, RegionalVersion, Repeats, RollingConfig, RollingFields, Sample,
};
use serde::{Deserialize, Serialize};

/// `CloudProfileConfig` of the AWS extension: it maps images, and that is all.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// What one version of a machine image is mapped to.
pub type MachineImageVersion = RegionalVersion<RegionAmi>;

/// An image in one region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RegionAmi {
    /// The region.
    pub name: String,
    /// The AMI's ID there.
    pub ami: String,
    /// The AMI's architecture in the legacy format; absent means amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
}

impl RegionEntry for RegionAmi {
    const REFERENCE_FIELD: &'static str = "ami";

    fn region(&self) -> &str {
        &self.name
    }

    fn reference(&self) -> &str {
        &self.ami
    }

    /// `ignore` is the extension's own mark for an architecture that is not set.
    fn architecture(&self) -> Option<&str> {
        self.architecture.as_deref().filter(|architecture| *architecture != "ignore")
    }
}

/// The AWS extension.
#[derive(Debug, Clone, Copy)]
pub struct Aws;

rootstock_provider_api::register!(Aws);

impl Plugin for Aws {
    const NAME: &'static str = "aws";
    const IDENTITY: ConfigIdentity = ConfigIdentity::cloud_profile("aws.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::Merged;
    const NEEDS_WRITTEN_ARCHITECTURE: bool = true;
    const REFUSES_UNMAPPED_SHOOTS: bool = true;
    const FLAVORS_WEBHOOK: FlavorsWebhook = FlavorsWebhook::LastMappedEntry;
    const COMPARISON: Comparison = Comparison { names_architectures_of_unmapped_versions: false, ..Comparison::USUAL };
    const LEGACY: Option<LegacyFormat> = Some(LegacyFormat::regional(LegacyArchitecture::Regions));
    const SAMPLE: Sample = Sample::regional("ami");
    const ROLLING: RollingFields = RollingFields {
        encryption: Some(true),
        data_volumes: Some(&["size", "type", "encrypted"]),
        config: RollingConfig::Chosen { since: 34, settings: &ROLLING_SETTINGS },
    };

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.images()
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        checker.check_regional_version(version, path);
    }
}

/// The settings of a worker that the extension adds to the hash of its pool.
const ROLLING_SETTINGS: [&str; 20] = [
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
