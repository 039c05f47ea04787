//! A plug-in for a provider called acme: images are disks, one for each region, and the machines of a region reach the
//! internet through its gateway.

mod config;
mod gateways;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, ConfigIdentity, Extension, LegacyArchitecture, LegacyFormat, Plugin, ProviderImage, Sample, extension,
};

pub use config::{CloudProfileConfig, Gateway, MachineImageVersion, RegionDisk};

/// The provider acme.
#[derive(Debug, Clone, Copy)]
pub struct Acme;

rootstock_provider_api::register!(Acme);

impl Plugin for Acme {
    const EXTENSION: Extension = Extension {
        config: ConfigIdentity::cloud_profile("acme.provider.example.org/v1alpha1"),
        legacy_format: Some(LegacyFormat::regional(LegacyArchitecture::Regions)),
        sample: Sample::regional("disk")
            .with_settings(r#"{"gateways": [{"region": "north", "name": "n1"}, {"region": "south", "name": "s1"}]}"#),
        ..extension!("acme")
    };

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        gateways::check(config, &path.field("gateways"), checker);
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        checker.check_regional_version(version, path);
    }
}
