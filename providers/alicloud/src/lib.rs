//! Rootstock's plug-in for Gardener's Alibaba Cloud extension.
//!
//! Images have an ID for each region. A version is in the legacy format (`regions`, always for amd64) or in the
//! capability format (`capabilityFlavors`); a profile with capabilities may have versions of both formats.

mod releases;

use rootstock_core_model::{Path, nouns};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    CapabilitySupport, Checker, Comparison, Evidence, Extension, FlavorsWebhook, GardenerLooksAt, ImagesOnly,
    LegacyArchitecture, LegacyFormat, LegacyLookup, Plugin, ProviderImage, ReferenceScope, RegionEntry,
    RegionalVersion, Repeats, RollingFields, Sample, extension,
};
use serde::Serialize;

/// The `CloudProfileConfig` of the Alibaba Cloud extension, which only maps images.
pub type CloudProfileConfig = ImagesOnly<MachineImageVersion>;

/// An entry for a version of a machine image.
pub type MachineImageVersion = RegionalVersion<RegionImage>;

/// An image in one region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionImage {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The image's ID in the region.
    #[decodable(compare = Effect)]
    pub id: String,
}

impl RegionEntry for RegionImage {
    const REFERENCE_FIELD: &'static str = "id";

    fn region(&self) -> &str {
        &self.name
    }

    fn reference(&self) -> &str {
        &self.id
    }

    /// Returns `None`: the format has no such field, because images of the legacy format are for amd64.
    fn architecture(&self) -> Option<&str> {
        None
    }
}

/// The Alibaba Cloud extension.
#[derive(Debug, Clone, Copy)]
pub struct Alicloud;

rootstock_provider_api::register!(Alicloud);

impl Plugin for Alicloud {
    const EXTENSION: Extension = Extension {
        follows: "after v1.71",
        releases: Some(releases::KNOWN),
        infrastructure_fields: releases::INFRASTRUCTURE_FIELDS,
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::Since("v1.70"),
        legacy_format: Some(LegacyFormat::regional(LegacyArchitecture::Nowhere)),
        repeats: Repeats::FirstMapped,
        legacy_lookup: LegacyLookup::FirstEntry { of_architecture: false },
        normalises_architecture: false,
        refuses_empty_references: true,
        comparison: Comparison { gardener_looks_at: GardenerLooksAt::Versions, ..Comparison::USUAL },
        flavors_webhook: FlavorsWebhook::LastMappedEntry,
        rolling: RollingFields {
            encryption: Some(true),
            data_volumes: Some(&["size", "type", "encrypted"]),
            ..RollingFields::UNKNOWN
        },
        sample: Sample::regional("id"),
        references: ReferenceScope::Regional,
        creates_bastions: true,
        ..extension!("alicloud")
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
