//! A NamespacedCloudProfile and its parent, as a provider sees them.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfileSpec, MachineImage, MachineImageVersion, NamespacedCloudProfileSpec};

/// A NamespacedCloudProfile as its provider sees it.
#[derive(Debug, Clone, Copy)]
pub struct NamespacedSection<'a> {
    /// The parent, as stored.
    pub parent: &'a CloudProfileSpec,
    /// The profile as written, with defaults.
    pub written: &'a NamespacedCloudProfileSpec,
    /// The profile in the format of its parent.
    pub child: &'a NamespacedCloudProfileSpec,
    /// The profile that Shoots use.
    pub rendered: &'a CloudProfileSpec,
}

impl<'a> NamespacedSection<'a> {
    /// Returns the images and versions of the parent.
    pub(crate) fn inherited(&self) -> HashSet<(&'a str, &'a str)> {
        pairs(self.parent.images()).map(|(image, version, _)| (image, version)).collect()
    }
}

/// Iterates over the versions with the names of image and version.
pub(crate) fn pairs(images: &[MachineImage]) -> impl Iterator<Item = (&str, &str, &MachineImageVersion)> {
    images.iter().flat_map(|image| {
        image.offered().iter().map(|version| (image.name.as_str(), version.version.as_str(), version))
    })
}
