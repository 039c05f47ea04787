//! The provider's half of a NamespacedCloudProfile: entries for its own images and versions, laid over the parent's.
//!
//! What is the same for all providers is here, once; a plug-in says where it differs with [`NamespacedRules`].

mod check;
mod compared_apart;
mod complete_regions;
mod merge;
mod other_fields;
mod value;

pub(crate) use complete_regions::PROVIDER_REGIONS_INCOMPLETE;

use std::collections::HashSet;

use rootstock_core_model::{
    CloudProfileSpec, FieldPath, MachineImage, MachineImageVersion, NamespacedCloudProfileSpec, RawObject,
};
use serde::Serialize;

pub(crate) use check::check;
pub(crate) use merge::{converted, merge};

/// How an extension treats the `providerConfig` of NamespacedCloudProfiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedRules {
    /// Brings entries into the format of the parent: one without flavors becomes one flavor for everything where the
    /// parent registers capabilities, and only the first flavor is left where it does not. The fields that move are
    /// those of [`crate::LegacyFormat::moved`].
    pub converts_formats: bool,
    /// An entry for a version that the parent has, too, is put beside the parent's instead of in its place.
    pub appends_versions: bool,
    /// What becomes of fields beside `machineImages`.
    pub other_fields: OtherFields,
    /// The extension itself looks into entries and compares their flavors with those of the core half.
    pub looks_into_entries: bool,
    /// Each region that any artifact of a version is mapped in must be mapped for all of them.
    pub regions_are_complete: bool,
    /// The extension compares an entry for a version that the parent has, too, before it refuses it.
    pub compares_overrides: bool,
    /// The extension misses an architecture of a profile without capabilities only if the parent does not have the image.
    pub misses_architectures_of_new_images_only: bool,
    /// The extension goes through the entries once more, and refuses those in legacy format for architectures that their
    /// version does not have, or for versions that the profile does not have.
    pub goes_through_entries_again: bool,
    /// The extension does not exempt a version that the parent has, too: an override that lists architectures must map them.
    pub overrides_are_mapped: bool,
}

/// What becomes of fields beside `machineImages` in the `providerConfig` of a NamespacedCloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OtherFields {
    /// Other fields are refused.
    Forbidden,
    /// Other fields are read and have no effect.
    Ignored,
    /// The named fields are allowed, the others refused, all of them at once.
    Allowed(&'static [AllowedField]),
    /// The named fields are allowed, the others refused one by one.
    AllowedEachRefused(&'static [AllowedField]),
}

/// A field beside `machineImages` that a NamespacedCloudProfile may set; what it may hold is checked by
/// [`crate::Plugin::check_namespaced`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowedField {
    /// The name, directly below `providerConfig`.
    pub name: &'static str,
    /// How it is laid over the parent's.
    pub merged: FieldMerge,
}

/// How a field of a NamespacedCloudProfile is laid over the parent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FieldMerge {
    /// The child's value stands in the place of the parent's.
    Replaces,
    /// A list, of which the items with a new `name` are put behind the parent's.
    AddsNewNames,
}

impl OtherFields {
    /// The fields that a NamespacedCloudProfile may set.
    pub(crate) const fn allowed(&self) -> &'static [AllowedField] {
        match self {
            Self::Allowed(allowed) | Self::AllowedEachRefused(allowed) => allowed,
            Self::Forbidden | Self::Ignored => &[],
        }
    }
}

impl NamespacedRules {
    /// What most extensions do.
    pub const USUAL: Self = Self {
        converts_formats: false,
        appends_versions: false,
        other_fields: OtherFields::Forbidden,
        looks_into_entries: true,
        regions_are_complete: true,
        compares_overrides: true,
        misses_architectures_of_new_images_only: false,
        goes_through_entries_again: false,
        overrides_are_mapped: false,
    };

    /// What most extensions do whose images are the same in all regions.
    pub const GLOBAL: Self = Self { regions_are_complete: false, ..Self::USUAL };
}

/// A NamespacedCloudProfile as its provider sees it.
#[derive(Debug, Clone, Copy)]
pub struct NamespacedHalf<'a> {
    /// The parent, as it is stored.
    pub parent: &'a CloudProfileSpec,
    /// The profile as it is written, with its defaults.
    pub written: &'a NamespacedCloudProfileSpec,
    /// The profile in the format of its parent.
    pub child: &'a NamespacedCloudProfileSpec,
    /// What Shoots get.
    pub rendered: &'a CloudProfileSpec,
}

impl<'a> NamespacedHalf<'a> {
    /// The images and versions of the parent.
    pub(crate) fn inherited(&self) -> HashSet<(&'a str, &'a str)> {
        pairs(self.parent.images()).map(|(image, version, _)| (image, version)).collect()
    }
}

/// Every version with its own name and that of its image.
pub(crate) fn pairs(images: &[MachineImage]) -> impl Iterator<Item = (&str, &str, &MachineImageVersion)> {
    images.iter().flat_map(|image| {
        image.offered().iter().map(|version| (image.name.as_str(), version.version.as_str(), version))
    })
}

/// The `providerConfig` of a rendered NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq)]
pub struct MergedConfig {
    /// The parent's, with the entries of the NamespacedCloudProfile in it.
    pub config: RawObject,
    /// The entries.
    pub entries: Vec<MergedEntry>,
}

/// An entry of a [`MergedConfig`] that is not the parent's: an image, or a version of one that the parent has, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedEntry {
    /// Where it stands in the rendered profile.
    pub path: FieldPath,
    /// Where it stands in the NamespacedCloudProfile.
    pub from: FieldPath,
    /// Whether it stands in the place of the parent's.
    pub replaces: bool,
}
