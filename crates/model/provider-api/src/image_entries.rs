//! `providerConfig.machineImages`: what every provider's entries have in common.

use std::borrow::Cow;
use std::collections::HashMap;

use rootstock_core_model::{ARCHITECTURE, Capabilities, FieldPath, Quirks, nouns};
use rootstock_document::Decodable;
use serde::Serialize;

/// `providerConfig.machineImages[i]`; the versions are the provider's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = "V: schemars::JsonSchema + Default + Serialize"))]
pub struct ProviderImage<V> {
    /// The name of one of `spec.machineImages`.
    #[decodable(key, refers_to = nouns::MACHINE_IMAGE)]
    pub name: String,
    /// The versions.
    #[decodable(compare = Effect)]
    pub versions: Option<Vec<V>>,
}

impl<V> ProviderImage<V> {
    /// The versions.
    #[must_use]
    pub fn entries(&self) -> &[V] {
        self.versions.as_deref().unwrap_or_default()
    }
}

/// `providerConfig.machineImages[i].versions[j]`, seen from outside.
pub trait ImageVersion {
    /// What the provider calls a reference that is valid in one region (`id`, `ami`).
    const REGIONAL_FIELD: &'static str = "id";
    /// What the provider calls a reference that is valid everywhere.
    const EVERYWHERE_FIELD: &'static str = "image";
    /// Whether only references for regions stand for their architecture when the halves are compared; one that is valid
    /// everywhere is then no more than a way out.
    const IS_REGIONAL: bool = true;
    /// Whether an entry without any reference is an error of its own ([`crate::Checker::require_reference`]), so that
    /// nothing more need be said about it.
    const REQUIRES_REFERENCE: bool = false;
    /// Whether images are chosen from the format that the profile has, even where an entry has only the other one.
    const FORMATS_ARE_APART: bool = false;

    /// Whether the extension lets an artifact without any reference compete with others when it stands there, so that it can
    /// be chosen (quirk `empty_references_compete`).
    fn competes_without_reference(_place: ArtifactPlace) -> bool {
        false
    }

    /// The version.
    fn version(&self) -> &str;

    /// The capability format: one artifact per entry of `capabilityFlavors`, in the order of the document. By default there is
    /// no such format.
    fn flavors(&self) -> Vec<Artifact<'_>> {
        Vec::new()
    }

    /// The legacy format, as artifacts that say no more than their architecture ([`by_architecture`]).
    fn legacy(&self) -> Vec<Artifact<'_>>;

    /// What images are chosen from: the flavors, or else the legacy format. `capabilities` says whether the profile registers any.
    fn artifacts(&self, capabilities: bool) -> Vec<Artifact<'_>> {
        if Self::FORMATS_ARE_APART {
            return if capabilities { self.flavors() } else { self.legacy() };
        }
        let flavors = self.flavors();
        if flavors.is_empty() { self.legacy() } else { flavors }
    }
}

/// One image artifact: what it supports, and how it is referred to.
#[derive(Debug, Clone, PartialEq)]
pub struct Artifact<'a> {
    /// Where it stands within its version.
    pub place: ArtifactPlace,
    /// What it supports, as declared.
    pub capabilities: Cow<'a, Capabilities>,
    /// References that are valid in one region.
    pub regional: Vec<RegionalReference<'a>>,
    /// The reference that is valid everywhere, if there is one.
    pub everywhere: Option<&'a str>,
    /// Whether that counts only under the quirk `image_names_fit_every_architecture`.
    pub everywhere_by_quirk: bool,
    /// What the provider calls it here, if not [`ImageVersion::EVERYWHERE_FIELD`].
    pub everywhere_field: Option<&'static str>,
    /// Whether an entry of the legacy format says for which architecture it is; if not, it is for the default one.
    pub writes_architecture: bool,
}

/// Where an [`Artifact`] stands within its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactPlace {
    /// The fields of the version itself (legacy format).
    Version,
    /// `capabilityFlavors[k]`.
    Flavor(usize),
}

impl ArtifactPlace {
    /// The path of the place in a version.
    #[must_use]
    pub fn below(self, version: FieldPath) -> FieldPath {
        match self {
            Self::Version => version,
            Self::Flavor(index) => version.field("capabilityFlavors").index(index),
        }
    }
}

/// A reference that is valid in one region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegionalReference<'a> {
    /// The region.
    pub region: &'a str,
    /// The reference.
    pub value: &'a str,
    /// The position in `regions`.
    pub index: usize,
}

impl<'a> Artifact<'a> {
    /// `capabilityFlavors[index]`, without references so far.
    #[must_use]
    pub const fn flavor(index: usize, capabilities: &'a Capabilities) -> Self {
        Self {
            place: ArtifactPlace::Flavor(index),
            capabilities: Cow::Borrowed(capabilities),
            regional: Vec::new(),
            everywhere: None,
            everywhere_by_quirk: false,
            everywhere_field: None,
            writes_architecture: true,
        }
    }

    /// The version itself, with the given capabilities, without references so far.
    #[must_use]
    pub const fn legacy(capabilities: Capabilities) -> Self {
        Self {
            place: ArtifactPlace::Version,
            capabilities: Cow::Owned(capabilities),
            regional: Vec::new(),
            everywhere: None,
            everywhere_by_quirk: false,
            everywhere_field: None,
            writes_architecture: true,
        }
    }

    /// With references for regions: pairs of a region and a reference, in the order of the document.
    #[must_use]
    pub fn with_regions(mut self, regions: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let entries = regions.into_iter().enumerate();
        self.regional.extend(entries.map(|(index, (region, value))| RegionalReference { region, value, index }));
        self
    }

    /// With a reference that is valid everywhere; an empty one is none.
    #[must_use]
    pub fn with_everywhere(mut self, reference: &'a str) -> Self {
        self.everywhere = (!reference.is_empty()).then_some(reference);
        self
    }

    /// With a reference that is valid everywhere, and what the provider calls it here.
    #[must_use]
    pub fn with_everywhere_as(self, field: &'static str, reference: &'a str) -> Self {
        Self { everywhere_field: Some(field), ..self.with_everywhere(reference) }
    }

    /// With a reference that is valid everywhere for images of one architecture only, by the documents: for others it counts
    /// under the quirk `image_names_fit_every_architecture`.
    #[must_use]
    pub fn with_everywhere_for(mut self, architecture: &str) -> Self {
        let own = self.capabilities.get(ARCHITECTURE);
        self.everywhere_by_quirk = own.is_some_and(|own| own.iter().all(|one| one != architecture));
        self
    }

    /// For an architecture that the document does not write.
    #[must_use]
    pub const fn with_implied_architecture(mut self) -> Self {
        self.writes_architecture = false;
        self
    }

    /// The reference that is valid everywhere, if it counts.
    pub(crate) fn everywhere(&self, quirks: &Quirks) -> Option<&'a str> {
        self.everywhere.filter(|_| quirks.providers.image_names_fit_every_architecture || !self.everywhere_by_quirk)
    }

    /// The first reference for a region, empty or not, or else the one that is valid everywhere.
    ///
    /// Without a region the first one there is.
    pub(crate) fn first_reference_for(&self, region: Option<&str>, quirks: &Quirks) -> Option<ArtifactReference<'a>> {
        let regional = self.regional.iter().find(|entry| region.is_none_or(|region| entry.region == region));
        let everywhere = || self.everywhere(quirks).map(ArtifactReference::Everywhere);
        regional.copied().map(ArtifactReference::Regional).or_else(everywhere)
    }

    /// The reference for a region: the last one for exactly that region, or else the one that is valid everywhere.
    ///
    /// Without a region the first one there is.
    pub(crate) fn reference_for(&self, region: Option<&str>, quirks: &Quirks) -> Option<ArtifactReference<'a>> {
        let everywhere = self.everywhere(quirks);
        let regional = match region {
            Some(region) => self.regional.iter().rev().find(|entry| entry.region == region),
            None => self.regional.first(),
        };
        match regional {
            // An entry without a reference holds the place, but what boots is the general one.
            Some(entry) if !entry.value.is_empty() || everywhere.is_none() => Some(ArtifactReference::Regional(*entry)),
            _ => everywhere.map(ArtifactReference::Everywhere),
        }
    }

    /// Whether it is referred to at all.
    #[must_use]
    pub fn has_reference(&self) -> bool {
        self.everywhere.is_some() || !self.regional.is_empty()
    }

    /// Whether there is a reference for a region, of its own or one that is valid everywhere.
    #[must_use]
    pub fn has_region(&self, region: &str, quirks: &Quirks) -> bool {
        self.everywhere(quirks).is_some() || self.regional.iter().any(|entry| entry.region == region)
    }
}

/// The reference an [`Artifact`] has for a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArtifactReference<'a> {
    Regional(RegionalReference<'a>),
    Everywhere(&'a str),
}

impl<'a> ArtifactReference<'a> {
    /// What boots.
    pub(crate) const fn value(self) -> &'a str {
        match self {
            Self::Regional(entry) => entry.value,
            Self::Everywhere(value) => value,
        }
    }
}

/// The legacy format as artifacts: one per distinct architecture, each with the references of its regions, in the order
/// in which the architectures first appear.
///
/// `regions` are (region, reference, architecture) in the order of the document; the name that is valid everywhere goes
/// with every architecture. Without regions it is an image for `default_architecture`, and without both there is nothing.
///
/// ```
/// use rootstock_provider_api::by_architecture;
/// let artifacts = by_architecture([("eu", "1", "arm64"), ("eu", "2", "amd64"), ("us", "3", "arm64")], "", "amd64");
/// assert_eq!(artifacts.len(), 2);
/// assert_eq!(artifacts[0].regional.iter().map(|entry| entry.value).collect::<Vec<_>>(), ["1", "3"]);
/// assert!(by_architecture([], "", "amd64").is_empty());
/// ```
#[must_use]
pub fn by_architecture<'a>(
    regions: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
    everywhere: &'a str,
    default_architecture: &str,
) -> Vec<Artifact<'a>> {
    let mut artifacts: Vec<Artifact<'a>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (index, (region, value, architecture)) in regions.into_iter().enumerate() {
        let place = *places.entry(architecture).or_insert(artifacts.len());
        if place == artifacts.len() {
            artifacts.push(Artifact::legacy(architecture_only(architecture)).with_everywhere(everywhere));
        }
        if let Some(artifact) = artifacts.get_mut(place) {
            artifact.regional.push(RegionalReference { region, value, index });
        }
    }
    if artifacts.is_empty() && !everywhere.is_empty() {
        artifacts.push(Artifact::legacy(architecture_only(default_architecture)).with_everywhere(everywhere));
    }
    artifacts
}

/// A capability map that says no more than the architecture.
///
/// ```
/// # use rootstock_provider_api::architecture_only;
/// assert_eq!(architecture_only("arm64").get("architecture"), Some(&["arm64".to_owned()][..]));
/// ```
#[must_use]
pub fn architecture_only(architecture: &str) -> Capabilities {
    Capabilities::from_iter([(ARCHITECTURE, [architecture])])
}
