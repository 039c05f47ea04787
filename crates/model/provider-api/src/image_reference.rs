//! Image references, image requests, and the answers to them, as data that can be printed.

use std::collections::HashSet;
use std::sync::Arc;

use rootstock_capability_engine::{CandidateOutcome, Mismatch};
use rootstock_core_model::{Capabilities, FieldPath, MachineType, listed};
use serde::{Serialize, Serializer};

use crate::{ReferencePath, UndecodableConfig};

/// One reference to an image artifact, as `providerConfig` declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageReference {
    /// The machine image's name.
    pub image: Arc<str>,
    /// The version.
    pub version: Arc<str>,
    /// The declared capabilities of the artifact; a legacy entry has only `architecture`.
    pub capabilities: Capabilities,
    /// The region in which the reference is valid; `None` means everywhere.
    pub region: Option<String>,
    /// The reference itself; empty if the document has an empty one.
    pub value: String,
    /// The path of the reference, with the provider's name for its field.
    pub path: ReferencePath,
}

/// One reference to an image artifact, as `providerConfig` declares it.
// The serialized form of `ImageReference`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ImageReference"))]
struct Printed<'r> {
    /// The machine image's name.
    image: &'r str,
    /// The version.
    version: &'r str,
    /// The declared capabilities of the artifact; a legacy entry has only `architecture`.
    capabilities: &'r Capabilities,
    /// The region in which the reference is valid; absent means everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'r str>,
    /// The provider's name for such a reference: `id`, `image`, `ami`.
    field: &'r str,
    /// The reference itself; empty if the document has an empty one.
    value: &'r str,
    /// The path of the reference.
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

/// A worker's request for an image.
#[derive(Debug, Clone, Copy)]
pub struct ImageRequest<'a> {
    /// The machine image's name.
    pub image: &'a str,
    /// The exact version.
    pub version: &'a str,
    /// The Shoot's region; `None` if it does not matter.
    pub region: Option<&'a str>,
    /// The name of the machine type, if known: a provider section may have settings for it.
    pub machine_type: Option<&'a str>,
    /// The capabilities of the machine type, as declared.
    pub machine_capabilities: &'a Capabilities,
    /// The architecture of the worker, or else of the machine type, if it is not among the capabilities.
    pub architecture: Option<&'a str>,
    /// The capabilities that the worker itself requests, if any.
    pub worker_capabilities: Option<&'a Capabilities>,
}

impl<'a> ImageRequest<'a> {
    /// Builds the request for a machine type, by a worker without special requirements.
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

/// The chosen image reference, and the outcome of all candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageChoice {
    /// The choice.
    pub reference: ImageReference,
    /// Every flavor of the version in document order, including the chosen one.
    pub candidates: Vec<Candidate>,
    /// The answer of Gardener, in the release that is asked about, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<GardenerAnswer>,
}

/// The answer of Gardener where it differs from the documented one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GardenerAnswer {
    /// Another reference.
    Chooses {
        /// The reference.
        reference: Box<ImageReference>,
    },
    /// No reference.
    Fails {
        /// The reason.
        reason: NotFoundReason,
    },
}

/// A flavor that was considered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// The path of the flavor.
    pub path: FieldPath,
    /// The capabilities as declared.
    pub capabilities: Capabilities,
    /// The outcome of the flavor.
    pub fate: ImageOutcome,
}

/// The outcome of a flavor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ImageOutcome {
    /// The chosen flavor.
    Chosen,
    /// A flavor without a reference for the region or one that is valid everywhere.
    NotInRegion {
        /// The regions that it has references for.
        regions: Vec<String>,
    },
    /// A flavor with a capability that has no value in common with the machine type and the worker.
    Incompatible {
        /// The first such capability.
        capability: String,
        /// The flavor's values, after defaulting.
        offered: Vec<String>,
        /// The values that the machine type and the worker allow, after defaulting.
        wanted: Vec<String>,
    },
    /// A flavor that fits, although another one is preferred.
    Outranked {
        /// The capability that decided.
        #[serde(skip_serializing_if = "Option::is_none")]
        capability: Option<String>,
    },
    /// A flavor that fits as well as another one, without anything to decide between the two.
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
                    let asked: HashSet<String> = asked.into_iter().collect();
                    wanted.retain(|value| asked.contains(value));
                }
                Self::Incompatible { capability, offered, wanted }
            }
        }
    }
}

/// The reason why there is no image reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("machine image `{image}` version `{version}`: {reason}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageNotFound {
    /// The requested image.
    pub image: String,
    /// The requested version.
    pub version: String,
    /// The reason.
    pub reason: NotFoundReason,
    /// Every flavor of the version in document order.
    pub candidates: Vec<Candidate>,
}

impl ImageNotFound {
    /// Whether a missing reference of a flavor in the requested region is part of the reason.
    #[must_use]
    pub fn is_about_region(&self) -> bool {
        matches!(self.reason, NotFoundReason::NotInRegion { .. })
            || (self.reason == NotFoundReason::Incompatible
                && self.candidates.iter().any(|candidate| matches!(candidate.fate, ImageOutcome::NotInRegion { .. })))
    }

    /// Returns the reason in words, including a flavor's missing reference in the requested region.
    #[must_use]
    pub fn explanation(&self) -> String {
        if self.is_about_region() && self.reason == NotFoundReason::Incompatible {
            return "no flavor that has an image in the region is compatible with the machine type".to_owned();
        }
        self.reason.to_string()
    }
}

/// The reason why a request has no image reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NotFoundReason {
    /// An image that is not in `providerConfig`.
    #[error("`providerConfig` has no machine image with this name")]
    UnknownImage,
    /// A version that is not in `providerConfig`.
    #[error("`providerConfig` has no entry for this version")]
    UnknownVersion,
    /// A version whose entry maps it to nothing.
    #[error("the entry in `providerConfig` maps the version to no image reference")]
    NothingMapped,
    /// A version that need not be mapped, because the extension has another way to find images.
    #[error("the provider's extension does not look up this image in the profile")]
    Elsewhere,
    /// A version without a mapping for the region.
    #[error("no image is mapped for region `{region}`; there are mappings for {}", listed(known.iter()))]
    NotInRegion {
        /// The requested region.
        region: String,
        /// The regions with mappings.
        // Shared by the answers for many regions.
        known: Arc<[String]>,
    },
    /// A version without a flavor that fits.
    #[error("no flavor is compatible with the machine type")]
    Incompatible,
    /// A matching flavor that the extension cannot use, because it does not declare its architecture.
    #[error("the matching entry does not set its architecture, and the extension has no default for it")]
    ArchitectureUnwritten,
    /// Several flavors that fit equally well.
    #[error("several flavors fit equally well, so the choice is ambiguous")]
    Ambiguous,
    /// A `providerConfig` that the extension cannot decode.
    #[error(transparent)]
    Undecodable(Arc<UndecodableConfig>),
}
