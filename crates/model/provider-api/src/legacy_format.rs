//! The legacy format of image versions as data: enough to convert an entry to flavors, and flavors to an entry, by
//! editing its text.

use rootstock_core_model::{Capabilities, FieldPath};
use serde::Serialize;

use crate::{Artifact, ArtifactPlace, ImageEntries};

/// The fields in which a version in the legacy format keeps what the capability format keeps in `capabilityFlavors`.
///
/// A flavor has `capabilities`, the fields in [`moved`](Self::moved), and `regions` if [`regions`](Self::regions) is
/// set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegacyFormat {
    /// The place of the architecture in an entry.
    pub architecture: LegacyArchitecture,
    /// Whether references are in a list `regions`, which is divided among the flavors.
    pub regions: bool,
    /// Fields that move unchanged from the version to each flavor: references that are valid everywhere, and related
    /// fields.
    pub moved: &'static [&'static str],
    /// Fields, besides the architecture, that a capability replaces: they are removed once the flavors declare it.
    pub replaced: &'static [&'static str],
    /// The capabilities besides the architecture that the legacy format supports, with their values, most preferred
    /// first.
    pub capabilities: &'static [(&'static str, &'static [&'static str])],
}

impl LegacyFormat {
    /// Returns a format with only references in a list `regions`.
    #[must_use]
    pub const fn regional(architecture: LegacyArchitecture) -> Self {
        Self { architecture, regions: true, moved: &[], replaced: &[], capabilities: &[] }
    }

    /// Returns a format with only references that are valid everywhere, in the fields `moved`.
    #[must_use]
    pub const fn everywhere(moved: &'static [&'static str], architecture: LegacyArchitecture) -> Self {
        Self { architecture, regions: false, moved, replaced: &[], capabilities: &[] }
    }
}

/// The place of an image's architecture in the legacy format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LegacyArchitecture {
    /// In the field `architecture` of each entry of `regions`.
    Regions,
    /// In the field `architecture` of the version; there may be several entries for one version.
    Version,
    /// Nowhere: the image is for one architecture, or for all.
    Nowhere,
}

/// An entry `providerConfig.machineImages[].versions[]`.
#[derive(Debug, Clone, PartialEq)]
pub struct MappedVersion {
    /// The machine image's name.
    pub image: String,
    /// The version.
    pub version: String,
    /// The path of the entry.
    pub path: FieldPath,
    /// The artifacts that the version is mapped to, in document order.
    pub artifacts: Vec<MappedArtifact>,
}

impl MappedVersion {
    /// Whether the entry is in the capability format.
    #[must_use]
    pub fn has_flavors(&self) -> bool {
        self.artifacts.iter().any(|artifact| matches!(artifact.place, ArtifactPlace::Flavor(_)))
    }
}

/// An image artifact of a [`MappedVersion`].
#[derive(Debug, Clone, PartialEq)]
pub struct MappedArtifact {
    /// The place within its version.
    pub place: ArtifactPlace,
    /// The declared capabilities; a legacy artifact without an architecture is for all of them.
    pub capabilities: Capabilities,
    /// The indices of its entries in `regions`.
    pub regions: Vec<usize>,
    /// The references: the region, if it is valid in only one, and the value.
    pub references: Vec<(Option<String>, String)>,
}

impl MappedVersion {
    /// Collects every entry in document order.
    pub(crate) fn all(entries: &ImageEntries<'_>) -> Vec<Self> {
        let versions = entries.versions().map(|(image, entry)| Self {
            image: image.name.to_owned(),
            version: entry.version.to_owned(),
            path: entry.path(),
            artifacts: entry.artifacts(!entry.flavors.is_empty()).iter().map(MappedArtifact::of).collect(),
        });
        versions.collect()
    }
}

impl MappedArtifact {
    fn of(artifact: &Artifact<'_>) -> Self {
        let regional = artifact.regional.iter().map(|one| (Some(one.region.to_owned()), one.value.to_owned()));
        let everywhere = artifact.everywhere.filter(|value| !value.is_empty());
        Self {
            place: artifact.place,
            regions: artifact.regional.iter().map(|one| one.index).collect(),
            references: regional.chain(everywhere.map(|value| (None, value.to_owned()))).collect(),
            capabilities: artifact.capabilities.clone().into_owned(),
        }
    }
}
