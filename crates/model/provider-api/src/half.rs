//! The provider's half of a profile without the plug-in's types: what is asked of it by code that is the same for all plug-ins, and
//! so is compiled once and not for each of them.

use rootstock_core_model::{Capabilities, FieldPath};

use crate::{Artifact, ArtifactPlace, Extension, ImageRequest, ImageVersion, ProviderImage};

/// A decoded `providerConfig`, whatever its type is.
pub(crate) trait Half {
    /// What its extension is and does, under the quirks that it was read with.
    fn extension(&self) -> &'static Extension;

    /// The lists of images: those for one region each, then the common one. For a request only what it asks for is in them.
    fn lists(&self, request: Option<&ImageRequest<'_>>) -> Vec<ImageList<'_>>;

    /// What it says about a machine type in the legacy format that capabilities say instead.
    fn machine_type(&self, name: &str) -> Capabilities;
}

/// `machineImages`, those of the `providerConfig` or those of a region.
pub(crate) struct ImageList<'c> {
    /// The region, if the list is that of one.
    pub(crate) region: Option<&'c str>,
    /// Where the list stands.
    pub(crate) path: FieldPath,
    /// The entries, in the order of the document.
    pub(crate) images: Vec<ListedImage<'c>>,
}

/// An entry for an image.
pub(crate) struct ListedImage<'c> {
    /// Its place in the list.
    pub(crate) index: usize,
    /// The image's name.
    pub(crate) name: &'c str,
    /// The entries for versions with their places.
    pub(crate) versions: Vec<(usize, &'c dyn Mapped)>,
}

impl<'c> ImageList<'c> {
    /// What a request asks for of a list, or else all of it.
    pub(crate) fn of<V: ImageVersion>(
        region: Option<&'c str>,
        path: FieldPath,
        images: &'c [ProviderImage<V>],
        request: Option<&ImageRequest<'_>>,
    ) -> Self {
        let listed = images.iter().enumerate().filter(|(_, image)| request.is_none_or(|one| one.image == image.name));
        let listed = listed.map(|(index, image)| {
            let versions = image.entries().iter().enumerate();
            let versions = versions.filter(|(_, entry)| request.is_none_or(|one| one.version == entry.version()));
            let versions = versions.map(|(place, entry)| (place, entry as &dyn Mapped)).collect();
            ListedImage { index, name: &image.name, versions }
        });
        Self { region, path, images: listed.collect() }
    }
}

/// What a version is mapped to, whatever the type of the entry is.
pub(crate) trait Mapped {
    /// The version.
    fn version(&self) -> &str;

    /// The artifacts of the legacy format.
    fn legacy_artifacts(&self) -> Vec<Artifact<'_>>;

    /// What images are chosen from; `capabilities` says whether the profile registers any.
    fn artifacts(&self, capabilities: bool) -> Vec<Artifact<'_>>;

    /// Whether an artifact without any reference competes with others when it stands there.
    fn competes_without_reference(&self, place: ArtifactPlace) -> bool;

    /// What the provider calls references: one that is valid in one region, and one that is valid everywhere.
    fn reference_fields(&self) -> [&'static str; 2];
}

impl<V: ImageVersion> Mapped for V {
    fn version(&self) -> &str {
        ImageVersion::version(self)
    }

    fn legacy_artifacts(&self) -> Vec<Artifact<'_>> {
        self.legacy()
    }

    fn artifacts(&self, capabilities: bool) -> Vec<Artifact<'_>> {
        ImageVersion::artifacts(self, capabilities)
    }

    fn competes_without_reference(&self, place: ArtifactPlace) -> bool {
        V::competes_without_reference(place)
    }

    fn reference_fields(&self) -> [&'static str; 2] {
        [V::REGIONAL_FIELD, V::EVERYWHERE_FIELD]
    }
}
