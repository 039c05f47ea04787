//! A NamespacedCloudProfile and its parent, as a provider sees them.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfileSpec, MachineImage, MachineImageVersion, NamespacedCloudProfileSpec};

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
