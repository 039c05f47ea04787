//! How an extension treats NamespacedCloudProfiles, as data.

use serde::Serialize;

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
