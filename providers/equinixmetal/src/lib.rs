//! Rootstock's plug-in for Gardener's Equinix Metal extension, which does not support capabilities: a version is mapped
//! to an operating system of Equinix Metal, or to an iPXE script, the same in all metros.
//!
//! The extension has no admission webhook, so Gardener accepts what this plug-in reports; machines then cannot be
//! created.

mod worker_config;

use rootstock_core_model::{Capabilities, Path, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    Artifact, CapabilitySupport, Checker, Comparison, Extension, GardenerLooksAt, ImageVersion, ImagesOnly,
    LegacyArchitecture, LegacyComparison, NamespacedRules, OtherFields, Plugin, ProviderImage, Repeats, Sample,
    WorkerConfigType, extension,
};
use serde::Serialize;

/// The `CloudProfileConfig` of the Equinix Metal extension, which only maps images.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// An entry for a version of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineImageVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The operating system of Equinix Metal.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub id: String,
    /// The URL of an iPXE script.
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
    const EXTENSION: Extension = Extension {
        former_names: &["packet"],
        follows: "v2.21",
        capabilities: CapabilitySupport::Never,
        repeats: Repeats::FirstWins,
        normalises_architecture: false,
        comparison: Comparison {
            legacy: LegacyComparison::Versions,
            gardener_looks_at: GardenerLooksAt::Nothing,
            ..Comparison::USUAL
        },
        namespaced: NamespacedRules { other_fields: OtherFields::Ignored, ..NamespacedRules::GLOBAL },
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        sample: Sample::everywhere("id").in_legacy_format(LegacyArchitecture::Nowhere),
        ..extension!("equinixmetal")
    };

    type Config = CloudProfileConfig;
    type Version = MachineImageVersion;

    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        Some(rootstock_provider_api::schema_of::<Self::Config>())
    }

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
