//! The extensions' treatment of NamespacedCloudProfiles, as data.

use serde::Serialize;

/// An extension's treatment of the `providerConfig` of NamespacedCloudProfiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedRules {
    /// Whether entries are converted to the format of the parent: if the parent registers capabilities, an entry
    /// without flavors becomes one flavor for everything; if not, only the first flavor remains. The fields that move
    /// are those of [`crate::LegacyFormat::moved`]. Regions are divided by architecture, and joined.
    pub converts_formats: bool,
    /// Whether an extension that converts entries before it compares the sections leaves out images without versions.
    pub leaves_out_empty_images: bool,
    /// Whether an entry for a version that the parent has, too, is added to the parent's instead of replacing it.
    pub appends_versions: bool,
    /// The treatment of fields other than `machineImages`.
    pub other_fields: OtherFields,
    /// Whether the extension itself compares the flavors of entries with those of the core section.
    pub looks_into_entries: bool,
    /// Whether each region in which any artifact of a version is mapped must be mapped for all of them.
    pub regions_are_complete: bool,
    /// Whether the extension compares an entry for a version that the parent has, too, before it rejects it.
    pub compares_overrides: bool,
    /// Whether the extension reports a missing architecture, in a profile without capabilities, only if the parent does
    /// not have the image.
    pub misses_architectures_of_new_images_only: bool,
    /// Whether the extension iterates over the entries again, and rejects those in legacy format for architectures that
    /// their version does not have, or for versions that the profile does not have.
    pub goes_through_entries_again: bool,
    /// Whether the extension requires mappings even for a version that the parent has, too: an override that lists
    /// architectures must map them.
    pub overrides_are_mapped: bool,
    /// Whether the extension also compares the images as those of a CloudProfile, with positions in the core section as
    /// paths below `spec.providerConfig`.
    pub compares_images_twice: bool,
    /// Whether the extension, where it requires mappings even for a version that the parent has, reports an own version
    /// without an entry only as such, and not each part of it, too.
    pub stops_at_unmapped_versions: bool,
    /// Whether the extension requires an entry for a version that the parent has, too, if the parent registers
    /// capabilities and images are the same in all regions: not even a date can be changed without.
    pub dates_need_entries: bool,
    /// Whether the extension's mutating webhook writes flavors into NamespacedCloudProfiles, too, as
    /// [`Extension::flavors_webhook`](crate::Extension::flavors_webhook) says.
    pub webhook_writes_flavors: bool,
}

/// The treatment of fields other than `machineImages` in the `providerConfig` of a NamespacedCloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OtherFields {
    /// Rejection of all other fields.
    Forbidden,
    /// No effect: other fields are read but ignored.
    Ignored,
    /// The allowed fields; the others are rejected, all of them at once.
    Allowed(&'static [AllowedField]),
    /// The allowed fields; the others are rejected one by one.
    AllowedEachRefused(&'static [AllowedField]),
    /// The allowed fields; the others are read but ignored.
    AllowedOthersIgnored(&'static [AllowedField]),
}

/// A field other than `machineImages` that a NamespacedCloudProfile may set; [`crate::Plugin::check_namespaced`] checks
/// its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowedField {
    /// The name, directly below `providerConfig`.
    pub name: &'static str,
    /// The way in which it is merged over the parent's.
    pub merged: FieldMerge,
}

/// The way in which a field of a NamespacedCloudProfile is merged over the parent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FieldMerge {
    /// Replacement of the parent's value.
    Replaces,
    /// Appending of the list items with a new `name` to the parent's.
    AddsNewNames,
}

impl OtherFields {
    /// Returns the fields that a NamespacedCloudProfile may set.
    pub(crate) const fn allowed(&self) -> &'static [AllowedField] {
        match self {
            Self::Allowed(allowed) | Self::AllowedEachRefused(allowed) | Self::AllowedOthersIgnored(allowed) => allowed,
            Self::Forbidden | Self::Ignored => &[],
        }
    }
}

impl NamespacedRules {
    /// The behaviour of most extensions.
    pub const USUAL: Self = Self {
        converts_formats: false,
        leaves_out_empty_images: false,
        appends_versions: false,
        other_fields: OtherFields::Forbidden,
        looks_into_entries: true,
        regions_are_complete: true,
        compares_overrides: true,
        misses_architectures_of_new_images_only: false,
        goes_through_entries_again: false,
        overrides_are_mapped: false,
        compares_images_twice: false,
        stops_at_unmapped_versions: false,
        dates_need_entries: false,
        webhook_writes_flavors: true,
    };

    /// The behaviour of most extensions whose images are the same in all regions.
    pub const GLOBAL: Self = Self { regions_are_complete: false, ..Self::USUAL };
}
