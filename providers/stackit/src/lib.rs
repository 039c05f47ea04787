//! Rootstock's plug-in for the STACKIT extension: images are referred to by ID in each region and for each
//! architecture, or by a name, which is for amd64. Its releases do not support capabilities; support is merged for the
//! next one.

mod config;
mod dns_servers;
mod openstack_settings;
mod worker_config;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    AllowedField, CapabilitySupport, Checker, Comparison, Evidence, Extension, FieldMerge, IdentityDefaults,
    LegacyArchitecture, LegacyComparison, LegacyLookup, MixedFormat, NamespacedRules, OtherFields, Plugin,
    ProviderImage, Sample, WorkerConfigType, extension,
};

pub use config::{
    ApiEndpoints, Bastion, CloudProfileConfig, Constraints, FloatingPool, ImageFlavor, KeystoneUrl,
    MachineImageVersion, StorageClass,
};

/// The STACKIT extension.
#[derive(Debug, Clone, Copy)]
pub struct Stackit;

rootstock_provider_api::register!(Stackit);

impl Plugin for Stackit {
    const EXTENSION: Extension = Extension {
        follows: "after v2.20",
        evidence: Evidence::recorded(400, 400, 400),
        identity_defaults: IdentityDefaults::Everything,
        capabilities: CapabilitySupport::Merged("stackitcloud/gardener-extension-provider-stackit#206"),
        legacy_lookup: LegacyLookup::FirstEntry { of_architecture: true },
        comparison: Comparison {
            legacy: LegacyComparison::Architectures { without_regions_all: true },
            mixed: MixedFormat::FirstArchitecture,
            ..Comparison::USUAL
        },
        namespaced: NamespacedRules {
            other_fields: OtherFields::Allowed(&[AllowedField { name: "apiEndpoints", merged: FieldMerge::Replaces }]),
            overrides_are_mapped: true,
            ..NamespacedRules::USUAL
        },
        // The field `image` is omitted, because it is for amd64 only, and the kit would write it for every
        // architecture.
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        sample: Sample::regional("id").in_legacy_format(LegacyArchitecture::Regions),
        ..extension!("stackit")
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
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
        dns_servers::check(config.dns_servers.as_deref(), &path.field("dnsServers"), checker);
        openstack_settings::check(config, path, checker);
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        let (regions, flavors) =
            (version.regions.as_deref().unwrap_or_default(), version.capability_flavors.as_deref().unwrap_or_default());
        if checker.has_capabilities() && !regions.is_empty() && !flavors.is_empty() {
            checker.forbid_mixed_formats("`regions`", path);
            return;
        }
        checker.check_legacy_regions(regions, &path.field("regions"));
        if !checker.has_capabilities() {
            // A release without the field already reports it as unknown.
            if !checker.settings().quirks.providers.merged_capabilities_are_unknown {
                checker.forbid_flavors_without_capabilities(flavors.len(), path);
            }
            return;
        }
        let list = path.field("capabilityFlavors");
        for (index, flavor) in flavors.iter().enumerate() {
            let path = list.index(index);
            checker.check_flavor_capabilities(&flavor.capabilities, &path.field("capabilities"));
            checker.check_flavor_regions(flavor.regions.as_deref().unwrap_or_default(), &path.field("regions"));
        }
    }
}
