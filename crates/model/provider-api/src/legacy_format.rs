//! The legacy format of image versions as data: enough to turn an entry into flavors, and flavors into an entry, by
//! editing its text.

use rootstock_core_model::{Capabilities, FieldPath};
use serde::Serialize;

use crate::{Artifact, ArtifactPlace, ImageEntries};

/// Where a version in the legacy format keeps what the capability format keeps in `capabilityFlavors`.
///
/// A flavor has `capabilities`, the fields in [`moved`](Self::moved), and `regions` if [`regions`](Self::regions) says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegacyFormat {
    /// Where an entry says which architecture it is for.
    pub architecture: LegacyArchitecture,
    /// Whether references stand in a list `regions`, which the flavors share out among themselves.
    pub regions: bool,
    /// Fields that a flavor has as the version had them: references that are valid everywhere, and what belongs to them.
    pub moved: &'static [&'static str],
    /// Fields beside the architecture that stand for a capability: gone once the flavors say it.
    pub replaced: &'static [&'static str],
    /// The capabilities beside the architecture that the legacy format knows, with their values, most preferred first.
    pub capabilities: &'static [(&'static str, &'static [&'static str])],
}

impl LegacyFormat {
    /// Nothing but references in a list `regions`.
    #[must_use]
    pub const fn regional(architecture: LegacyArchitecture) -> Self {
        Self { architecture, regions: true, moved: &[], replaced: &[], capabilities: &[] }
    }

    /// Nothing but a reference that is valid everywhere, in this field.
    #[must_use]
    pub const fn everywhere(moved: &'static [&'static str], architecture: LegacyArchitecture) -> Self {
        Self { architecture, regions: false, moved, replaced: &[], capabilities: &[] }
    }
}

/// Where the legacy format says which architecture an image is for.
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

/// One entry of `providerConfig.machineImages[].versions[]`.
#[derive(Debug, Clone, PartialEq)]
pub struct MappedVersion {
    /// The machine image's name.
    pub image: String,
    /// The version.
    pub version: String,
    /// Where the entry stands.
    pub path: FieldPath,
    /// What it maps the version to, in the order of the document.
    pub artifacts: Vec<MappedArtifact>,
}

impl MappedVersion {
    /// Whether the entry is in the capability format.
    #[must_use]
    pub fn has_flavors(&self) -> bool {
        self.artifacts.iter().any(|artifact| matches!(artifact.place, ArtifactPlace::Flavor(_)))
    }
}

/// One image artifact of a [`MappedVersion`].
#[derive(Debug, Clone, PartialEq)]
pub struct MappedArtifact {
    /// Where it stands within its version.
    pub place: ArtifactPlace,
    /// What it supports, as declared; one of the legacy format that says no architecture is for all of them.
    pub capabilities: Capabilities,
    /// Which entries of `regions` are its own.
    pub regions: Vec<usize>,
    /// The references: the region of those that are valid in one only, and the value.
    pub references: Vec<(Option<String>, String)>,
}

impl MappedVersion {
    /// Every entry in the order of the document.
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
