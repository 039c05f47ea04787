//! An image version that a profile offers.

use rootstock_capability_engine::CatalogVersion;
use rootstock_core_model::{MachineImage, MachineImageVersion};
use rootstock_versioning::{Classification, Timestamp, Version};
use serde::Serialize;

use crate::{CompiledProfile, CompiledVersion};

/// An image and one of its versions, by name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageVersionName {
    /// The image.
    pub image: String,
    /// The version as written.
    pub version: String,
}

/// An image version of a [`CompiledProfile`], with all known facts.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'p> {
    /// The image.
    pub image: &'p MachineImage,
    /// The version.
    pub version: &'p MachineImageVersion,
    /// The compiled flavors and architectures.
    pub compiled: &'p CatalogVersion,
    /// The other precomputed facts.
    pub facts: &'p CompiledVersion,
    /// The indices in `spec.machineImages` and in the `versions` of the image.
    pub place: (usize, usize),
}

impl<'p> Offer<'p> {
    /// The name of the image.
    #[must_use]
    pub fn name(&self) -> &'p str {
        &self.image.name
    }

    /// The version as written.
    #[must_use]
    pub fn text(&self) -> &'p str {
        &self.version.version
    }

    /// The parsed version; `None` if the text is not a valid version.
    #[must_use]
    pub const fn parsed(&self) -> Option<&'p Version> {
        self.compiled.version.as_ref()
    }

    /// Returns the classification at an instant.
    #[must_use]
    pub fn classification(&self, now: Timestamp) -> Classification {
        self.version.lifecycle().at(now)
    }

    /// Formats the offer as `` `image` `version` ``, for messages.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("`{}` `{}`", self.name(), self.text())
    }

    /// Returns the names of the image and the version.
    #[must_use]
    pub fn named(&self) -> ImageVersionName {
        ImageVersionName { image: self.name().to_owned(), version: self.text().to_owned() }
    }
}

impl CompiledProfile {
    /// Iterates over every image version, in profile order.
    pub fn offers(&self) -> impl Iterator<Item = Offer<'_>> {
        (0..self.spec().images().len()).flat_map(|image| self.offers_at(image))
    }

    /// Iterates over the versions of the image at this index, in profile order.
    pub fn offers_at(&self, index: usize) -> impl Iterator<Item = Offer<'_>> {
        let image = self.spec().images().get(index);
        let image = image.zip(self.compiled().images().get(index)).zip(self.images().get(index));
        image.into_iter().flat_map(move |((image, compiled), facts)| {
            let versions = image.offered().iter().zip(&compiled.versions).zip(&facts.versions);
            versions.enumerate().map(move |(position, ((version, compiled), facts))| Offer {
                image,
                version,
                compiled,
                facts,
                place: (index, position),
            })
        })
    }

    /// Iterates over every version of every image with this name.
    pub fn offers_of<'p>(&'p self, name: &str) -> impl Iterator<Item = Offer<'p>> {
        let images = self.spec().images().iter().enumerate();
        let places = images.filter(move |(_, image)| image.name == name).map(|(place, _)| place);
        let places: Vec<usize> = places.collect();
        places.into_iter().flat_map(|place| self.offers_at(place))
    }

    /// Returns the first image version with this image name and version text.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec};
    /// use rootstock_judge::CompiledProfile;
    /// let spec: CloudProfileSpec = serde_json::from_str(
    ///     r#"{"machineImages": [{"name": "plain", "versions": [{"version": "1.0.0"}, {"version": "1.1.0"}]}]}"#,
    /// )?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// assert_eq!(profile.offer("plain", "1.1.0").map(|offer| offer.shown()).as_deref(), Some("`plain` `1.1.0`"));
    /// assert!(profile.offer("plain", "2.0.0").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offer(&self, name: &str, version: &str) -> Option<Offer<'_>> {
        let images = self.spec().images().iter().enumerate().filter(|(_, image)| image.name == name);
        images.filter_map(|(place, _)| self.offer_at(place, version)).next()
    }

    /// Returns the first version with this text of the image at this index.
    #[must_use]
    pub fn offer_at(&self, image: usize, version: &str) -> Option<Offer<'_>> {
        let (own, compiled) = (self.spec().images().get(image)?, self.compiled().images().get(image)?);
        let compiled = compiled.version(version)?;
        let place = (image, compiled.index);
        let facts = self.images().get(image)?.versions.get(compiled.index)?;
        Some(Offer { image: own, version: own.offered().get(compiled.index)?, compiled, facts, place })
    }
}
