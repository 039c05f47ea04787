//! Rootstock's plug-in for Gardener's AWS extension.
//!
//! Images are AMIs, one for each region. A version is in the legacy format (`regions` with an architecture each) or in
//! the capability format (`capabilityFlavors`); a profile with capabilities may have versions of both formats.

mod releases;
mod rolling;
mod worker_config;

use rootstock_core_model::{Path, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, FlavorsWebhook, ImagesOnly, LegacyArchitecture,
    LegacyFormat, Plugin, ProviderImage, ReferenceScope, RegionEntry, RegionalVersion, RollingFields, Sample,
    WorkerConfigType, extension,
};
use serde::Serialize;

/// The `CloudProfileConfig` of the AWS extension, which only maps images.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// An entry for a version of a machine image.
pub type MachineImageVersion = RegionalVersion<RegionAmi>;

/// An image in one region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionAmi {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The AMI's ID in the region.
    #[decodable(compare = Effect)]
    pub ami: String,
    /// The AMI's architecture in the legacy format; defaults to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
}

impl RegionEntry for RegionAmi {
    const REFERENCE_FIELD: &'static str = "ami";

    fn region(&self) -> &str {
        &self.name
    }

    fn reference(&self) -> &str {
        &self.ami
    }

    /// Returns the architecture; `ignore` is the extension's own marker for an unset one.
    fn architecture(&self) -> Option<&str> {
        self.architecture.as_deref().filter(|architecture| *architecture != "ignore")
    }
}

/// The AWS extension.
#[derive(Debug, Clone, Copy)]
pub struct Aws;

rootstock_provider_api::register!(Aws);

impl Plugin for Aws {
    const EXTENSION: Extension = Extension {
        follows: "after v1.73",
        releases: Some(releases::KNOWN),
        infrastructure_fields: releases::INFRASTRUCTURE_FIELDS,
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::Since("v1.65"),
        legacy_format: Some(LegacyFormat::regional(LegacyArchitecture::Regions)),
        needs_written_architecture: true,
        comparison: Comparison { names_architectures_of_unmapped_versions: false, ..Comparison::USUAL },
        flavors_webhook: FlavorsWebhook::LastMappedEntry,
        refuses_unmapped_shoots: true,
        rolling: RollingFields {
            encryption: Some(true),
            data_volumes: Some(&["size", "type", "encrypted"]),
            config: rolling::CONFIG,
        },
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        worker_fields: worker_config::FIELDS,
        sample: Sample::regional("ami"),
        references: ReferenceScope::Regional,
        creates_bastions: true,
        ..extension!("aws")
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

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        checker.check_regional_version(version, path);
    }
}
