//! Entries of the provider's half and where they stand: what everything that looks at them has in common.

use std::fmt;

use rootstock_core_model::{ARCHITECTURE, FieldPath};

use crate::{Artifact, ImageVersion, ProviderImage};

/// An entry for a version of an image: `machineImages[image].versions[version]`.
pub(crate) struct Entry<'v, V> {
    image: usize,
    version: usize,
    pub(crate) entry: &'v V,
}

/// An artifact of an entry.
#[derive(Debug)]
pub(crate) struct EntryArtifact<'v> {
    image: usize,
    version: usize,
    pub(crate) artifact: Artifact<'v>,
}

/// Every entry with its image, in the order of the document.
pub(crate) fn entries<V>(images: &[ProviderImage<V>]) -> impl Iterator<Item = (&ProviderImage<V>, Entry<'_, V>)> {
    images.iter().enumerate().flat_map(|(index, image)| Entry::of(index, image).map(move |entry| (image, entry)))
}

impl<'v, V> Entry<'v, V> {
    /// The entries of an image, which stands at `index`.
    pub(crate) fn of(index: usize, image: &'v ProviderImage<V>) -> impl Iterator<Item = Self> {
        let entries = image.entries().iter().enumerate();
        entries.map(move |(version, entry)| Entry { image: index, version, entry })
    }

    /// The positions of the image in the list and of the entry in the image.
    pub(crate) const fn position(&self) -> (usize, usize) {
        (self.image, self.version)
    }

    /// Where the entry stands.
    pub(crate) fn path(&self) -> FieldPath {
        entry_path(images_path(), self.image, self.version)
    }
}

impl<'v, V: ImageVersion> Entry<'v, V> {
    /// The artifacts of the capability format.
    pub(crate) fn flavors(self) -> impl Iterator<Item = EntryArtifact<'v>> {
        let (image, version) = self.position();
        self.entry.flavors().into_iter().map(move |artifact| EntryArtifact { image, version, artifact })
    }

    /// The artifacts of the legacy format that stand for their architecture.
    pub(crate) fn mapped(self) -> impl Iterator<Item = EntryArtifact<'v>> {
        let (image, version) = self.position();
        mapped(self.entry).map(move |artifact| EntryArtifact { image, version, artifact })
    }
}

impl EntryArtifact<'_> {
    /// Where the entry stands.
    pub(crate) fn entry_path(&self) -> FieldPath {
        entry_path(images_path(), self.image, self.version)
    }

    /// Where the artifact stands: in its entry, or the entry itself.
    pub(crate) fn path(&self) -> FieldPath {
        self.artifact.place.below(self.entry_path())
    }

    /// The architecture it is for, if it says so.
    pub(crate) fn architecture(&self) -> Option<&str> {
        architecture_of(&self.artifact)
    }
}

impl<V> Clone for Entry<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Entry<'_, V> {}

impl<V> fmt::Debug for Entry<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.position()).finish()
    }
}

/// The artifacts of the legacy format that stand for their architecture.
pub(crate) fn mapped<V: ImageVersion>(entry: &V) -> impl Iterator<Item = Artifact<'_>> {
    entry.legacy().into_iter().filter(|artifact| !V::IS_REGIONAL || !artifact.regional.is_empty())
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
