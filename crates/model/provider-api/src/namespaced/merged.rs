//! The `providerConfig` that Shoots of a NamespacedCloudProfile get.

use rootstock_core_model::{FieldPath, RawObject};

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
