//! The `providerConfig` that Shoots of a NamespacedCloudProfile use.

use rootstock_core_model::{FieldPath, RawObject};

/// The `providerConfig` of a rendered NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq)]
pub struct MergedConfig {
    /// The parent's configuration, with the entries of the NamespacedCloudProfile.
    pub config: RawObject,
    /// The entries.
    pub entries: Vec<MergedEntry>,
}

/// An entry of a [`MergedConfig`] that is not the parent's: an image, or a version of an image that the parent has,
/// too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedEntry {
    /// The path in the rendered profile.
    pub path: FieldPath,
    /// The path in the NamespacedCloudProfile.
    pub from: FieldPath,
    /// Whether it replaces the parent's entry.
    pub replaces: bool,
}
