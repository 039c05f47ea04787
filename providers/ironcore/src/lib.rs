//! Rootstock's plug-in for the IronCore extension, which does not support capabilities: a version has one entry for
//! each architecture, each with an image that is the same in all regions.

mod config;
mod storage_classes;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, LegacyArchitecture, LegacyLookup, NamespacedRules,
    OtherFields, Plugin, ProviderImage, Repeats, Sample, extension,
};

pub use config::{CloudProfileConfig, MachineImageVersion, RegionConfig, StorageClass, StorageClasses};

/// The IronCore extension.
#[derive(Debug, Clone, Copy)]
pub struct IronCore;

rootstock_provider_api::register!(IronCore);

impl Plugin for IronCore {
    const EXTENSION: Extension = Extension {
        former_names: &["onmetal"],
        follows: "after v0.6.0",
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::Never,
        repeats: Repeats::EntryPerArchitecture,
        legacy_lookup: LegacyLookup::FirstEntry { of_architecture: true },
        needs_written_architecture: true,
        comparison: Comparison { validates_core_architectures: false, ..Comparison::USUAL },
        namespaced: NamespacedRules {
        other_fields: OtherFields::Ignored,
        goes_through_entries_again: true,
        ..NamespacedRules::GLOBAL
    },
        sample: Sample::everywhere("image").in_legacy_format(LegacyArchitecture::Version).with_settings(
            r#"{
                "regionConfigs": [{"name": "north", "server": "https://north.example", "certificateAuthorityData": "Y2E="}],
                "storageClasses": {"default": {"name": "fast", "type": "ssd"}, "additional": [{"name": "slow", "type": "hdd"}]}
            }"#,
        ),
        ..extension!("ironcore")
    };

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        Some(rootstock_provider_api::schema_of::<Self::Config>())
    }

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        let images = path.field("machineImages");
        // The extension allows an empty list, but then reports every image.
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
