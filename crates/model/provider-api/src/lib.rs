//! The plug-in contract of Rootstock: the interface through which an infrastructure provider describes its part of a
//! CloudProfile.
//!
//! A CloudProfile has two sections that must fit each other: the core section, which Gardener reads, and
//! `providerConfig`, which only the provider's extension reads. A plug-in reads that section for one provider.
//!
//! - [`Provider`] and [`ProviderConfig`] are the object-safe contract that programs use; [`Registry`] holds the
//!   providers of a program.
//! - [`Plugin`] is the trait that a plug-in author implements: an [`Extension`], which is data, and the provider's
//!   types. This crate has everything that plug-ins share: decoding ([`Plugin::Config`]), the form of image entries
//!   ([`Checker`]), the comparison of the two sections, the list of image references, and the choice of one.
//!
//! The crate `rootstock-conformance-kit` tests a plug-in against the laws that hold for every provider.

mod assumptions;
mod built_in;
mod checked_section;
mod checker;
mod comparison;
mod config_form;
mod core_section;
mod correspondence;
mod diagnostics;
mod entries;
mod entry_check;
mod extension;
mod extension_flavors;
mod flavor_check;
mod flavors_webhook;
mod global_version;
mod identity;
mod image_entries;
mod image_reference;
mod image_vocabulary;
mod images_only;
mod keyed_list;
mod legacy_format;
mod machine_setting;
mod namespaced;
mod nearest_flavor;
mod old_entries;
mod outcome;
mod plugin;
mod provider;
mod reference_path;
mod region_mapping;
mod regional_version;
mod registered;
mod registry;
mod release_setting;
mod resolution;
mod rolling;
mod sample;
#[cfg(feature = "schema")]
mod schema;
mod section;
mod selection;
mod shared_rules;
mod shoot_change;
mod shoot_config;
mod typed;
mod unchecked;
mod undecodable;
mod unmapped;
mod unreadable;
mod unreleased;
mod worker_config;

pub use checker::Checker;
pub use comparison::{
    CapabilityLookup, Comparison, EmptyReferences, GardenerLooksAt, GeneralReferences, LegacyComparison, LegacyLookup,
    MixedFormat, Repeats,
};
pub use entries::{ImageEntries, ImageEntry, PlacedArtifact, VersionEntry};
pub use extension::{
    CapabilitySupport, Evidence, Extension, Held, KnownReleases, ReferenceScope, ReleaseDeparture, RemovedField,
};
pub use extension_flavors::{WebhookTarget, with_flavors_of_extension};
pub use flavors_webhook::{FlavorsWebhook, WebhookFlavors};
pub use global_version::{GlobalFlavor, GlobalVersion};
pub use identity::{ConfigIdentity, IdentityDefaults, Package};
pub use image_entries::{
    Artifact, ArtifactPlace, ImageVersion, ProviderImage, RegionalReference, architecture_only, by_architecture,
};
pub use image_reference::{
    Candidate, GardenerAnswer, ImageChoice, ImageNotFound, ImageOutcome, ImageReference, ImageRequest, NotFoundReason,
};
pub use image_vocabulary::ImageVocabulary;
pub use images_only::ImagesOnly;
#[doc(hidden)]
pub use inventory;
pub use keyed_list::{KeyedBy, KeyedList, KeyedLists};
pub use legacy_format::{LegacyArchitecture, LegacyFormat, MappedArtifact, MappedVersion};
pub use machine_setting::MachineSetting;
pub use namespaced::{
    AllowedField, FieldMerge, MergedConfig, MergedEntry, NamespacedRules, NamespacedSection, OtherFields,
};
pub use outcome::ProviderOutcome;
pub use plugin::{Plugin, RegionalImages};
pub use provider::{Decoded, Provider, ProviderChecks, ProviderConfig, WorkerDemand};
pub use reference_path::ReferencePath;
pub use region_mapping::{RegionEntry, RegionId};
pub use regional_version::{RegionalFlavor, RegionalVersion};
pub use registry::{Registration, Registry, RegistryBuilder, RegistryError};
pub use release_setting::{ExtensionReleaseError, ExtensionReleaseSettings};
pub use resolution::{
    ConsideredEntry, EntryOutcome, Resolution, ResolutionParameter, ResolutionQuery, ResolvedSetting, SettingAnswer,
};
pub use rolling::{
    ChangedField, RollingChanges, RollingConfig, RollingFields, WorkerChange, changed_values, whole_provider_config,
};
pub use sample::Sample;
#[cfg(feature = "schema")]
pub use schema::schema_of;
pub use shared_rules::{CONFIG_IDENTITY, MAPPING_SURPLUS, REGIONS_INCOMPLETE, rules};
pub use shoot_change::ShootChange;
pub use shoot_config::{foreign_worker_config, read_shoot_config};
pub use undecodable::UndecodableConfig;
pub use worker_config::{NodeTemplate, ShootConfigField, WorkerConfigType};

/// The former name of [`NamespacedSection`].
#[deprecated(since = "0.1.0", note = "renamed to `NamespacedSection`")]
pub type NamespacedHalf<'a> = NamespacedSection<'a>;
