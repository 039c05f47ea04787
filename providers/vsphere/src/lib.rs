//! Rootstock's plug-in for Gardener's vSphere extension, which is no longer developed and knows no capabilities: a version
//! is mapped to the path of a template, in a list for all regions and in lists for single ones.

mod comparison;
mod config;
mod machine_images;
mod supervisor;
mod topology;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, LegacyArchitecture, LegacyComparison, NamespacedRules, OtherFields, Package,
    Plugin, ProviderImage, RegionalImages, Repeats, Sample,
};

pub use config::{
    CloudProfileConfig, Constraints, DhcpOption, DockerDaemonOptions, FailureDomainLabels, LoadBalancerClass,
    LoadBalancerConfig, MachineTypeOptions,
};
pub use machine_images::MachineImageVersion;
pub use supervisor::{KubernetesRegionSpec, KubernetesZoneSpec, VsphereWithKubernetes};
pub use topology::{RegionSpec, ZoneSpec};

/// The vSphere extension.
#[derive(Debug, Clone, Copy)]
pub struct Vsphere;

rootstock_provider_api::register!(Vsphere);

impl Plugin for Vsphere {
    const NAME: &'static str = "vsphere";
    const IDENTITY: ConfigIdentity =
        ConfigIdentity::cloud_profile("vsphere.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::FirstWins;
    const NORMALISES_ARCHITECTURE: bool = false;
    const KNOWS_CAPABILITIES: bool = false;
    /// The lists of single regions are compared, too.
    const COMPARISON: Comparison =
        Comparison { legacy: LegacyComparison::Nothing, refuses_surplus: true, ..Comparison::USUAL };
    const NAMESPACED: NamespacedRules =
        NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL };

    const SAMPLE: Sample = Sample::everywhere("path").in_legacy_format(LegacyArchitecture::Nowhere);

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

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
