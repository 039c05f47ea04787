//! The `regions` of image entries: one reference per region, the form that AWS, Alibaba Cloud and OpenStack share.

use rootstock_core_model::{ARCHITECTURE, Path, Source, Violation, nouns};
use rootstock_document::Decodable;
use serde::Serialize;

use crate::Checker;

rootstock_core_model::rules! {
    /// A region mapping without a region or without a reference.
    PROVIDER_REGION_INCOMPLETE: Error, since "0.1.0", Source::Gardener;
    /// An architecture that does not exist, or one on a region of a flavor.
    PROVIDER_REGION_ARCHITECTURE: Error, since "0.1.0", Source::Gardener;
}

/// One entry of `regions`.
pub trait RegionEntry {
    /// The provider's name for the reference.
    const REFERENCE_FIELD: &'static str;

    /// Returns the region.
    fn region(&self) -> &str;

    /// Returns the reference.
    fn reference(&self) -> &str;

    /// Returns the architecture (legacy format).
    fn architecture(&self) -> Option<&str>;
}

/// The entry of extensions whose reference is called `id` and has an architecture.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionId {
    /// The region.
    #[decodable(key, refers_to = nouns::REGION)]
    pub name: String,
    /// The image's ID there.
    #[decodable(compare = Effect)]
    pub id: String,
    /// The image's architecture in the legacy format; defaults to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
}

impl RegionEntry for RegionId {
    const REFERENCE_FIELD: &'static str = "id";

    fn region(&self) -> &str {
        &self.name
    }

    fn reference(&self) -> &str {
        &self.id
    }

    fn architecture(&self) -> Option<&str> {
        self.architecture.as_deref()
    }
}

impl Checker<'_> {
    /// Checks the entries at `path` (`….regions`) of a version in legacy format.
    pub fn check_legacy_regions<R: RegionEntry>(&mut self, entries: &[R], path: &Path<'_>) {
        for (index, entry) in entries.iter().enumerate() {
            let path = path.index(index);
            self.check_region(entry, &path);
            self.check_legacy_architecture(entry.architecture(), &path);
        }
    }

    /// Checks the entries at `path` (`….capabilityFlavors[k].regions`) of a flavor.
    pub fn check_flavor_regions<R: RegionEntry>(&mut self, entries: &[R], path: &Path<'_>) {
        for (index, entry) in entries.iter().enumerate() {
            let path = path.index(index);
            self.check_region(entry, &path);
            if entry.architecture().is_some() {
                let detail =
                    "must not be set on a region of a flavor; set the flavor's `capabilities.architecture` instead";
                self.report(Violation::forbidden(&PROVIDER_REGION_ARCHITECTURE, &path.field(ARCHITECTURE), detail));
            }
        }
    }

    fn check_region<R: RegionEntry>(&mut self, entry: &R, path: &Path<'_>) {
        if entry.region().is_empty() {
            let detail = "must be the name of a region";
            self.report(Violation::required(&PROVIDER_REGION_INCOMPLETE, &path.field("name"), detail));
        }
        if entry.reference().is_empty() {
            let detail = format!("must be the image's `{}` in this region", R::REFERENCE_FIELD);
            self.report(Violation::required(&PROVIDER_REGION_INCOMPLETE, &path.field(R::REFERENCE_FIELD), detail));
        }
    }
}
