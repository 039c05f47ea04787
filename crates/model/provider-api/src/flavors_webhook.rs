//! The mutating webhook of an extension that writes flavors into a profile, as data.

use rootstock_core_model::{Flavor, MachineImage, MachineImageVersion};
use serde::Serialize;

/// The flavors that the mutating webhook of an extension writes into a version of the core section, if the profile
/// registers capabilities: those of the entry for the version, or else one for each architecture of the legacy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlavorsWebhook {
    /// No such webhook: users write the flavors.
    #[default]
    None,
    /// The flavors of the last entry for a version; if it maps nothing, the flavors are removed.
    LastEntry,
    /// The flavors of the last entry for a version; an entry in the legacy format has none, so the flavors are removed.
    FlavorsOnly,
    /// The flavors of the last entry for a version that maps anything, if there is one.
    LastMappedEntry,
    /// The flavors of the first entry with any, or else those of all entries in the legacy format.
    FlavorsFirst,
    /// The flavors of all entries for a version, those of the legacy format last.
    AllEntries,
}

/// The flavors of an image version as a webhook writes them, with the position in the core section.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookFlavors {
    /// The index of the image.
    pub image: usize,
    /// The index of the version in the image.
    pub version: usize,
    /// The flavors.
    pub flavors: Vec<Flavor>,
}

impl WebhookFlavors {
    /// Returns the version in `images` that the flavors are for.
    pub(crate) fn of<'i>(&self, images: &'i [MachineImage]) -> Option<&'i MachineImageVersion> {
        images.get(self.image)?.offered().get(self.version)
    }
}
