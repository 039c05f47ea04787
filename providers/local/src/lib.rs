//! Rootstock's plug-in for Gardener's local provider, which runs machines as containers: one image reference for each
//! version or flavor, no regions.
//!
//! In a profile without capabilities a version has an `image`; with capabilities it has `capabilityFlavors`. Versions in
//! the legacy format are not possible beside them.

mod config;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, GardenerLooksAt, LegacyArchitecture, LegacyComparison, LegacyFormat,
    MixedFormat, NamespacedRules, OtherFields, Package, Plugin, ProviderImage, Repeats, Sample,
};

pub use config::{CloudProfileConfig, LoadBalancer, MachineImageVersion};

/// The local provider.
#[derive(Debug, Clone, Copy)]
pub struct Local;

rootstock_provider_api::register!(Local);

impl Plugin for Local {
    const NAME: &'static str = "local";
    const IDENTITY: ConfigIdentity = ConfigIdentity::cloud_profile("local.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::FirstWins;
    const NORMALISES_ARCHITECTURE: bool = false;
    const COMPARISON: Comparison = Comparison {
        legacy: LegacyComparison::Versions,
        gardener_looks_at: GardenerLooksAt::Images,
        mixed: MixedFormat::Unsupported,
        prints_core_positions_below_config: true,
        compares_sound_config_only: true,
        ..Comparison::USUAL
    };
    const LEGACY: Option<LegacyFormat> = Some(LegacyFormat::everywhere(&["image"], LegacyArchitecture::Nowhere));

    const NAMESPACED: NamespacedRules = NamespacedRules {
        converts_formats: true,
        other_fields: OtherFields::Ignored,
        looks_into_entries: false,
        regions_are_complete: false,
        ..NamespacedRules::USUAL
    };
    const SAMPLE: Sample =
        Sample::everywhere("image").with_settings(r#"{"loadBalancer": {"image": "registry.example/balancer:1"}}"#);

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        if checker.has_capabilities() {
            check_flavors(version, path, checker);
            return;
        }
        if version.image.is_empty() {
            checker.require_reference(&path.field("image"), "the container image that nodes run");
        }
        checker.forbid_flavors_without_capabilities(version.written_flavors().len(), path);
    }
}

fn check_flavors(version: &MachineImageVersion, path: &Path<'_>, checker: &mut Checker<'_>) {
    if !version.image.is_empty() {
        checker.forbid_legacy_field("image", path);
    }
    let flavors = path.field("capabilityFlavors");
    for (index, flavor) in version.written_flavors().iter().enumerate() {
        let path = flavors.index(index);
        if flavor.image.is_empty() {
            checker.require_reference(&path.field("image"), "the container image that nodes run");
        }
        checker.check_flavor_capabilities(&flavor.capabilities, &path.field("capabilities"));
    }
}
