//! Rootstock's plug-in for Gardener's vSphere extension, which is no longer developed and does not support
//! capabilities: a version is mapped to the path of a template, in a list for all regions and in lists for single ones.

mod comparison;
mod config;
mod dhcp;
mod machine_images;
mod supervisor;
mod topology;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Extension, LegacyArchitecture, LegacyComparison, NamespacedRules,
    OtherFields, Plugin, ProviderImage, RegionalImages, Repeats, Sample, extension,
};

pub use config::{
    CloudProfileConfig, Constraints, DockerDaemonOptions, FailureDomainLabels, LoadBalancerClass, LoadBalancerConfig,
    MachineTypeOptions,
};
pub use dhcp::DhcpOption;
pub use machine_images::MachineImageVersion;
pub use supervisor::{KubernetesRegionSpec, KubernetesZoneSpec, VsphereWithKubernetes};
pub use topology::{RegionSpec, ZoneSpec};

/// The vSphere extension.
#[derive(Debug, Clone, Copy)]
pub struct Vsphere;

rootstock_provider_api::register!(Vsphere);

impl Plugin for Vsphere {
    const EXTENSION: Extension = Extension {
        follows: "v0.34",
        capabilities: CapabilitySupport::Never,
        repeats: Repeats::FirstWins,
        normalises_architecture: false,
        // The plug-in compares the sections itself, because the lists of single regions count, too.
        comparison: Comparison { legacy: LegacyComparison::Nothing, refuses_surplus: true, ..Comparison::USUAL },
        namespaced: NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL },
        sample: Sample::everywhere("path").in_legacy_format(LegacyArchitecture::Nowhere),
        ..extension!("vsphere")
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

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        comparison::check(config, path, checker);
    }
}
