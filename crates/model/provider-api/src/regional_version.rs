//! Versions whose images are mapped per region: `regions` with an architecture each, or `capabilityFlavors` with
//! `regions`.

use rootstock_core_model::{Capabilities, DEFAULT_ARCHITECTURE, Path, nouns};
use rootstock_document::Decodable;
use serde::Serialize;

use crate::{Artifact, Checker, ImageVersion, RegionEntry, by_architecture};

/// An entry for a version of a machine image, with `R` for a region: `regions` in the legacy format, or
/// `capabilityFlavors`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = "R: schemars::JsonSchema + Default + Serialize"))]
pub struct RegionalVersion<R> {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image in each region and for each architecture.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<R>>,
    /// One entry per flavor of the core section.
    #[decodable(compare = Effect, refers_to = nouns::FLAVOR)]
    pub capability_flavors: Option<Vec<RegionalFlavor<R>>>,
}

/// The images of one flavor of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = "R: schemars::JsonSchema + Default + Serialize"))]
pub struct RegionalFlavor<R> {
    /// The image in each region.
    #[decodable(compare = Effect)]
    pub regions: Option<Vec<R>>,
    /// The capabilities of the image.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(key, compare = Effect)]
    pub capabilities: Capabilities,
}

impl<R> RegionalVersion<R> {
    /// Returns the regions as written.
    #[must_use]
    pub fn written_regions(&self) -> &[R] {
        self.regions.as_deref().unwrap_or_default()
    }

    /// Returns the flavors as written.
    #[must_use]
    pub fn written_flavors(&self) -> &[RegionalFlavor<R>] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }
}

impl<R> RegionalFlavor<R> {
    /// Returns the regions as written.
    #[must_use]
    pub fn written_regions(&self) -> &[R] {
        self.regions.as_deref().unwrap_or_default()
    }
}

impl<R: RegionEntry> ImageVersion for RegionalVersion<R> {
    const REGIONAL_FIELD: &'static str = R::REFERENCE_FIELD;
    const REQUIRES_REFERENCE: bool = true;

    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.written_flavors().iter().enumerate();
        flavors
            .map(|(index, flavor)| {
                let regions = flavor.written_regions().iter().map(|entry| (entry.region(), entry.reference()));
                Artifact::flavor(index, &flavor.capabilities).with_regions(regions)
            })
            .collect()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let regions = self.written_regions().iter();
        let regions = regions
            .map(|entry| (entry.region(), entry.reference(), entry.architecture().unwrap_or(DEFAULT_ARCHITECTURE)));
        by_architecture(regions, "", DEFAULT_ARCHITECTURE)
    }
}

impl Checker<'_> {
    /// Checks the version at `path`: a single format, which must be the legacy one without capabilities, and at least
    /// one region wherever regions are allowed.
    pub fn check_regional_version<R: RegionEntry>(&mut self, version: &RegionalVersion<R>, path: &Path<'_>) {
        let (regions, flavors) = (version.written_regions(), version.written_flavors());
        let place = path.field("regions");
        if !self.has_capabilities() {
            self.require_regions(regions, path);
            self.check_legacy_regions(regions, &place);
            self.forbid_flavors_without_capabilities(flavors.len(), path);
            return;
        }
        match (regions, flavors) {
            ([], []) if self.refuses_legacy_entries() => {}
            ([_, ..], []) if self.refuses_legacy_entries() => {
                self.forbid_legacy_field("regions", path);
                return;
            }
            ([], []) => self.require_regions(regions, path),
            ([], _) => {}
            (_, []) => self.check_legacy_regions(regions, &place),
            _ => {
                self.forbid_legacy_fields(&[("regions", true)], path);
                // The extensions stop here.
                if self.follow_ups() && !self.refuses_legacy_entries() {
                    return;
                }
            }
        }
        let list = path.known_field("capabilityFlavors");
        for (index, flavor) in flavors.iter().enumerate() {
            let path = list.index(index);
            self.check_flavor_capabilities(&flavor.capabilities, &path.known_field("capabilities"));
            self.require_regions(flavor.written_regions(), &path);
            self.check_flavor_regions(flavor.written_regions(), &path.field("regions"));
        }
    }

    fn require_regions<R: RegionEntry>(&mut self, regions: &[R], path: &Path<'_>) {
        if regions.is_empty() {
            let what = format!("a list of regions with the image's `{}` in each", R::REFERENCE_FIELD);
            self.require_reference(&path.field("regions"), &what);
        }
    }
}
