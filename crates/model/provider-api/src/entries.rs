//! The images of a provider's half as entries with their places: what everything that looks at them sees, whatever the types
//! of the provider are.

use rootstock_core_model::{ARCHITECTURE, FieldPath};

use crate::unreadable::Unreadable;
use crate::{Artifact, ImageVersion, ProviderImage};

/// `providerConfig.machineImages`.
#[derive(Debug, Clone)]
pub struct ImageEntries<'c> {
    /// The entries, in the order of the document.
    pub images: Vec<ImageEntry<'c>>,
    /// Whether parts of the list could not be read, so that it is unknown which images there are.
    pub is_unreadable: bool,
    /// Whether an entry for a version without any reference is an error of its own.
    pub requires_reference: bool,
    /// Whether the images exist region by region ([`ImageVersion::IS_REGIONAL`]).
    pub(crate) is_regional: bool,
}

/// An entry for an image.
#[derive(Debug, Clone)]
pub struct ImageEntry<'c> {
    /// The image's name.
    pub name: &'c str,
    /// What its versions are mapped to.
    pub versions: Vec<VersionEntry<'c>>,
    /// Whether parts of it could not be read, so that it is unknown which versions it has.
    pub is_unreadable: bool,
    index: usize,
}

/// An entry for a version of an image: `machineImages[].versions[]`.
#[derive(Debug, Clone)]
pub struct VersionEntry<'c> {
    /// The version.
    pub version: &'c str,
    /// The artifacts of the capability format.
    pub flavors: Vec<Artifact<'c>>,
    /// The artifacts of the legacy format.
    pub legacy: Vec<Artifact<'c>>,
    /// Whether parts of it could not be read, so that it is unknown what it is mapped to.
    pub is_unreadable: bool,
    /// The positions of the image in the list and of the entry in the image.
    position: (usize, usize),
    formats_are_apart: bool,
    is_regional: bool,
}

/// An artifact with the entry it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct PlacedArtifact<'e> {
    /// The entry.
    pub entry: &'e VersionEntry<'e>,
    /// The artifact.
    pub artifact: &'e Artifact<'e>,
}

impl<'c> ImageEntries<'c> {
    pub(crate) fn of<V: ImageVersion>(images: &'c [ProviderImage<V>], unreadable: &Unreadable) -> Self {
        let version = |image: usize, index: usize, entry: &'c V| VersionEntry {
            version: entry.version(),
            flavors: entry.flavors(),
            legacy: entry.legacy(),
            is_unreadable: unreadable.version(image, index),
            position: (image, index),
            formats_are_apart: V::FORMATS_ARE_APART,
            is_regional: V::IS_REGIONAL,
        };
        let entries = images.iter().enumerate().map(|(index, image)| ImageEntry {
            name: &image.name,
            versions: image.entries().iter().enumerate().map(|(place, entry)| version(index, place, entry)).collect(),
            is_unreadable: unreadable.image(index),
            index,
        });
        Self {
            images: entries.collect(),
            is_unreadable: unreadable.any_image(),
            requires_reference: V::REQUIRES_REFERENCE,
            is_regional: V::IS_REGIONAL,
        }
    }

    /// Every entry for a version with its image, in the order of the document.
    pub fn versions(&self) -> impl Iterator<Item = (&ImageEntry<'c>, &VersionEntry<'c>)> {
        self.images.iter().flat_map(|image| image.versions.iter().map(move |version| (image, version)))
    }
}

impl ImageEntry<'_> {
    /// Where the entry stands.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        images_path().index(self.index)
    }
}

impl<'c> VersionEntry<'c> {
    /// Where the entry stands.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        entry_path(images_path(), self.position.0, self.position.1)
    }

    /// What images are chosen from; `capabilities` says whether the profile registers any.
    #[must_use]
    pub fn artifacts(&self, capabilities: bool) -> &[Artifact<'c>] {
        let flavors = if self.formats_are_apart { capabilities } else { !self.flavors.is_empty() };
        if flavors { &self.flavors } else { &self.legacy }
    }

    /// The artifacts of the capability format with their places.
    pub fn placed_flavors(&self) -> impl Iterator<Item = PlacedArtifact<'_>> {
        self.flavors.iter().map(|artifact| PlacedArtifact { entry: self, artifact })
    }

    /// The artifacts of the legacy format that stand for their architecture, with their places.
    pub fn placed_legacy(&self) -> impl Iterator<Item = PlacedArtifact<'_>> {
        self.mapped().map(|artifact| PlacedArtifact { entry: self, artifact })
    }

    /// The artifacts of the legacy format that stand for their architecture.
    pub(crate) fn mapped(&self) -> impl Iterator<Item = &Artifact<'c>> {
        self.legacy.iter().filter(|artifact| !self.is_regional || !artifact.regional.is_empty())
    }

    /// Whether two are one and the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<'e> PlacedArtifact<'e> {
    /// Where the artifact stands: in its entry, or the entry itself.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        self.artifact.place.below(self.entry.path())
    }

    /// The architecture it is for, if it says so.
    pub(crate) fn architecture(&self) -> Option<&'e str> {
        architecture_of(self.artifact)
    }
}

/// The architecture that an artifact is for, if it says so.
pub(crate) fn architecture_of<'a>(artifact: &'a Artifact<'_>) -> Option<&'a str> {
    artifact.capabilities.get(ARCHITECTURE)?.first().map(String::as_str)
}

/// The path of the images of the provider's half.
pub(crate) fn images_path() -> FieldPath {
    FieldPath::root().field("spec").field("providerConfig").field("machineImages")
}

/// The path of an entry of a list of images.
pub(crate) fn entry_path(list: FieldPath, image: usize, version: usize) -> FieldPath {
    list.index(image).field("versions").index(version)
}
