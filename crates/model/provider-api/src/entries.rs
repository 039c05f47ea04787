//! The images of a provider section as entries with their positions, independent of the provider's types.

use rootstock_core_model::{ARCHITECTURE, FieldPath};

use crate::unreadable::Unreadable;
use crate::{Artifact, ImageVersion, ProviderImage};

/// `providerConfig.machineImages`.
#[derive(Debug, Clone)]
pub struct ImageEntries<'c> {
    /// The entries, in the order of the document.
    pub images: Vec<ImageEntry<'c>>,
    /// Whether parts of the list could not be read, so that its images are not all known.
    pub is_unreadable: bool,
    /// Whether an entry for a version without any reference is an error of its own.
    pub requires_reference: bool,
    /// Whether the images are mapped per region ([`ImageVersion::IS_REGIONAL`]).
    pub(crate) is_regional: bool,
}

/// An entry for an image.
#[derive(Debug, Clone)]
pub struct ImageEntry<'c> {
    /// The image's name.
    pub name: &'c str,
    /// The entries for its versions.
    pub versions: Vec<VersionEntry<'c>>,
    /// Whether parts of it could not be read, so that its versions are not all known.
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
    /// Whether parts of it could not be read, so that its mapping is unknown.
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
    pub(crate) fn of<V: ImageVersion>(
        images: &'c [ProviderImage<V>],
        unreadable: &Unreadable,
        formats_are_apart: bool,
    ) -> Self {
        let version = |image: usize, index: usize, entry: &'c V| VersionEntry {
            version: entry.version(),
            flavors: entry.flavors(),
            legacy: entry.legacy(),
            is_unreadable: unreadable.version(image, index),
            position: (image, index),
            formats_are_apart: V::FORMATS_ARE_APART || formats_are_apart,
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
            is_unreadable: unreadable.is_list_unreadable(),
            requires_reference: V::REQUIRES_REFERENCE,
            is_regional: V::IS_REGIONAL,
        }
    }

    /// Changes the artifacts of the legacy format.
    pub(crate) fn change_legacy(&mut self, change: impl Fn(&mut Artifact<'c>)) {
        let versions = self.images.iter_mut().flat_map(|image| &mut image.versions);
        versions.flat_map(|version| &mut version.legacy).for_each(change);
    }

    /// Iterates over the entries for versions with their images, in document order.
    pub fn versions(&self) -> impl Iterator<Item = (&ImageEntry<'c>, &VersionEntry<'c>)> {
        self.images.iter().flat_map(|image| image.versions.iter().map(move |version| (image, version)))
    }
}

impl ImageEntry<'_> {
    /// Returns the path of the entry.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        images_path().index(self.index)
    }
}

impl<'c> VersionEntry<'c> {
    /// Returns the path of the entry.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        entry_path(images_path(), self.position.0, self.position.1)
    }

    /// Returns the artifacts that images are chosen from; `capabilities` is true if the profile registers any.
    #[must_use]
    pub fn artifacts(&self, capabilities: bool) -> &[Artifact<'c>] {
        let flavors = if self.formats_are_apart { capabilities } else { !self.flavors.is_empty() };
        if flavors { &self.flavors } else { &self.legacy }
    }

    /// Returns the artifacts of the capability format, with their entry.
    pub fn placed_flavors(&self) -> impl Iterator<Item = PlacedArtifact<'_>> {
        self.flavors.iter().map(|artifact| PlacedArtifact { entry: self, artifact })
    }

    /// Returns the artifacts of the legacy format that count for their architecture, with their entry.
    pub fn placed_legacy(&self) -> impl Iterator<Item = PlacedArtifact<'_>> {
        self.mapped().map(|artifact| PlacedArtifact { entry: self, artifact })
    }

    /// Returns the artifacts of the legacy format that count for their architecture.
    pub(crate) fn mapped(&self) -> impl Iterator<Item = &Artifact<'c>> {
        self.legacy.iter().filter(|artifact| !self.is_regional || !artifact.regional.is_empty())
    }

    /// Whether the entry has flavors, or a reference in the legacy format.
    pub(crate) fn maps_anything(&self) -> bool {
        !self.flavors.is_empty() || self.mapped().any(Artifact::has_counted_reference)
    }

    /// Whether both are the same entry.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<'e> PlacedArtifact<'e> {
    /// Returns the path of the artifact: below its entry, or the entry itself.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        self.artifact.place.below(self.entry.path())
    }

    /// Returns the architecture it is for, if declared.
    pub(crate) fn architecture(&self) -> Option<&'e str> {
        architecture_of(self.artifact)
    }
}

/// Returns the architecture that an artifact is for, if declared.
pub(crate) fn architecture_of<'a>(artifact: &'a Artifact<'_>) -> Option<&'a str> {
    artifact.capabilities.get(ARCHITECTURE)?.first().map(String::as_str)
}

/// Returns the path of the images of the provider section.
pub(crate) fn images_path() -> FieldPath {
    FieldPath::root().field("spec").field("providerConfig").field("machineImages")
}

/// Returns the path of an entry for a version in a list of images.
pub(crate) fn entry_path(list: FieldPath, image: usize, version: usize) -> FieldPath {
    list.index(image).field("versions").index(version)
}
