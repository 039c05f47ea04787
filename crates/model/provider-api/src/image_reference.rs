//! Image references, the question for one, and the answer, as data that can be printed.

use std::sync::Arc;

use rootstock_capability_engine::{CandidateOutcome, Mismatch};
use rootstock_core_model::{Capabilities, FieldPath, MachineType, listed};
use serde::{Serialize, Serializer};

use crate::ReferencePath;

/// One reference to an image artifact, as `providerConfig` declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageReference {
    /// The machine image's name.
    pub image: Arc<str>,
    /// The version.
    pub version: Arc<str>,
    /// The capabilities of the artifact as declared; legacy entries are given as `architecture` alone.
    pub capabilities: Capabilities,
    /// The region in which the reference is valid; none: everywhere.
    pub region: Option<String>,
    /// The reference itself; empty if the document leaves it so.
    pub value: String,
    /// Where it stands, and what the provider calls it.
    pub path: ReferencePath,
}

/// One reference to an image artifact, as `providerConfig` declares it.
// How it is printed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ImageReference"))]
struct Printed<'r> {
    /// The machine image's name.
    image: &'r str,
    /// The version.
    version: &'r str,
    /// The capabilities of the artifact as declared; legacy entries are given as `architecture` alone.
    capabilities: &'r Capabilities,
    /// The region in which the reference is valid; none: everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'r str>,
    /// What the provider calls such a reference: `id`, `image`, `ami`.
    field: &'r str,
    /// The reference itself; empty if the document leaves it so.
    value: &'r str,
    /// Where it stands.
    path: FieldPath,
}

impl Serialize for ImageReference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { image, version, capabilities, region, value, path } = self;
        let (region, field) = (region.as_deref(), path.field());
        Printed { image, version, capabilities, region, field, value, path: path.to_field_path() }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ImageReference {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Printed::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Printed::json_schema(generator)
    }
}

/// Which image a worker asks for.
#[derive(Debug, Clone, Copy)]
pub struct ImageRequest<'a> {
    /// The machine image's name.
    pub image: &'a str,
    /// The exact version.
    pub version: &'a str,
    /// The Shoot's region; none when it does not matter.
    pub region: Option<&'a str>,
    /// The name of the machine type, if it is known: a provider's half may say something about it.
    pub machine_type: Option<&'a str>,
    /// The capabilities of the machine type, as declared.
    pub machine_capabilities: &'a Capabilities,
    /// The architecture of the worker, or else of the machine type, where it is not among the capabilities.
    pub architecture: Option<&'a str>,
    /// What the worker itself asks for, if anything.
    pub worker_capabilities: Option<&'a Capabilities>,
}

impl<'a> ImageRequest<'a> {
    /// A request for a machine type, by a worker that asks for nothing special.
    #[must_use]
    pub fn new(image: &'a str, version: &'a str, region: Option<&'a str>, machine_type: &'a MachineType) -> Self {
        Self {
            image,
            version,
            region,
            machine_type: Some(&machine_type.name),
            machine_capabilities: &machine_type.capabilities,
            architecture: machine_type.architecture.as_deref(),
            worker_capabilities: None,
        }
    }
}

/// The image reference chosen, and what became of all others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageChoice {
    /// The choice.
    pub reference: ImageReference,
    /// Every flavor of the version in document order, the chosen one included.
    pub candidates: Vec<Candidate>,
    /// What Gardener v1.150 does instead, where it decides differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<GardenerAnswer>,
}

/// What Gardener v1.150 answers where the documented answer is another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GardenerAnswer {
    /// Another reference.
    Chooses {
        /// The reference.
        reference: Box<ImageReference>,
    },
    /// None.
    Fails {
        /// Why.
        reason: NotFoundReason,
    },
}

/// One flavor that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// Where it stands.
    pub path: FieldPath,
    /// The capabilities as declared.
    pub capabilities: Capabilities,
    /// What became of it.
    pub fate: ImageOutcome,
}

/// What became of a flavor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ImageOutcome {
    /// The image that was chosen.
    Chosen,
    /// No reference for the region, and none that is valid everywhere.
    NotInRegion {
        /// The regions it has references for.
        regions: Vec<String>,
    },
    /// A capability has no value in common with the machine type and the worker.
    Incompatible {
        /// The first such capability.
        capability: String,
        /// What the flavor offers, after defaulting.
        offered: Vec<String>,
        /// What machine type and worker leave, after defaulting.
        wanted: Vec<String>,
    },
    /// The image fits, and another one is preferred.
    Outranked {
        /// The capability that decided.
        #[serde(skip_serializing_if = "Option::is_none")]
        capability: Option<String>,
    },
    /// The image fits as well as another one, and nothing tells the two apart.
    Ambiguous,
}

impl From<CandidateOutcome> for ImageOutcome {
    fn from(outcome: CandidateOutcome) -> Self {
        match outcome {
            CandidateOutcome::Selected => Self::Chosen,
            CandidateOutcome::Ambiguous => Self::Ambiguous,
            CandidateOutcome::Outranked { capability } => Self::Outranked { capability },
            CandidateOutcome::Incompatible { mismatch } => {
                let Mismatch { capability, flavor: offered, machine_type: mut wanted, worker } = mismatch;
                if let Some(asked) = worker {
                    wanted.retain(|value| asked.contains(value));
                }
                Self::Incompatible { capability, offered, wanted }
            }
        }
    }
}

/// Why no image reference can be given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("machine image `{image}` version `{version}`: {reason}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageNotFound {
    /// The image asked for.
    pub image: String,
    /// The version asked for.
    pub version: String,
    /// What stands in the way.
    pub reason: NotFoundReason,
    /// Every flavor of the version in document order.
    pub candidates: Vec<Candidate>,
}

impl ImageNotFound {
    /// Whether a flavor has no reference in the region asked for, and that is part of why there is none.
    #[must_use]
    pub fn is_about_region(&self) -> bool {
        matches!(self.reason, NotFoundReason::NotInRegion { .. })
            || (self.reason == NotFoundReason::Incompatible
                && self.candidates.iter().any(|candidate| matches!(candidate.fate, ImageOutcome::NotInRegion { .. })))
    }

    /// Why there is none, in words. Where a region was asked for and a flavor lacks it, that is what stands in the way.
    #[must_use]
    pub fn explanation(&self) -> String {
        if self.is_about_region() && self.reason == NotFoundReason::Incompatible {
            return "no flavor that has an image in the region is compatible with the machine type".to_owned();
        }
        self.reason.to_string()
    }
}

/// What stands between a request and an image reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NotFoundReason {
    /// `providerConfig` does not know the image.
    #[error("`providerConfig` has no machine image of that name")]
    UnknownImage,
    /// `providerConfig` does not know the version.
    #[error("`providerConfig` has no entry for that version")]
    UnknownVersion,
    /// The version's entry maps it to nothing.
    #[error("the entry in `providerConfig` maps the version to no image reference")]
    NothingMapped,
    /// The profile does not map the version, and need not: the extension finds images in another way.
    #[error("the provider's extension does not find this image through the profile")]
    Elsewhere,
    /// No flavor is mapped for the region.
    #[error("no image is mapped for region `{region}`; there are mappings for {}", listed(known))]
    NotInRegion {
        /// The region asked for.
        region: String,
        /// The regions there are mappings for.
        known: Vec<String>,
    },
    /// No flavor fits.
    #[error("no flavor is compatible with the machine type")]
    Incompatible,
    /// The extension cannot use what fits, because it does not say for which architecture it is.
    #[error("what fits does not name its architecture, and the extension takes none for it")]
    ArchitectureUnwritten,
    /// Several flavors fit equally well.
    #[error("several flavors fit equally well and cannot be told apart")]
    Ambiguous,
}
