//! Rootstock's plug-in for the metal-stack extension. Its section of a profile maps no images, because the extension's own
//! configuration does, which is not part of the profile.

mod config;
mod control_planes;
mod network_isolation;

use rootstock_core_model::Path;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, GlobalVersion, Held, IdentityDefaults,
    LegacyComparison, NamespacedRules, OtherFields, Plugin, ProviderImage, RemovedField, Repeats, extension,
};

pub use config::{
    AllowedNetworks, CloudProfileConfig, FirewallControllerVersion, MetalControlPlane, NetworkIsolation,
    NftablesExporter, Partition, RegistryMirror,
};

/// The metal-stack extension.
#[derive(Debug, Clone, Copy)]
pub struct Metal;

rootstock_provider_api::register!(Metal);

/// The advice about fields of another extension that once had the same name.
const OTHER_EXTENSION_HELP: &str = "the metal-stack extension has no such field; the IronCore Metal extension used to have the same \
                                 name, but its profiles now have the type `ironcore-metal`";

impl Plugin for Metal {
    const EXTENSION: Extension = Extension {
        follows: "after v0.27",
        evidence: Evidence { cloud_profiles: Held::Asked, ..Evidence::DOCUMENTATION },
        identity_defaults: IdentityDefaults::Kind,
        removed_fields: &[
            RemovedField { name: "machineImages", advice: OTHER_EXTENSION_HELP },
            RemovedField { name: "regionConfigs", advice: OTHER_EXTENSION_HELP },
            RemovedField { name: "storageClasses", advice: OTHER_EXTENSION_HELP },
        ],
        capabilities: CapabilitySupport::Never,
        repeats: Repeats::FirstWins,
        normalises_architecture: false,
        finds_images_elsewhere: true,
        comparison: Comparison { legacy: LegacyComparison::Nothing, ..Comparison::USUAL },
        namespaced: NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL },
        ..extension!("metal")
    };

    type Config = CloudProfileConfig;
    /// Any type will do, because there are no versions.
    type Version = GlobalVersion;

    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        Some(rootstock_provider_api::schema_of::<Self::Config>())
    }

    fn images(_config: &CloudProfileConfig) -> &[ProviderImage<GlobalVersion>] {
        &[]
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        control_planes::check(config, &path.field("metalControlPlanes"), checker);
    }
}
