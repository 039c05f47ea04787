//! Versions whose images are the same in every region: `image` with an architecture, one entry for each, or
//! `capabilityFlavors` with `image`.

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, Path, VALID_ARCHITECTURES, Violation, nouns,
};
use rootstock_document::Decodable;
use serde::Serialize;

use crate::region_mapping::PROVIDER_REGION_ARCHITECTURE;
use crate::{Artifact, ArtifactPlace, Checker, ImageVersion, architecture_only};

/// An entry for a version of a machine image: `image` for one architecture in the legacy format, which has one entry
/// per architecture, or `capabilityFlavors`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GlobalVersion {
    /// The version.
    #[decodable(key, refers_to = nouns::IMAGE_VERSION)]
    pub version: String,
    /// The image.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[decodable(compare = Effect)]
    pub image: String,
    /// The image's architecture; defaults to amd64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
    /// One entry per flavor of the core section.
    #[decodable(compare = Effect, refers_to = nouns::FLAVOR)]
    pub capability_flavors: Option<Vec<GlobalFlavor>>,
}

/// The image of one flavor of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GlobalFlavor {
    /// The image.
    #[decodable(compare = Effect)]
    pub image: String,
    /// The capabilities of the image.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(key, compare = Effect)]
    pub capabilities: Capabilities,
}

impl GlobalVersion {
    /// Returns the flavors as written.
    #[must_use]
    pub fn written_flavors(&self) -> &[GlobalFlavor] {
        self.capability_flavors.as_deref().unwrap_or_default()
    }
}

impl ImageVersion for GlobalVersion {
    const IS_REGIONAL: bool = false;
    const REQUIRES_REFERENCE: bool = true;

    fn competes_without_reference(place: ArtifactPlace) -> bool {
        matches!(place, ArtifactPlace::Flavor(_))
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let flavors = self.written_flavors().iter().enumerate();
        flavors
            .map(|(index, flavor)| Artifact::flavor(index, &flavor.capabilities).with_everywhere(&flavor.image))
            .collect()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let architecture = self.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
        vec![Artifact::legacy(architecture_only(architecture)).with_everywhere(&self.image)]
    }
}

impl Checker<'_> {
    /// Checks the version at `path`: a single format, which must be the legacy one without capabilities, and no missing
    /// image. `what` describes an image, as in "must be WHAT".
    pub fn check_global_version(&mut self, version: &GlobalVersion, what: &str, path: &Path<'_>) {
        let flavors = version.written_flavors();
        if !self.has_capabilities() {
            self.forbid_flavors_without_capabilities(flavors.len(), path);
        } else if !flavors.is_empty() {
            // The extensions stop here if both formats have an image.
            let stops = !version.image.is_empty() && self.follow_ups();
            let has_architecture = version.architecture.as_deref().is_some_and(|one| !one.is_empty()) && !stops;
            self.forbid_legacy_fields(&[("image", !version.image.is_empty()), (ARCHITECTURE, has_architecture)], path);
            if stops {
                return;
            }
            let list = path.known_field("capabilityFlavors");
            for (index, flavor) in flavors.iter().enumerate() {
                let path = list.index(index);
                self.check_flavor_capabilities(&flavor.capabilities, &path.known_field("capabilities"));
                if flavor.image.is_empty() {
                    self.require_reference(&path.field("image"), what);
                }
            }
            return;
        }
        if version.image.is_empty() {
            self.require_reference(&path.field("image"), what);
            // With capabilities the extensions stop here if neither format is used.
            if self.has_capabilities() && self.follow_ups() {
                return;
            }
        }
        self.check_legacy_architecture(version.architecture.as_deref(), path);
    }

    /// Checks the `architecture` of the version in legacy format at `path`.
    pub fn check_legacy_architecture(&mut self, architecture: Option<&str>, path: &Path<'_>) {
        if let Some(architecture) = architecture.filter(|one| !VALID_ARCHITECTURES.contains(one)) {
            let path = path.field(ARCHITECTURE);
            self.report(Violation::not_supported(
                &PROVIDER_REGION_ARCHITECTURE,
                &path,
                architecture,
                &VALID_ARCHITECTURES,
            ));
        }
    }
}
