//! The content of a proof: counts, and every difference with its reason.

use std::fmt;

use rootstock_core_model::Semantics;
use serde::Serialize;

/// The result of comparing two profiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// The number of machine types.
    pub machine_types: usize,
    /// The number of image versions in the original profile.
    pub versions: usize,
    /// The number of regions; 1 if images do not differ by region.
    pub regions: usize,
    /// The number of combinations of the three, each compared in both semantics.
    pub compared: usize,
    /// The number of cases with the same answer before and after.
    pub same: usize,
    /// The number of those cases that have no image, before and after.
    pub without_image: usize,
    /// The number of cases that were admitted although there was no image, and are refused now.
    pub refused_in_time: usize,
    /// The remaining cases.
    pub differences: Vec<ProofDifference>,
}

impl Proof {
    /// Returns the number of combinations that differ although that was not requested.
    #[must_use]
    pub fn unexpected(&self) -> usize {
        self.differences.iter().filter(|one| one.intent.is_none()).map(ProofDifference::combinations).sum()
    }

    /// Returns the number of combinations that differ as requested.
    #[must_use]
    pub fn intended(&self) -> usize {
        self.differences.iter().filter(|one| one.intent.is_some()).map(ProofDifference::combinations).sum()
    }

    /// Returns whether all differences were requested.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.unexpected() == 0
    }
}

/// Combinations with the same difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofDifference {
    /// The machine types.
    pub machine_types: Vec<String>,
    /// The image.
    pub image: String,
    /// The original version.
    pub version: String,
    /// The new name of the version.
    pub now: String,
    /// The regions; empty if images do not differ by region.
    pub regions: Vec<String>,
    /// The semantics in which the answers differ.
    pub semantics: Vec<Semantics>,
    /// The answer before.
    pub before: BootedImage,
    /// The answer after.
    pub after: BootedImage,
    /// The request that causes the difference, if any.
    pub intent: Option<Intent>,
}

impl ProofDifference {
    /// Returns the number of combinations.
    #[must_use]
    pub fn combinations(&self) -> usize {
        self.machine_types.len() * self.regions.len().max(1)
    }
}

impl fmt::Display for ProofDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.machine_types.join(", "), self.image, self.version)?;
        if self.version != self.now {
            write!(f, " (now {})", self.now)?;
        }
        if !self.regions.is_empty() {
            write!(f, " in {}", self.regions.join(", "))?;
        }
        let semantics = match self.semantics.as_slice() {
            [Semantics::Documented] => " (as documented)",
            [Semantics::Gardener] => " (with Gardener's semantics)",
            _ => "",
        };
        write!(f, ": {} becomes {}{semantics}", self.before, self.after)
    }
}

/// The image that a worker's machines are created with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BootedImage {
    /// An image.
    #[error("`{value}`")]
    Image {
        /// The provider's name for such a reference.
        field: &'static str,
        /// The reference.
        value: String,
    },
    /// Gardener admits the worker, but the provider finds no image.
    #[error("no image: {reason}")]
    NoImage {
        /// The reason.
        reason: String,
    },
    /// Gardener refuses the worker.
    #[error("refused")]
    Refused,
}

impl BootedImage {
    pub(crate) const fn is_image(&self) -> bool {
        matches!(self, Self::Image { .. })
    }
}

/// The request that causes a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Intent {
    /// A version with a suffix became a flavor, so that capabilities make the choice now.
    SuffixRemoved,
    /// A flavor became a version with a suffix, so that the user makes the choice now.
    SuffixAdded,
    /// The machine type was declared not to support what the image needs.
    ValuesDeclared,
    /// A capability became one that workers ask for, so that their requirements make the choice now.
    CapabilityRenamed,
    /// The extension found no image in the entry in its old format, and finds the same reference in the new one.
    FormatRead,
    /// Legacy fields cannot express that the machine type does not support what the image needs.
    ValuesForgotten,
}

/// The direction of a migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    ToCapabilities,
    ToLegacyFields,
}

/// The result of comparing two answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageComparison {
    /// Equal images.
    SameImage,
    /// No image, both before and after.
    Neither,
    /// Different answers.
    Different,
}
