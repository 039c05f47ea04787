//! Rootstock's plug-in for Gardener's local provider, which runs machines as containers: one image reference for each
//! version or flavor, no regions.
//!
//! A version has an `image` in a profile without capabilities, and `capabilityFlavors` in one with capabilities. The
//! formats cannot be mixed.

mod config;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, GardenerLooksAt, LegacyArchitecture, LegacyComparison,
    LegacyFormat, MixedFormat, NamespacedRules, OtherFields, Plugin, ProviderImage, ReferenceScope, Repeats, Sample,
    extension,
};

pub use config::{CloudProfileConfig, LoadBalancer, MachineImageVersion};

/// The local provider.
#[derive(Debug, Clone, Copy)]
pub struct Local;

rootstock_provider_api::register!(Local);

impl Plugin for Local {
    const EXTENSION: Extension = Extension {
        follows: "Gardener v1.150",
        evidence: Evidence::recorded(800, 700, 493),
        capabilities: CapabilitySupport::SinceUnknown,
        legacy_format: Some(LegacyFormat::everywhere(&["image"], LegacyArchitecture::Nowhere)),
        repeats: Repeats::FirstWins,
        normalises_architecture: false,
        comparison: Comparison {
            legacy: LegacyComparison::Versions,
            gardener_looks_at: GardenerLooksAt::Images,
            mixed: MixedFormat::Unsupported,
            prints_core_positions_below_config: true,
            compares_sound_config_only: true,
            ..Comparison::USUAL
        },
        namespaced: NamespacedRules {
            converts_formats: true,
            leaves_out_empty_images: true,
            other_fields: OtherFields::Ignored,
            looks_into_entries: false,
            regions_are_complete: false,
            ..NamespacedRules::USUAL
        },
        sample: Sample::everywhere("image")
            .with_settings(r#"{"loadBalancer": {"image": "registry.example/balancer:1"}}"#),
        references: ReferenceScope::Container,
        ..extension!("local")
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
