//! Rootstock's plug-in for Gardener's GCP extension.
//!
//! Images are the same in all regions. In the legacy format a version has one entry for each architecture, in the
//! capability format one entry with `capabilityFlavors`; a profile with capabilities may have versions of both formats.

mod releases;
mod worker_config;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Evidence, Extension, FlavorsWebhook, GlobalVersion, ImagesOnly, LegacyArchitecture,
    LegacyFormat, NamespacedRules, Plugin, ProviderImage, Repeats, RollingConfig, RollingFields, Sample,
    WorkerConfigType, extension,
};

/// The `CloudProfileConfig` of the GCP extension, which only maps images.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// An entry for a version of a machine image.
pub type MachineImageVersion = GlobalVersion;

/// The GCP extension.
#[derive(Debug, Clone, Copy)]
pub struct Gcp;

rootstock_provider_api::register!(Gcp);

impl Plugin for Gcp {
    const EXTENSION: Extension = Extension {
        follows: "after v1.54",
        releases: Some(releases::KNOWN),
        infrastructure_fields: releases::INFRASTRUCTURE_FIELDS,
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::Since("v1.50"),
        legacy_format: Some(LegacyFormat::everywhere(&["image"], LegacyArchitecture::Version)),
        repeats: Repeats::EntryPerArchitecture,
        namespaced: NamespacedRules {
            appends_versions: true,
            compares_overrides: false,
            goes_through_entries_again: true,
            ..NamespacedRules::GLOBAL
        },
        flavors_webhook: FlavorsWebhook::FlavorsFirst,
        // Disks are always encrypted.
        rolling: RollingFields {
            encryption: Some(false),
            data_volumes: Some(&["name", "size", "type"]),
            config: RollingConfig::Chosen { since: 35, settings: &ROLLING_SETTINGS, without_effect: &[] },
        },
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        worker_fields: worker_config::FIELDS,
        sample: Sample::everywhere("image"),
        creates_bastions: true,
        ..extension!("gcp")
    };

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        Some(rootstock_provider_api::schema_of::<Self::Config>())
    }

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.images()
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        checker.check_global_version(version, "the name of the image, `projects/PROJECT/global/images/NAME`", path);
    }
}

/// The settings of a worker that the extension adds to the hash of its pool.
const ROLLING_SETTINGS: [&str; 13] = [
    "nodeTemplate.capacity",
    "gpu",
    "volume.interface",
    "volume.encryption",
    "bootVolume.provisionedIops",
    "bootVolume.provisionedThroughput",
    "bootVolume.storagePool",
    "dataVolumes.name",
    "dataVolumes.provisionedIops",
    "dataVolumes.provisionedThroughput",
    "dataVolumes.sourceImage",
    "minCpuPlatform",
    "serviceAccount",
];
