//! What a proof says: counts, and every difference with its reason.

use std::fmt;

use rootstock_core_model::Semantics;
use serde::Serialize;

/// What came of comparing two profiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// Machine types.
    pub machine_types: usize,
    /// Image versions of the profile as it was.
    pub versions: usize,
    /// Regions; 1 where images are not told apart by region.
    pub regions: usize,
    /// Combinations of the three, each asked about in both semantics.
    pub compared: usize,
    /// Cases with the same answer before and after.
    pub same: usize,
    /// Cases of the same that have no image, before and after.
    pub without_image: usize,
    /// Cases that were let in without there being an image, and are refused now.
    pub refused_in_time: usize,
    /// The others.
    pub differences: Vec<ProofDifference>,
}

impl Proof {
    /// How many combinations differ without that having been asked for.
    #[must_use]
    pub fn unexpected(&self) -> usize {
        self.differences.iter().filter(|one| one.intent.is_none()).map(ProofDifference::combinations).sum()
    }

    /// How many combinations differ as asked for.
    #[must_use]
    pub fn intended(&self) -> usize {
        self.differences.iter().filter(|one| one.intent.is_some()).map(ProofDifference::combinations).sum()
    }

    /// Whether nothing differs but what was asked for.
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
    /// The version as it was.
    pub version: String,
    /// What the version is called now.
    pub now: String,
    /// The regions; empty where images are not told apart by region.
    pub regions: Vec<String>,
    /// In which semantics.
    pub semantics: Vec<Semantics>,
    /// The answer before.
    pub before: BootedImage,
    /// The answer after.
    pub after: BootedImage,
    /// What was asked for, if it follows from that.
    pub intent: Option<Intent>,
}

impl ProofDifference {
    /// How many combinations there are.
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
            [Semantics::Gardener] => " (in Gardener v1.150)",
            _ => "",
        };
        write!(f, ": {} becomes {}{semantics}", self.before, self.after)
    }
}

/// What a worker's machines are created with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BootedImage {
    /// An image.
    #[error("`{value}`")]
    Image {
        /// What the provider calls such a reference.
        field: &'static str,
        /// The reference.
        value: String,
    },
    /// Gardener lets the worker in, and the provider finds no image.
    #[error("no image: {reason}")]
    NoImage {
        /// Why.
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

/// What a difference follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Intent {
    /// A version with a suffix became a flavor: the choice is made by capabilities now.
    SuffixRemoved,
    /// A flavor became a version with a suffix: the choice is the user's now.
    SuffixAdded,
    /// The machine type was declared not to support what the image needs.
    ValuesDeclared,
    /// Legacy fields cannot say that the machine type does not support what the image needs.
    ValuesForgotten,
}

/// Which way a profile goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    ToCapabilities,
    ToLegacyFields,
}

/// How two answers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageComparison {
    /// The same image.
    SameImage,
    /// No image in both.
    Neither,
    /// Something else.
    Different,
}
