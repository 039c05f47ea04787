//! Rootstock's plug-in for the metal-stack extension, whose half of a profile maps no images: the extension's own
//! configuration does, which is not part of the profile.

mod config;
mod control_planes;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    Checker, Comparison, ConfigIdentity, GlobalVersion, IdentityDefaults, LegacyComparison, NamespacedRules,
    OtherFields, Package, Plugin, ProviderImage, RemovedField, Repeats, Sample,
};

pub use config::{
    AllowedNetworks, CloudProfileConfig, FirewallControllerVersion, MetalControlPlane, NetworkIsolation,
    NftablesExporter, Partition, RegistryMirror,
};

/// The metal-stack extension.
#[derive(Debug, Clone, Copy)]
pub struct Metal;

rootstock_provider_api::register!(Metal);

/// What to do about fields of an extension that once went by the same name.
const ANOTHER_EXTENSION: &str = "the extension of metal-stack has no such field; the one of IronCore Metal once had the same \
                                 name, and its profiles have the type `ironcore-metal` now";

impl Plugin for Metal {
    const NAME: &'static str = "metal";
    const IDENTITY: ConfigIdentity = ConfigIdentity::cloud_profile("metal.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REMOVED_FIELDS: &'static [RemovedField] = &[
        RemovedField { name: "machineImages", advice: ANOTHER_EXTENSION },
        RemovedField { name: "regionConfigs", advice: ANOTHER_EXTENSION },
        RemovedField { name: "storageClasses", advice: ANOTHER_EXTENSION },
    ];
    const IDENTITY_DEFAULTS: IdentityDefaults = IdentityDefaults::Kind;
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

    fn images(_config: &CloudProfileConfig) -> &[ProviderImage<GlobalVersion>] {
        &[]
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        control_planes::check(config, &path.field("metalControlPlanes"), checker);
    }
}
