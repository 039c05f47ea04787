//! Rootstock's plug-in for the Hetzner Cloud extension, which does not support capabilities and hardly needs a
//! `providerConfig`: an unmapped image is called `NAME-VERSION`, or is looked up in Hetzner Cloud.

mod config;
mod worker_config;
mod zones;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Extension, LegacyArchitecture, LegacyComparison, NamespacedRules,
    OtherFields, Plugin, ProviderImage, RegionalImages, Repeats, Sample, WorkerConfigType, extension,
};

pub use config::{CloudProfileConfig, DockerDaemonOptions, MachineImageVersion, MachineTypeOptions, RegionSpec};

/// The Hetzner Cloud extension.
#[derive(Debug, Clone, Copy)]
pub struct Hcloud;

rootstock_provider_api::register!(Hcloud);

impl Plugin for Hcloud {
    const EXTENSION: Extension = Extension {
        follows: "after v0.6.32",
        requires_config: false,
        capabilities: CapabilitySupport::Never,
        repeats: Repeats::FirstWins,
        normalises_architecture: false,
        finds_images_elsewhere: true,
        comparison: Comparison { legacy: LegacyComparison::Nothing, ..Comparison::USUAL },
        namespaced: NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL },
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        sample: Sample::everywhere("imageName").in_legacy_format(LegacyArchitecture::Nowhere).with_settings(
            r#"{"defaultStorageFsType": "ext4", "dockerDaemonOptions": {"insecureRegistries": ["registry.example"]}}"#,
        ),
        ..extension!("hcloud")
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

    fn regional_images(config: &CloudProfileConfig) -> Vec<RegionalImages<'_, MachineImageVersion>> {
        config.regional_images()
    }

    fn check(_config: &CloudProfileConfig, _path: &Path<'_>, checker: &mut Checker<'_>) {
        zones::check(checker);
    }
}
