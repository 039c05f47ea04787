//! Rootstock's plug-in for the IronCore Metal extension.
//!
//! Images are the same in all regions. In the legacy format a version has one entry for each architecture, in the
//! capability format one entry with `capabilityFlavors`; a profile with capabilities may have versions of both formats.

mod worker_config;

use std::collections::BTreeMap;

use rootstock_core_model::{Base64Data, Path, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Evidence, Extension, FlavorsWebhook, GlobalVersion, LegacyArchitecture, LegacyFormat,
    NamespacedRules, OtherFields, Plugin, ProviderImage, Repeats, Sample, WorkerConfigType, extension,
};
use serde::Serialize;

/// The `CloudProfileConfig` of the IronCore Metal extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudProfileConfig {
    /// `ironcore-metal.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The mappings of machine images.
    #[decodable(compare = Effect)]
    pub machine_images: Option<Vec<ProviderImage<GlobalVersion>>>,
    /// The access to regions.
    pub region_configs: Option<Vec<RegionConfig>>,
    /// The servers of machine types.
    pub machine_types: Option<Vec<MachineTypeServers>>,
}

/// The access to a region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionConfig {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The URL of its API server.
    pub server: String,
    /// The certificate authority of the API server.
    pub certificate_authority_data: Option<Base64Data>,
}

/// The servers of a machine type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeServers {
    /// The machine type.
    #[decodable(key, refers_to = nouns::MACHINE_TYPE)]
    pub name: String,
    /// The labels of its servers.
    pub server_labels: BTreeMap<String, String>,
}

/// The IronCore Metal extension.
#[derive(Debug, Clone, Copy)]
pub struct IronCoreMetal;

rootstock_provider_api::register!(IronCoreMetal);

impl Plugin for IronCoreMetal {
    const EXTENSION: Extension = Extension {
        follows: "after v0.1.0",
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::SinceUnknown,
        legacy_format: Some(LegacyFormat::everywhere(&["image"], LegacyArchitecture::Version)),
        repeats: Repeats::EntryPerArchitecture,
        namespaced: NamespacedRules {
            other_fields: OtherFields::Ignored,
            compares_overrides: false,
            goes_through_entries_again: true,
            ..NamespacedRules::GLOBAL
        },
        flavors_webhook: FlavorsWebhook::AllEntries,
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        sample: Sample::everywhere("image").with_settings(
            r#"{
            "regionConfigs": [{"name": "north", "server": "https://north.example", "certificateAuthorityData": "Y2E="}],
            "machineTypes": [{"name": "m1"}]
        }"#,
        ),
        ..extension!("ironcore-metal")
    };

    type Config = CloudProfileConfig;
    type Version = GlobalVersion;

    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        Some(rootstock_provider_api::schema_of::<Self::Config>())
    }

    fn images(config: &CloudProfileConfig) -> &[ProviderImage<GlobalVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check_version(checker: &mut Checker<'_>, version: &GlobalVersion, path: &Path<'_>) {
        checker.check_global_version(version, "the reference of the image", path);
    }
}
