//! Invariants: sentences about every worker that a profile admits.

mod parser;

use std::fmt;
use std::str::FromStr;

use rootstock_core_model::matches_pattern;
use rootstock_versioning::{Classification, Timestamp};

pub use parser::InvariantError;

/// A sentence about every worker that a profile admits, in a fixed grammar:
///
/// ```text
/// every worker [on MACHINE-TYPE] [with CAPABILITY=VALUE]… [in REGION] [using IMAGE[@VERSION]] [that is CLASSIFICATION]
///     always has an image
///     has the image IMAGE[@VERSION]
///     never gets an image with CAPABILITY=VALUE
///     never gets an image without CAPABILITY=VALUE
///     stays admissible until DATE
///     keeps its provider image
///     has an update path until DATE
///     fits at least N zones
/// ```
///
/// Names of machine types, regions, images and versions may contain the wildcard `*`. A date means its end in UTC.
///
/// ```
/// use rootstock_guarantees::Invariant;
/// let invariant: Invariant = "every worker with architecture=arm64 has the image gardenlinux@1592.*".parse()?;
/// assert_eq!(invariant.to_string(), "every worker with architecture=arm64 has the image gardenlinux@1592.*");
/// let error = "every worker in eu-* has a kernel".parse::<Invariant>().unwrap_err();
/// assert_eq!(error.to_string(), "`has a` is not understood; write `has the image IMAGE` or `has an update path until DATE`");
/// # Ok::<(), rootstock_guarantees::InvariantError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Invariant {
    sentence: String,
    pub(crate) workers: WorkerSelector,
    pub(crate) claim: Claim,
}

/// The workers that an invariant is about. Absent parts select everything.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct WorkerSelector {
    pub(crate) machine_type: Option<String>,
    /// Values that the machine types support, or that the workers ask for.
    pub(crate) capabilities: Vec<(String, String)>,
    pub(crate) region: Option<String>,
    pub(crate) image: Option<ImageSelector>,
    pub(crate) classification: Option<Classification>,
}

/// Image versions, as patterns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImageSelector {
    image: String,
    version: Option<String>,
}

/// The claim of an invariant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// Some image version is admissible for each new worker; with a selector, one of these.
    HasImage(Option<ImageSelector>),
    /// The flavor that a worker boots supports the value of the capability, or never does.
    NeverGets { capability: String, value: String, is_without: bool },
    /// Each admissible worker stays admissible.
    StaysAdmissible(Timestamp),
    /// Each worker that the old profile admits boots the same image.
    KeepsImage,
    /// Each forced update until then has a target.
    HasUpdatePath(Timestamp),
    /// Each machine type is available in this many zones of each region that has it.
    FitsZones(usize),
}

impl Invariant {
    /// Returns whether the invariant is about a change, so that it can only be decided together with the old profile.
    #[must_use]
    pub const fn needs_old(&self) -> bool {
        matches!(self.claim, Claim::KeepsImage)
    }
}

impl FromStr for Invariant {
    type Err = InvariantError;

    fn from_str(text: &str) -> Result<Self, InvariantError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (workers, claim) = parser::parse(&words)?;
        Ok(Self { sentence: words.join(" "), workers, claim })
    }
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl ImageSelector {
    fn new(text: &str) -> Self {
        match text.split_once('@') {
            Some((image, version)) => Self { image: image.to_owned(), version: Some(version.to_owned()) },
            None => Self { image: text.to_owned(), version: None },
        }
    }

    pub(crate) fn matches(&self, image: &str, version: &str) -> bool {
        matches_pattern(&self.image, image)
            && self.version.as_deref().is_none_or(|pattern| matches_pattern(pattern, version))
    }
}

impl fmt::Display for ImageSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.image)?;
        self.version.as_ref().map_or(Ok(()), |version| write!(f, " `{version}`"))
    }
}
