//! Rootstock's plug-in for the IronCore extension, which knows no capabilities: a version has one entry for each
//! architecture, each with an image that is the same in all regions.

mod config;
mod storage_classes;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, LegacyArchitecture, LegacyLookup, NamespacedRules, OtherFields, Package,
    Plugin, ProviderImage, Repeats, Sample,
};

pub use config::{CloudProfileConfig, MachineImageVersion, RegionConfig, StorageClass, StorageClasses};

/// The IronCore extension.
#[derive(Debug, Clone, Copy)]
pub struct IronCore;

rootstock_provider_api::register!(IronCore);

impl Plugin for IronCore {
    const NAME: &'static str = "ironcore";
    const IDENTITY: ConfigIdentity =
        ConfigIdentity::cloud_profile("ironcore.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::EntryPerArchitecture;
    const KNOWS_CAPABILITIES: bool = false;
    const LEGACY_LOOKUP: LegacyLookup = LegacyLookup::FirstEntry { of_architecture: true };
    const NEEDS_WRITTEN_ARCHITECTURE: bool = true;
    const COMPARISON: Comparison = Comparison { validates_core_architectures: false, ..Comparison::USUAL };
    const NAMESPACED: NamespacedRules = NamespacedRules {
        other_fields: OtherFields::Ignored,
        goes_through_entries_again: true,
        ..NamespacedRules::GLOBAL
    };
    const SAMPLE: Sample =
        Sample::everywhere("image").in_legacy_format(LegacyArchitecture::Version).with_settings(
            r#"{
                "regionConfigs": [{"name": "north", "server": "https://north.example", "certificateAuthorityData": "Y2E="}],
                "storageClasses": {"default": {"name": "fast", "type": "ssd"}, "additional": [{"name": "slow", "type": "hdd"}]}
            }"#,
        );

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        let images = path.field("machineImages");
        // The extension allows an empty list, and then reports every image.
        if !checker.follow_ups() {
            checker.require_images(Self::images(config), &images);
        }
        checker.check_image_entries(Self::images(config), &images, Self::check_version);
        storage_classes::check(&config.storage_classes, &path.field("storageClasses"), checker);
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        if version.image.is_empty() {
            checker.require_reference(&path.field("image"), "the reference of the image");
        }
        checker.check_legacy_architecture(version.architecture.as_deref(), path);
    }
}
