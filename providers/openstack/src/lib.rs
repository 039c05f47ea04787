//! Rootstock's plug-in for Gardener's OpenStack extension.
//!
//! Images are referred to by ID in each region, or by a name that is valid everywhere. A version is in the legacy
//! format (`regions` with an architecture each, and `image`) or in the capability format (`capabilityFlavors`); a
//! profile with capabilities may have versions of both formats.

mod address_range;
mod amounts;
mod config;
mod floating_pool_choice;
mod floating_pools;
mod image_names;
mod keystone;
mod load_balancer_classes;
mod load_balancer_providers;
mod network_settings;
mod regions;
mod releases;
mod resolution;
mod resolver_options;
mod resource_name;
mod rolling;
mod sample;
mod shoot;
mod shoot_config;
mod storage_classes;
mod uuid;
mod wildcard;
mod worker_config;

use rootstock_core_model::{Path, RawObject, Settings, Violation};
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, FlavorsWebhook, LegacyArchitecture, LegacyComparison,
    LegacyFormat, MixedFormat, Plugin, ProviderImage, RegionId, RemovedField, Resolution, ResolutionQuery,
    RollingConfig, RollingFields, ShootChange, WorkerConfigType, WorkerDemand, extension,
};

pub use config::{
    CloudProfileConfig, Constraints, FloatingPool, ImageFlavor, KeystoneUrl, LoadBalancerClass, LoadBalancerProvider,
    MachineImageVersion, StorageClass,
};
pub use rootstock_provider_api::NodeTemplate;
pub use shoot_config::{CloudControllerManager, ControlPlaneConfig, InfrastructureConfig};
pub use worker_config::{MachineLabel, ServerGroup, TrustedLaunch, WorkerConfig};

/// The OpenStack extension.
#[derive(Debug, Clone, Copy)]
pub struct OpenStack;

rootstock_provider_api::register!(OpenStack);

impl Plugin for OpenStack {
    const EXTENSION: Extension = Extension {
        follows: "after v1.57",
        releases: Some(releases::KNOWN),
        infrastructure_fields: releases::INFRASTRUCTURE_FIELDS,
        evidence: Evidence::recorded(800, 400, 897),
        removed_fields: &[RemovedField {
            name: "useOctavia",
            advice: "v1.51 of the extension has removed this field, and always uses Octavia; delete the line",
        }],
        capabilities: CapabilitySupport::Since("v1.52"),
        legacy_format: Some(LegacyFormat { moved: &["image"], ..LegacyFormat::regional(LegacyArchitecture::Regions) }),
        comparison: Comparison {
            legacy: LegacyComparison::Architectures { without_regions_all: true },
            mixed: MixedFormat::FirstArchitecture,
            ..Comparison::USUAL
        },
        flavors_webhook: FlavorsWebhook::LastEntry,
        // Data volumes are separate volumes, which the extension attaches.
        rolling: RollingFields {
            encryption: Some(false),
            data_volumes: Some(&[]),
            config: RollingConfig::Own { settings: &rolling::SETTINGS, find: rolling::fields },
        },
        worker_config: Some(WorkerConfigType::of::<WorkerConfig>()),
        worker_fields: worker_config::FIELDS,
        worker_capabilities: worker_config::CAPABILITIES,
        resolution_parameters: resolution::PARAMETERS,
        sample: sample::SAMPLE,
        creates_bastions: true,
        ..extension!("openstack")
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
        let constraints = path.field("constraints");
        floating_pools::check(config, &constraints, checker);
        load_balancer_providers::check(config, &constraints, checker);
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
        keystone::check(config, path, checker);
        network_settings::check(config, path, checker);
        if checker.settings().own_warnings {
            floating_pools::check_ties(config, &constraints, checker);
            network_settings::check_policies(config, path, checker);
            storage_classes::check(
                config.storage_classes.as_deref().unwrap_or_default(),
                &path.field("storageClasses"),
                checker,
            );
            amounts::check(config, path, checker);
            network_settings::check_dhcp_domain(config, path, checker);
            resolver_options::check(config, path, checker);
            keystone::check_urls(config, path, checker);
            regions::check(config, path, checker);
            image_names::check(config, path, checker);
        }
    }

    fn worker_demand(config: &RawObject, path: &Path<'_>) -> WorkerDemand {
        worker_config::demand(config, path)
    }

    fn check_shoot(config: &CloudProfileConfig, change: &ShootChange<'_>) -> Vec<Violation> {
        shoot::check(config, change)
    }

    fn resolve(config: &CloudProfileConfig, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution> {
        Some(resolution::resolve(config, query, settings))
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        let (regions, flavors) = (version.written_regions(), version.written_flavors());
        // An entry without a version is reported as such.
        if flavors.is_empty() && !version.version.is_empty() {
            require_mapping(checker, regions, &version.image, path);
        }
        if !checker.has_capabilities() {
            checker.check_legacy_regions(regions, &path.field("regions"));
            checker.forbid_flavors_without_capabilities(flavors.len(), path);
            return;
        }
        if checker.refuses_legacy_entries() {
            if flavors.is_empty() && !regions.is_empty() {
                checker.forbid_legacy_field("regions", path);
            } else {
                checker.forbid_legacy_fields(&[("regions", !regions.is_empty())], path);
            }
        } else if !regions.is_empty() && !flavors.is_empty() {
            checker.forbid_mixed_formats("`regions`", path);
            return;
        }
        if !checker.refuses_legacy_entries() {
            checker.check_legacy_regions(regions, &path.field("regions"));
        }
        let list = path.field("capabilityFlavors");
        for (index, flavor) in flavors.iter().enumerate() {
            let path = list.index(index);
            checker.check_flavor_capabilities(&flavor.capabilities, &path.field("capabilities"));
            checker.check_flavor_regions(flavor.written_regions(), &path.field("regions"));
            require_mapping(checker, flavor.written_regions(), &flavor.image, &path);
        }
    }
}

/// Reports that the entry at `path` maps its version to nothing, which the extension accepts.
fn require_mapping(checker: &mut Checker<'_>, regions: &[RegionId], image: &str, path: &Path<'_>) {
    let is_checked = !checker.quirks().providers.config_may_be_unchecked;
    if is_checked && regions.is_empty() && image.is_empty() {
        let what = "the image's ID in each region: `[{name: REGION, id: ID}]`; or set `image` to its name";
        checker.require_reference(&path.field("regions"), what);
    }
}
