//! Rootstock's plug-in for the Hetzner Cloud extension, which knows no capabilities and hardly needs a `providerConfig`: an
//! image that is not mapped is called `NAME-VERSION`, or is looked up in Hetzner Cloud.

mod config;
mod zones;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, LegacyArchitecture, LegacyComparison, NamespacedRules, OtherFields, Package,
    Plugin, ProviderImage, RegionalImages, Repeats, Sample,
};

pub use config::{CloudProfileConfig, DockerDaemonOptions, MachineImageVersion, MachineTypeOptions, RegionSpec};

/// The Hetzner Cloud extension.
#[derive(Debug, Clone, Copy)]
pub struct Hcloud;

rootstock_provider_api::register!(Hcloud);

impl Plugin for Hcloud {
    const NAME: &'static str = "hcloud";
    const IDENTITY: ConfigIdentity =
        ConfigIdentity::cloud_profile("hcloud.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::FirstWins;
    const NORMALISES_ARCHITECTURE: bool = false;
    const KNOWS_CAPABILITIES: bool = false;
    const FINDS_IMAGES_ELSEWHERE: bool = true;
    const REQUIRES_CONFIG: bool = false;
    const COMPARISON: Comparison = Comparison { legacy: LegacyComparison::Nothing, ..Comparison::USUAL };
    const NAMESPACED: NamespacedRules =
        NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL };

    const SAMPLE: Sample = Sample::everywhere("imageName").in_legacy_format(LegacyArchitecture::Nowhere).with_settings(
        r#"{"defaultStorageFsType": "ext4", "dockerDaemonOptions": {"insecureRegistries": ["registry.example"]}}"#,
    );

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

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
