//! Versions with Gardener's syntax: lenient about omissions, strict about everything else.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use semver::{BuildMetadata, Prerelease};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum length of a version in bytes.
pub const MAX_VERSION_LENGTH: usize = 256;

/// A version: three numbers, and optionally a pre-release and build metadata.
///
/// The parser is as lenient as the library that Gardener uses (Masterminds/semver v3.5.0): it accepts a leading `v`, leading zeros,
/// and a missing minor or patch number, which is 0. Versions print in canonical form.
///
/// Order and equality are those of Semantic Versioning 2.0: a release comes after its pre-releases, and build metadata is ignored.
/// A pre-release number that does not fit in 64 bits is compared as text.
///
/// ```
/// use rootstock_versioning::Version;
/// let version: Version = "v1.27-rc.1".parse()?;
/// assert_eq!(version.to_string(), "1.27.0-rc.1");
/// assert!(version < "1.27".parse()?);
/// assert!("1.2.3.4".parse::<Version>().is_err());
/// # Ok::<(), rootstock_versioning::VersionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Version {
    major: u64,
    minor: u64,
    patch: u64,
    pre: Prerelease,
    build: BuildMetadata,
}

impl Version {
    /// Creates a release from its three numbers.
    #[must_use]
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, pre: Prerelease::EMPTY, build: BuildMetadata::EMPTY }
    }

    /// Returns the major number.
    #[must_use]
    pub const fn major(&self) -> u64 {
        self.major
    }

    /// Returns the minor number.
    #[must_use]
    pub const fn minor(&self) -> u64 {
        self.minor
    }

    /// Returns the patch number.
    #[must_use]
    pub const fn patch(&self) -> u64 {
        self.patch
    }

    /// Returns the pre-release, that is, the part after the `-`; empty for a release.
    #[must_use]
    pub fn pre(&self) -> &str {
        self.pre.as_str()
    }

    /// Returns the build metadata, that is, the part after the `+`; empty if there is none.
    #[must_use]
    pub fn build(&self) -> &str {
        self.build.as_str()
    }

    /// Returns whether the version is a pre-release.
    #[must_use]
    pub fn is_prerelease(&self) -> bool {
        !self.pre.is_empty()
    }

    /// Returns the three numbers in order of significance.
    #[must_use]
    pub const fn numbers(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }
}

/// Compares two pre-releases identifier by identifier; an empty one comes last.
pub(crate) fn compare_prereleases(left: &str, right: &str) -> Ordering {
    match (left.is_empty(), right.is_empty()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => compare_identifiers(left, right),
    }
}

fn compare_identifiers(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.split('.'), right.split('.'));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(left), Some(right)) => match (left.parse::<u64>(), right.parse::<u64>()) {
                (Ok(left), Ok(right)) => left.cmp(&right),
                (Ok(_), Err(_)) => Ordering::Less,
                (Err(_), Ok(_)) => Ordering::Greater,
                (Err(_), Err(_)) => left.cmp(right),
            },
        };
        if order.is_ne() {
            return order;
        }
    }
}

impl Ord for Version {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.numbers().cmp(&other.numbers()).then_with(|| compare_prereleases(self.pre.as_str(), other.pre.as_str()))
    }
}

impl PartialOrd for Version {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers() && self.pre == other.pre
    }
}

impl Eq for Version {}

impl Hash for Version {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numbers().hash(state);
        self.pre.hash(state);
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.build.is_empty() {
            write!(f, "+{}", self.build)?;
        }
        Ok(())
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The error for a text that is not a version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VersionError {
    /// An empty text.
    #[error("a version must not be empty; write MAJOR.MINOR.PATCH, for example 1.27.4")]
    Empty,
    /// A text that exceeds the maximum length.
    #[error("a version has at most {MAX_VERSION_LENGTH} bytes, this one has {0}")]
    TooLong(usize),
    /// A malformed text.
    #[error("`{text}` is not a valid version: {problem}")]
    Malformed {
        /// The text as written.
        text: String,
        /// The problem with the text.
        problem: VersionProblem,
    },
}

/// The problem with a malformed version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VersionProblem {
    /// `V1.2.3`.
    #[error("the leading `V` must be a lower-case `v` or left out")]
    UpperCaseV,
    /// `1.2.3.4`.
    #[error("it has {0} numbers, but at most three are allowed (MAJOR.MINOR.PATCH)")]
    TooManyNumbers(usize),
    /// `1..3`, `1.`, or nothing before the `-`.
    #[error("a number is missing before, between or after the dots")]
    MissingNumber,
    /// `1.x`.
    #[error("`{0}` is not a valid number")]
    NotANumber(String),
    /// A number that does not fit in 64 bits.
    #[error("the number {0} is larger than {max}", max = u64::MAX)]
    NumberTooLarge(String),
    /// `1.2.3-`, `1.2.3-a..b`, `1.2.3+`.
    #[error("{0} has an empty part")]
    EmptyIdentifier(Suffix),
    /// A character that identifiers cannot contain.
    #[error("{0} may have only letters, digits, `-` and dots, not `{1}`")]
    BadCharacter(Suffix, char),
    /// `1.2.3-01`.
    #[error("the pre-release number `{0}` must not start with a zero")]
    LeadingZero(String),
}

/// The parts that may follow the numbers of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suffix {
    /// The pre-release after the `-`.
    Prerelease,
    /// The build metadata after the `+`.
    Build,
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Prerelease => "the pre-release after `-`",
            Self::Build => "the build metadata after `+`",
        })
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.len() {
            0 => Err(VersionError::Empty),
            length if length > MAX_VERSION_LENGTH => Err(VersionError::TooLong(length)),
            _ => parse(text).map_err(|problem| VersionError::Malformed { text: text.to_owned(), problem }),
        }
    }
}

fn parse(text: &str) -> Result<Version, VersionProblem> {
    if text.starts_with('V') {
        return Err(VersionProblem::UpperCaseV);
    }
    let text = text.strip_prefix('v').unwrap_or(text);
    let (text, build) = split_suffix(text, '+');
    let (text, pre) = split_suffix(text, '-');
    let mut numbers = [0; 3];
    let count = text.bytes().filter(|byte| *byte == b'.').count() + 1;
    if count > numbers.len() && text.split('.').all(is_digits) {
        return Err(VersionProblem::TooManyNumbers(count));
    }
    for (index, part) in text.split('.').enumerate() {
        let number = parse_number(part)?;
        *numbers.get_mut(index).ok_or(VersionProblem::TooManyNumbers(count))? = number;
    }
    let pre = match pre {
        Some(pre) => {
            check_identifiers(pre, Suffix::Prerelease)?;
            Prerelease::new(pre).map_err(|_| VersionProblem::EmptyIdentifier(Suffix::Prerelease))?
        }
        None => Prerelease::EMPTY,
    };
    let build = match build {
        Some(build) => {
            check_identifiers(build, Suffix::Build)?;
            BuildMetadata::new(build).map_err(|_| VersionProblem::EmptyIdentifier(Suffix::Build))?
        }
        None => BuildMetadata::EMPTY,
    };
    let [major, minor, patch] = numbers;
    Ok(Version { major, minor, patch, pre, build })
}

fn split_suffix(text: &str, sign: char) -> (&str, Option<&str>) {
    text.split_once(sign).map_or((text, None), |(numbers, suffix)| (numbers, Some(suffix)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_number(part: &str) -> Result<u64, VersionProblem> {
    if part.is_empty() {
        return Err(VersionProblem::MissingNumber);
    }
    if !is_digits(part) {
        return Err(VersionProblem::NotANumber(part.to_owned()));
    }
    part.parse().map_err(|_| VersionProblem::NumberTooLarge(part.to_owned()))
}

fn check_identifiers(text: &str, suffix: Suffix) -> Result<(), VersionProblem> {
    for identifier in text.split('.') {
        if identifier.is_empty() {
            return Err(VersionProblem::EmptyIdentifier(suffix));
        }
        if let Some(bad) = identifier.chars().find(|found| !found.is_ascii_alphanumeric() && *found != '-') {
            return Err(VersionProblem::BadCharacter(suffix, bad));
        }
        if suffix == Suffix::Prerelease && identifier.len() > 1 && identifier.starts_with('0') && is_digits(identifier)
        {
            return Err(VersionProblem::LeadingZero(identifier.to_owned()));
        }
    }
    Ok(())
}
