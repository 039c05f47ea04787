//! The common part of every provider's entries in `providerConfig.machineImages`.

use std::borrow::Cow;
use std::collections::HashMap;

use rootstock_core_model::{ARCHITECTURE, Capabilities, FieldPath, Quirks, nouns};
use rootstock_document::Decodable;
use serde::Serialize;

/// An entry `providerConfig.machineImages[i]`; the type of the versions is the provider's own.
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
    /// Returns the versions.
    #[must_use]
    pub fn entries(&self) -> &[V] {
        self.versions.as_deref().unwrap_or_default()
    }
}

/// An entry `providerConfig.machineImages[i].versions[j]`, independent of the provider.
pub trait ImageVersion {
    /// The provider's name for a reference that is valid in one region (`id`, `ami`).
    const REGIONAL_FIELD: &'static str = "id";
    /// The provider's name for a reference that is valid everywhere.
    const EVERYWHERE_FIELD: &'static str = "image";
    /// Whether only references for regions count for their architecture when the sections are compared; one that is valid
    /// everywhere is then just a fallback.
    const IS_REGIONAL: bool = true;
    /// Whether an entry without any reference is an error of its own ([`crate::Checker::require_reference`]), so that
    /// it needs no other finding.
    const REQUIRES_REFERENCE: bool = false;
    /// Whether images are chosen only from the format that the profile uses, even if an entry has only the other one.
    const FORMATS_ARE_APART: bool = false;

    /// Whether the extension lets an artifact at this place compete with others even without a reference, so that it
    /// can be chosen (quirk `empty_references_compete`).
    fn competes_without_reference(_place: ArtifactPlace) -> bool {
        false
    }

    /// Returns the version.
    fn version(&self) -> &str;

    /// Returns the artifacts of the capability format: one per entry of `capabilityFlavors`, in document order. By
    /// default the format does not exist.
    fn flavors(&self) -> Vec<Artifact<'_>> {
        Vec::new()
    }

    /// Returns the artifacts of the legacy format, which declare only their architecture ([`by_architecture`]).
    fn legacy(&self) -> Vec<Artifact<'_>>;

    /// Returns the artifacts that images are chosen from: the flavors, or else the legacy format. `capabilities` is
    /// true if the profile registers any.
    fn artifacts(&self, capabilities: bool) -> Vec<Artifact<'_>> {
        if Self::FORMATS_ARE_APART {
            return if capabilities { self.flavors() } else { self.legacy() };
        }
        let flavors = self.flavors();
        if flavors.is_empty() { self.legacy() } else { flavors }
    }
}

/// An image artifact: its capabilities and its references.
#[derive(Debug, Clone, PartialEq)]
pub struct Artifact<'a> {
    /// The place within its version.
    pub place: ArtifactPlace,
    /// The capabilities, as declared.
    pub capabilities: Cow<'a, Capabilities>,
    /// References that are valid in one region.
    pub regional: Vec<RegionalReference<'a>>,
    /// The reference that is valid everywhere, if any.
    pub everywhere: Option<&'a str>,
    /// Whether the reference that is valid everywhere counts only under the quirk `image_names_fit_every_architecture`.
    pub everywhere_by_quirk: bool,
    /// The name of that reference's field, if not [`ImageVersion::EVERYWHERE_FIELD`].
    pub everywhere_field: Option<&'static str>,
    /// Whether that reference is written, but empty, and counts nevertheless; see [`with_empty_reference`](Self::with_empty_reference).
    pub has_empty_reference: bool,
    /// Whether an entry of the legacy format declares its architecture; if not, it is for the default one.
    pub writes_architecture: bool,
}

/// The place of an [`Artifact`] within its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactPlace {
    /// The fields of the version itself (legacy format).
    Version,
    /// An entry `capabilityFlavors[k]`.
    Flavor(usize),
}

impl ArtifactPlace {
    /// Returns the path of the place in a version.
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
    /// The index in `regions`.
    pub index: usize,
}

impl<'a> Artifact<'a> {
    /// Returns the artifact of `capabilityFlavors[index]`, without references.
    #[must_use]
    pub const fn flavor(index: usize, capabilities: &'a Capabilities) -> Self {
        Self {
            place: ArtifactPlace::Flavor(index),
            capabilities: Cow::Borrowed(capabilities),
            regional: Vec::new(),
            everywhere: None,
            everywhere_by_quirk: false,
            everywhere_field: None,
            has_empty_reference: false,
            writes_architecture: true,
        }
    }

    /// Returns the artifact of the version itself, with the given capabilities and without references.
    #[must_use]
    pub const fn legacy(capabilities: Capabilities) -> Self {
        Self {
            place: ArtifactPlace::Version,
            capabilities: Cow::Owned(capabilities),
            regional: Vec::new(),
            everywhere: None,
            everywhere_by_quirk: false,
            everywhere_field: None,
            has_empty_reference: false,
            writes_architecture: true,
        }
    }

    /// Adds references for regions: pairs of a region and a reference, in document order.
    #[must_use]
    pub fn with_regions(mut self, regions: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let entries = regions.into_iter().enumerate();
        self.regional.extend(entries.map(|(index, (region, value))| RegionalReference { region, value, index }));
        self
    }

    /// Sets the reference that is valid everywhere; an empty one counts as none.
    #[must_use]
    pub fn with_everywhere(mut self, reference: &'a str) -> Self {
        self.everywhere = (!reference.is_empty()).then_some(reference);
        self
    }

    /// Sets the reference that is valid everywhere, and the name of its field.
    #[must_use]
    pub fn with_everywhere_as(self, field: &'static str, reference: &'a str) -> Self {
        Self { everywhere_field: Some(field), ..self.with_everywhere(reference) }
    }

    /// Marks the reference that is valid everywhere as written, but empty: it boots nothing, and yet the extension counts it as one
    /// where it compares the sections and writes flavors.
    #[must_use]
    pub const fn with_empty_reference(mut self) -> Self {
        self.has_empty_reference = true;
        self
    }

    /// Limits the reference that is valid everywhere to one architecture, as documented: for others it counts only
    /// under the quirk `image_names_fit_every_architecture`.
    #[must_use]
    pub fn with_everywhere_for(mut self, architecture: &str) -> Self {
        let own = self.capabilities.get(ARCHITECTURE);
        self.everywhere_by_quirk = own.is_some_and(|own| own.iter().all(|one| one != architecture));
        self
    }

    /// Marks the architecture as one that the document does not declare.
    #[must_use]
    pub const fn with_implied_architecture(mut self) -> Self {
        self.writes_architecture = false;
        self
    }

    /// Returns the reference that is valid everywhere, if it counts.
    pub(crate) fn everywhere(&self, quirks: &Quirks) -> Option<&'a str> {
        self.everywhere.filter(|_| quirks.providers.image_names_fit_every_architecture || !self.everywhere_by_quirk)
    }

    /// Returns the first reference for a region, even an empty one, or else the one that is valid everywhere.
    ///
    /// Without a region, returns the first reference for any.
    pub(crate) fn first_reference_for(&self, region: Option<&str>, quirks: &Quirks) -> Option<ArtifactReference<'a>> {
        let regional = self.regional.iter().find(|entry| region.is_none_or(|region| entry.region == region));
        let everywhere = || self.everywhere(quirks).map(ArtifactReference::Everywhere);
        regional.copied().map(ArtifactReference::Regional).or_else(everywhere)
    }

    /// Returns the last reference for exactly this region, or else the one that is valid everywhere.
    ///
    /// Without a region, returns the first reference for any.
    pub(crate) fn reference_for(&self, region: Option<&str>, quirks: &Quirks) -> Option<ArtifactReference<'a>> {
        let everywhere = self.everywhere(quirks);
        let regional = match region {
            Some(region) => self.regional.iter().rev().find(|entry| entry.region == region),
            None => self.regional.first(),
        };
        match regional {
            // An empty regional reference marks the region as available, but the general one boots.
            Some(entry) if !entry.value.is_empty() || everywhere.is_none() => Some(ArtifactReference::Regional(*entry)),
            _ => everywhere.map(ArtifactReference::Everywhere),
        }
    }

    /// Whether the artifact has any reference, or an empty one that counts where the extension compares sections and writes flavors.
    pub(crate) fn has_counted_reference(&self) -> bool {
        self.has_empty_reference || self.has_reference()
    }

    /// Returns the artifact with all references that are not empty replaced by the same one.
    pub(crate) fn without_values(mut self) -> Self {
        let same = |value: &str| if value.is_empty() { "" } else { "x" };
        self.regional.iter_mut().for_each(|reference| reference.value = same(reference.value));
        self.everywhere = self.everywhere.map(same);
        self
    }

    /// Returns the regions that it has references for, in document order.
    pub(crate) fn regions(&self) -> impl Iterator<Item = &'a str> {
        self.regional.iter().map(|entry| entry.region)
    }

    /// Whether the artifact has any reference.
    #[must_use]
    pub fn has_reference(&self) -> bool {
        self.everywhere.is_some() || !self.regional.is_empty()
    }

    /// Whether there is a reference for a region: its own, or one that is valid everywhere.
    #[must_use]
    pub fn has_region(&self, region: &str, quirks: &Quirks) -> bool {
        self.everywhere(quirks).is_some() || self.regional.iter().any(|entry| entry.region == region)
    }
}

/// The reference of an [`Artifact`] for a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArtifactReference<'a> {
    Regional(RegionalReference<'a>),
    Everywhere(&'a str),
}

impl<'a> ArtifactReference<'a> {
    /// Returns the reference itself.
    pub(crate) const fn value(self) -> &'a str {
        match self {
            Self::Regional(entry) => entry.value,
            Self::Everywhere(value) => value,
        }
    }
}

/// Converts the legacy format to artifacts: one per distinct architecture, each with the references of its regions, in
/// the order in which the architectures first appear.
///
/// `regions` are (region, reference, architecture) in document order; the name that is valid everywhere is added to
/// every architecture. Without regions the result is one image for `default_architecture`, and without both it is
/// empty.
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

/// Returns capabilities with only the architecture.
///
/// ```
/// # use rootstock_provider_api::architecture_only;
/// assert_eq!(architecture_only("arm64").get("architecture"), Some(&["arm64".to_owned()][..]));
/// ```
#[must_use]
pub fn architecture_only(architecture: &str) -> Capabilities {
    Capabilities::from_iter([(ARCHITECTURE, [architecture])])
}
