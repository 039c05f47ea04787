//! Rootstock's plug-in for Gardener's Equinix Metal extension, which knows no capabilities: a version is mapped to an
//! operating system of Equinix Metal, or to an iPXE script, the same in all metros.
//!
//! The extension has no admission of its own. What is found here keeps machines from being created; Gardener lets it in.

use rootstock_core_model::{Capabilities, Path};
use rootstock_provider_api::{
    Artifact, Checker, Comparison, ConfigIdentity, GardenerLooksAt, ImageVersion, ImagesOnly, LegacyArchitecture,
    LegacyComparison, NamespacedRules, OtherFields, Package, Plugin, ProviderImage, Repeats, Sample,
};
use serde::{Deserialize, Serialize};

/// `CloudProfileConfig` of the Equinix Metal extension: it maps images, and that is all.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// What one version of a machine image is mapped to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MachineImageVersion {
    /// The version.
    pub version: String,
    /// The operating system of Equinix Metal.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The address of an iPXE script.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ipxe_script_url: String,
}

impl ImageVersion for MachineImageVersion {
    const EVERYWHERE_FIELD: &'static str = "id";
    const IS_REGIONAL: bool = false;
    const REQUIRES_REFERENCE: bool = true;

    fn version(&self) -> &str {
        &self.version
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let artifact = Artifact::legacy(Capabilities::new());
        vec![match self.id.as_str() {
            "" => artifact.with_everywhere_as("ipxeScriptUrl", &self.ipxe_script_url),
            id => artifact.with_everywhere(id),
        }]
    }
}

/// The Equinix Metal extension.
#[derive(Debug, Clone, Copy)]
pub struct EquinixMetal;

rootstock_provider_api::register!(EquinixMetal);

impl Plugin for EquinixMetal {
    const NAME: &'static str = "equinixmetal";
    const IDENTITY: ConfigIdentity =
        ConfigIdentity::cloud_profile("equinixmetal.provider.extensions.gardener.cloud/v1alpha1");
    const PACKAGE: Package = Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    const REPEATS: Repeats = Repeats::FirstWins;
    const NORMALISES_ARCHITECTURE: bool = false;
    const KNOWS_CAPABILITIES: bool = false;
    const COMPARISON: Comparison = Comparison {
        legacy: LegacyComparison::Versions,
        gardener_looks_at: GardenerLooksAt::Nothing,
        ..Comparison::USUAL
    };
    const NAMESPACED: NamespacedRules =
        NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL };
    const SAMPLE: Sample = Sample::everywhere("id").in_legacy_format(LegacyArchitecture::Nowhere);

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<MachineImageVersion>] {
        config.images()
    }

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        if !checker.quirks().providers.config_may_be_unchecked {
            checker.check_images(config.images(), &path.field("machineImages"), Self::check_version);
        }
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        if version.id.is_empty() && version.ipxe_script_url.is_empty() {
            checker
                .require_reference(path, "mapped by `id`, an operating system of Equinix Metal, or by `ipxeScriptUrl`");
        }
    }
}
