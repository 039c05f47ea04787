//! Rootstock's plug-in for Gardener's Azure extension.
//!
//! Images are the same in all regions, and are referred to in one of four ways. In the legacy format a version has one
//! entry for each architecture and kind of networking, in the capability format one entry with `capabilityFlavors`; a
//! profile with capabilities may have versions of both formats.

mod config;
mod domain_counts;
mod image_reference;
mod machine_types;
mod networking;
mod releases;
mod worker_config;

use rootstock_core_model::{Capabilities, Path};
use rootstock_provider_api::{
    AllowedField, CapabilitySupport, Checker, Comparison, Evidence, Extension, FieldMerge, FlavorsWebhook,
    LegacyArchitecture, LegacyFormat, NamespacedRules, NamespacedSection, OtherFields, Plugin, ProviderImage, Repeats,
    RollingConfig, RollingFields, Sample, WorkerConfigType, extension,
};

pub use config::{
    CloudConfiguration, CloudProfileConfig, DomainCount, ImageFlavor, MachineImageVersion, MachineTypeNetworking,
};

/// The Azure extension.
#[derive(Debug, Clone, Copy)]
pub struct Azure;

rootstock_provider_api::register!(Azure);

/// The fields besides `machineImages` that a NamespacedCloudProfile may set.
const ALLOWED_FIELDS: &[AllowedField] = &[AllowedField { name: "machineTypes", merged: FieldMerge::AddsNewNames }];

impl Plugin for Azure {
    const EXTENSION: Extension = Extension {
        follows: "after v1.62",
        releases: Some(releases::KNOWN),
        infrastructure_fields: releases::INFRASTRUCTURE_FIELDS,
        evidence: Evidence::recorded(400, 400, 400),
        capabilities: CapabilitySupport::Since("v1.58"),
        legacy_format: Some(LegacyFormat {
            architecture: LegacyArchitecture::Version,
            regions: false,
            moved: &["urn", "id", "communityGalleryImageID", "sharedGalleryImageID", "skipMarketplaceAgreement"],
            replaced: &["acceleratedNetworking"],
            capabilities: &networking::NAMING.legacy,
        }),
        repeats: Repeats::EntryPerArchitecture,
        comparison: Comparison { compares_sound_config_only: true, looks_for_empty_images: true, ..Comparison::USUAL },
        namespaced: NamespacedRules {
            appends_versions: true,
            other_fields: OtherFields::AllowedEachRefused(ALLOWED_FIELDS),
            misses_architectures_of_new_images_only: true,
            ..NamespacedRules::GLOBAL
        },
        flavors_webhook: FlavorsWebhook::FlavorsFirst,
        rolling: RollingFields {
            encryption: Some(false),
            data_volumes: Some(&["size", "type"]),
            config: RollingConfig::Chosen { since: 34, settings: &ROLLING_SETTINGS, without_effect: &[] },
        },
        machine_settings: &networking::NAMING.settings,
        worker_config: Some(WorkerConfigType::of::<worker_config::WorkerConfig>()),
        worker_fields: worker_config::FIELDS,
        sample: Sample::everywhere("id").with_legacy_fields(r#"{"acceleratedNetworking": true}"#).with_settings(
            r#"{
            "countFaultDomains": [{"region": "north", "count": 2}],
            "countUpdateDomains": [{"region": "north", "count": 5}],
            "cloudConfiguration": {"name": "AzurePublic"}
        }"#,
        ),
        creates_bastions: true,
        ..extension!("azure")
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

    fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        domain_counts::check(config.count_fault_domains.as_deref(), &path.field("countFaultDomains"), checker);
        domain_counts::check(config.count_update_domains.as_deref(), &path.field("countUpdateDomains"), checker);
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
        if checker.settings().own_warnings {
            machine_types::check(config.machine_types.as_deref(), &path.field("machineTypes"), checker);
        }
    }

    fn check_namespaced(config: &CloudProfileConfig, section: &NamespacedSection<'_>, checker: &mut Checker<'_>) {
        machine_types::check_namespaced(config, section, checker);
    }

    fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
        check_version(checker, version, path);
    }

    fn legacy_machine_type(config: &CloudProfileConfig, name: &str) -> Capabilities {
        config.machine_type_networking(name)
    }
}

fn check_version(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
    let (flavors, reference) = (version.written_flavors(), version.reference());
    if !checker.has_capabilities() {
        checker.forbid_flavors_without_capabilities(flavors.len(), path);
    } else if !flavors.is_empty() || checker.refuses_legacy_entries() {
        if checker.refuses_legacy_entries() {
            forbid_legacy_entry(checker, version, path);
        }
        let mut mixed = false;
        if reference.count() > 0 && !checker.refuses_legacy_entries() {
            // The extension reports a field that does not exist.
            let image = path.field("image");
            let place = if checker.quirks().findings.gardener_paths { &image } else { path };
            checker.forbid_mixed_formats("an image reference", place);
            mixed = true;
        }
        let legacy = [
            ("architecture", version.architecture.is_some()),
            ("acceleratedNetworking", version.accelerated_networking.is_some()),
        ];
        if !checker.refuses_legacy_entries() {
            mixed |= checker.forbid_legacy_fields(&legacy, path);
        }
        // The extension stops here.
        if mixed && checker.follow_ups() {
            return;
        }
        let list = path.field("capabilityFlavors");
        for (index, flavor) in flavors.iter().enumerate() {
            let path = list.index(index);
            checker.check_flavor_capabilities(&flavor.capabilities, &path.field("capabilities"));
            image_reference::check(&flavor.reference(), &path, &path, checker);
        }
        return;
    }
    let image = path.field("image");
    let nothing = checker.has_capabilities() && reference.count() == 0;
    let missing_path = if nothing && checker.quirks().findings.gardener_paths { &image } else { path };
    image_reference::check(&reference, path, missing_path, checker);
    // The extension stops here if neither format is used.
    if nothing && checker.follow_ups() {
        return;
    }
    checker.check_legacy_architecture(version.architecture.as_deref(), path);
    networking::check_legacy(version.accelerated_networking == Some(true), path, checker);
}

/// Reports the fields of the legacy format, which the release of the extension refuses in a profile with capabilities.
fn forbid_legacy_entry(checker: &mut Checker<'_>, version: &MachineImageVersion, path: &Path<'_>) {
    let has_reference = version.reference().count() > 0;
    let has_architecture = version.architecture.as_deref().is_some_and(|architecture| !architecture.is_empty());
    if !version.written_flavors().is_empty() {
        if has_reference {
            checker.forbid_mixed_formats("an image reference", path);
        }
        checker.forbid_legacy_fields(&[("architecture", has_architecture)], path);
        return;
    }
    if has_reference {
        checker.forbid_legacy_reference(path);
    }
    // The extension's defaults write the architecture of an entry without flavors.
    if checker.follow_ups() || !has_reference {
        checker.forbid_legacy_field("architecture", path);
    }
}

/// The settings of a worker that the extension adds to the hash of its pool.
const ROLLING_SETTINGS: [&str; 6] = [
    "nodeTemplate.capacity",
    "volume.caching",
    "dataVolumes.name",
    "dataVolumes.imageRef",
    "diagnosticsProfile",
    "capacityReservation.capacityReservationGroupID",
];
