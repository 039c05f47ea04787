//! Rootstock's plug-in for the metal-stack extension, whose half of a profile maps no images: the extension's own
//! configuration does, which is not part of the profile.

mod config;
mod control_planes;

use rootstock_core_model::{Path, Rule};
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, GlobalVersion, LegacyComparison, NamespacedRules, OtherFields, Package,
    Plugin, ProviderImage, Repeats, Sample,
};

pub use config::{
    AllowedNetworks, CloudProfileConfig, FirewallControllerVersion, MetalControlPlane, NetworkIsolation,
    NftablesExporter, Partition, RegistryMirror,
};

/// The metal-stack extension.
#[derive(Debug, Clone, Copy)]
pub struct Metal;

rootstock_provider_api::register!(Metal);

impl Plugin for Metal {
    const NAME: &'static str = "metal";
    const IDENTITY: ConfigIdentity =
        ConfigIdentity { api_version: "metal.provider.extensions.gardener.cloud/v1alpha1", kind: "CloudProfileConfig" };
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const RULES: &'static [&'static [&'static Rule]] = &[control_planes::RULES];
    const REPEATS: Repeats = Repeats::FirstWins;
    const NORMALISES_ARCHITECTURE: bool = false;
    const KNOWS_CAPABILITIES: bool = false;
    const FINDS_IMAGES_ELSEWHERE: bool = true;
    const COMPARISON: Comparison = Comparison { legacy: LegacyComparison::Nothing, ..Comparison::USUAL };
    const NAMESPACED: NamespacedRules =
        NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL };
    const SAMPLE: Sample = Sample::NONE;

    type Config = CloudProfileConfig;
    /// There is none; any type will do.
    type Version = GlobalVersion;

    fn identity(config: &CloudProfileConfig) -> (&str, &str) {
        (&config.api_version, &config.kind)
    }

    fn images(_config: &CloudProfileConfig) -> &[ProviderImage<GlobalVersion>] {
        &[]
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        control_planes::check(config, &path.field("metalControlPlanes"), checker);
    }
}
