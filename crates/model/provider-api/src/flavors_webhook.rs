//! The mutating webhook by which an extension writes flavors into a profile, as data.

use rootstock_core_model::{Flavor, MachineImage, MachineImageVersion};
use serde::Serialize;

/// Which flavors the mutating webhook of an extension writes into a version of the core half, if the profile registers
/// capabilities: those of the entry for the version, or else one for each architecture of the legacy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlavorsWebhook {
    /// The extension has no such webhook: flavors are written by hand.
    #[default]
    None,
    /// Of several entries for a version the last one counts; one that maps nothing takes the flavors away.
    LastEntry,
    /// Of several entries for a version the last one counts, if it maps anything.
    LastMappedEntry,
    /// Of several entries for a version the first one with flavors counts, or else all in the legacy format.
    FlavorsFirst,
    /// All entries for a version count, flavors before the legacy format.
    AllEntries,
}

/// The flavors of an image version as a webhook writes them; the places are those of the core half.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookFlavors {
    /// The place of the image.
    pub image: usize,
    /// The place of the version.
    pub version: usize,
    /// The flavors.
    pub flavors: Vec<Flavor>,
}

impl WebhookFlavors {
    /// The version in `images` that the flavors are written for.
    pub(crate) fn of<'i>(&self, images: &'i [MachineImage]) -> Option<&'i MachineImageVersion> {
        images.get(self.image)?.offered().get(self.version)
    }
}
