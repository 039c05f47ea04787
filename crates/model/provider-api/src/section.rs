//! The provider section of a profile without the plug-in's types. Code that is shared by all plug-ins uses it, and so is
//! compiled once instead of once per plug-in.

use std::sync::Arc;

use rootstock_core_model::{Capabilities, FieldPath, Quirks};

use crate::{Artifact, ArtifactPlace, Extension, ImageRequest, ImageVersion, ProviderImage, UndecodableConfig};

/// A decoded `providerConfig` of any type.
pub(crate) trait Section {
    /// Returns the description of its extension, in the release and under the quirks that the configuration was read with.
    fn extension(&self) -> &Extension;

    /// Returns the lists of images: first those of single regions, then the common one. With a request, only the
    /// matching entries.
    fn lists(&self, request: Option<&ImageRequest<'_>>) -> Vec<ImageList<'_>>;

    /// Returns the lists of single regions, with only the entries for the image and version of a request, whatever its region.
    fn regional_lists(&self, request: &ImageRequest<'_>) -> Vec<ImageList<'_>>;

    /// Whether there are lists of single regions.
    fn has_regional_lists(&self) -> bool;

    /// Returns the reason why the extension cannot decode the configuration, and so finds no image in it; `None` if it can.
    fn undecodable(&self, quirks: &Quirks) -> Option<Arc<UndecodableConfig>>;

    /// Returns the capabilities that the legacy format declares for a machine type.
    fn machine_type(&self, name: &str) -> Capabilities;
}

/// The list `machineImages` of the `providerConfig` or of a region.
#[derive(Clone)]
pub(crate) struct ImageList<'c> {
    /// The region, if the list is for a single one.
    pub(crate) region: Option<&'c str>,
    /// The path of the list.
    pub(crate) path: FieldPath,
    /// The entries, in document order.
    pub(crate) images: Vec<ListedImage<'c>>,
}

/// An entry for an image.
#[derive(Clone)]
pub(crate) struct ListedImage<'c> {
    /// The index in the list.
    pub(crate) index: usize,
    /// The image's name.
    pub(crate) name: &'c str,
    /// The entries for versions with their indices.
    pub(crate) versions: Vec<(usize, &'c dyn Mapped)>,
}

impl<'c> ImageList<'c> {
    /// Returns the entries of a list that match a request, or all.
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

/// The mapping of a version, independent of the type of the entry.
pub(crate) trait Mapped {
    /// Returns the version.
    fn version(&self) -> &str;

    /// Returns the artifacts of the legacy format.
    fn legacy_artifacts(&self) -> Vec<Artifact<'_>>;

    /// Returns the artifacts of the capability format.
    fn flavor_artifacts(&self) -> Vec<Artifact<'_>>;

    /// Returns the artifacts that images are chosen from; `capabilities` is true if the profile registers any.
    fn artifacts(&self, capabilities: bool) -> Vec<Artifact<'_>>;

    /// Whether an artifact at this place competes with others if it has no reference.
    fn competes_without_reference(&self, place: ArtifactPlace) -> bool;

    /// Returns the names of the reference fields: one that is valid in one region, and one that is valid everywhere.
    fn reference_fields(&self) -> [&'static str; 2];
}

impl<V: ImageVersion> Mapped for V {
    fn version(&self) -> &str {
        ImageVersion::version(self)
    }

    fn legacy_artifacts(&self) -> Vec<Artifact<'_>> {
        self.legacy()
    }

    fn flavor_artifacts(&self) -> Vec<Artifact<'_>> {
        self.flavors()
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
