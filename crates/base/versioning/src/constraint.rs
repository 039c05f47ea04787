//! Constraints on versions, such as `kubeletVersionConstraint: ">= 1.26, < 1.30"`.

mod syntax;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use strum::{IntoStaticStr, VariantArray};

use crate::version::compare_prereleases;
use crate::{Version, VersionError};

/// The maximum length of a constraint in bytes.
pub const MAX_CONSTRAINT_LENGTH: usize = 512;
/// The maximum number of alternatives (separated by `||`) in a constraint.
pub const MAX_CONSTRAINT_ALTERNATIVES: usize = 32;

/// The comparison of a version with the operand of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, IntoStaticStr, VariantArray)]
pub enum Operator {
    /// `=`, or no operator: that version, or any version of that minor or major if the operand is partial.
    #[strum(serialize = "=")]
    Equal,
    /// `!=`.
    #[strum(serialize = "!=")]
    NotEqual,
    /// `>`; with a partial operand, only versions above that entire minor or major.
    #[strum(serialize = ">")]
    Greater,
    /// `>=` or `=>`.
    #[strum(serialize = ">=")]
    GreaterOrEqual,
    /// `<`.
    #[strum(serialize = "<")]
    Less,
    /// `<=` or `=<`; with a partial operand, also every version of that minor or major.
    #[strum(serialize = "<=")]
    LessOrEqual,
    /// `~` or `~>`: not lower, and of the same minor.
    #[strum(serialize = "~")]
    Tilde,
    /// `^`: not lower, and compatible according to Semantic Versioning.
    #[strum(serialize = "^")]
    Caret,
}

impl Operator {
    /// Every operator.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the usual notation.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The precision of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// `*`
    Any,
    /// `1` or `1.x`
    Major,
    /// `1.2` or `1.2.x`
    Minor,
    /// `1.2.3`
    Exact,
}

/// A single comparison.
#[derive(Debug, Clone)]
struct Term {
    operator: Operator,
    operand: Version,
    precision: Precision,
    text: Box<str>,
}

impl Term {
    /// Returns whether a version meets the term. The alternative decides whether pre-releases are allowed.
    fn accepts(&self, version: &Version) -> bool {
        let operand = &self.operand;
        let order = version.cmp(operand);
        let same_major = version.major() == operand.major();
        let same_minor = same_major && version.minor() == operand.minor();
        match (self.operator, self.precision) {
            (Operator::Equal, Precision::Exact) => order.is_eq(),
            (Operator::Equal | Operator::Tilde, precision) => match precision {
                Precision::Any => order.is_ge(),
                Precision::Major => order.is_ge() && same_major,
                Precision::Minor => order.is_ge() && same_minor,
                // `~0.0.0` accepts everything.
                Precision::Exact => order.is_ge() && (same_minor || operand.numbers() == (0, 0, 0)),
            },
            (Operator::NotEqual, Precision::Major) => !same_major,
            (Operator::NotEqual, Precision::Minor) => {
                !same_minor || compare_prereleases(version.pre(), operand.pre()) != Ordering::Equal
            }
            (Operator::NotEqual, Precision::Any | Precision::Exact) => order.is_ne(),
            (Operator::Greater, Precision::Major) => version.major() > operand.major(),
            (Operator::Greater, Precision::Minor) => {
                (version.major(), version.minor()) > (operand.major(), operand.minor())
            }
            (Operator::Greater, Precision::Any | Precision::Exact) => order.is_gt(),
            (Operator::GreaterOrEqual, _) => order.is_ge(),
            (Operator::Less, _) => order.is_lt(),
            (Operator::LessOrEqual, Precision::Exact) => order.is_le(),
            (Operator::LessOrEqual, Precision::Major) => version.major() <= operand.major(),
            // `<=*` is `<= 0.0.x`.
            (Operator::LessOrEqual, Precision::Minor | Precision::Any) => {
                (version.major(), version.minor()) <= (operand.major(), operand.minor())
            }
            (Operator::Caret, Precision::Major) => order.is_ge() && same_major,
            (Operator::Caret, precision) => {
                order.is_ge()
                    && same_major
                    && (operand.major() > 0
                        || same_minor
                            && (operand.minor() > 0
                                || precision == Precision::Minor
                                || version.patch() == operand.patch()))
            }
        }
    }
}

/// A conjunction of terms.
#[derive(Debug, Clone)]
struct Alternative {
    terms: Vec<Term>,
    /// Whether pre-releases are allowed; true if any operand has a pre-release.
    admits_prereleases: bool,
}

impl Alternative {
    fn accepts(&self, version: &Version) -> bool {
        (self.admits_prereleases || !version.is_prerelease()) && self.terms.iter().all(|term| term.accepts(version))
    }
}

/// A condition on a version: alternatives separated by `||`, each of which is a conjunction of terms.
///
/// The syntax and its peculiarities are those of Masterminds/semver v3.5.0: the operators `= != > < >= => <= =< ~ ~> ^` or none;
/// partial operands and the wildcards `x`, `X`, `*`; hyphen ranges `1.2 - 1.4` (with blanks); terms separated by blanks or one
/// comma. A pre-release meets only alternatives with an operand that has a pre-release, too.
///
/// ```
/// use rootstock_versioning::Constraint;
/// let constraint: Constraint = ">= 1.26, < 1.28 || ~1.30".parse()?;
/// assert!(constraint.accepts(&"1.27.4".parse()?));
/// assert!(constraint.accepts(&"1.30.2".parse()?));
/// assert!(!constraint.accepts(&"1.29.0".parse()?));
/// assert!(!constraint.accepts(&"1.27.0-rc.1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Constraint {
    text: Box<str>,
    alternatives: Vec<Alternative>,
}

impl Constraint {
    /// Returns whether a version meets the constraint.
    #[must_use]
    pub fn accepts(&self, version: &Version) -> bool {
        self.alternatives.iter().any(|alternative| alternative.accepts(version))
    }

    /// Returns the reasons why a version does not meet the constraint: the first unmet term of each alternative. Empty if it is
    /// met.
    ///
    /// ```
    /// use rootstock_versioning::Constraint;
    /// let constraint: Constraint = ">= 1.31, < 1.33".parse()?;
    /// let obstacles = constraint.obstacles(&"1.34.1".parse()?);
    /// assert_eq!(obstacles[0].to_string(), "`< 1.33` is not met");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn obstacles(&self, version: &Version) -> Vec<ConstraintObstacle<'_>> {
        let mut obstacles = Vec::with_capacity(self.alternatives.len());
        for alternative in &self.alternatives {
            if version.is_prerelease() && !alternative.admits_prereleases {
                obstacles.push(ConstraintObstacle::Prerelease);
                continue;
            }
            match alternative.terms.iter().find(|term| !term.accepts(version)) {
                Some(term) => obstacles.push(ConstraintObstacle::Term(&term.text)),
                None => return Vec::new(),
            }
        }
        obstacles.dedup();
        obstacles
    }

    /// Returns the constraint as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The reason why a version does not meet a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintObstacle<'a> {
    /// A pre-release version, although no operand has a pre-release.
    #[error("it accepts no pre-releases")]
    Prerelease,
    /// This term, with hyphen ranges expanded to two terms.
    #[error("`{0}` is not met")]
    Term(&'a str),
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Constraint {
    /// Constraints are equal if their texts are.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Constraint {}

impl FromStr for Constraint {
    type Err = ConstraintError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MAX_CONSTRAINT_LENGTH {
            return Err(ConstraintError::TooLong(text.len()));
        }
        syntax::parse(text).map(|alternatives| Self { text: text.into(), alternatives })
    }
}

impl Serialize for Constraint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Constraint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// An error for a text that is not a constraint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintError {
    /// An empty constraint, or an empty alternative.
    #[error("a version constraint must not be empty, nor may either side of `||`; to accept every version, write `*`")]
    Empty,
    /// A text that exceeds the maximum length.
    #[error("a version constraint has at most {MAX_CONSTRAINT_LENGTH} bytes, this one has {0}")]
    TooLong(usize),
    /// Too many alternatives.
    #[error(
        "a version constraint has at most {MAX_CONSTRAINT_ALTERNATIVES} alternatives separated by `||`, this one has {0}"
    )]
    TooManyAlternatives(usize),
    /// Text that neither starts nor separates terms.
    #[error(
        "`{0}` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
    )]
    Unexpected(String),
    /// An operator without a version.
    #[error("the operator `{operator}` must be followed by a version, {}", instead(.rest))]
    MissingVersion {
        /// The operator as written.
        operator: String,
        /// The text in the place of the version.
        rest: String,
    },
    /// A term with an invalid version.
    #[error("the constraint term `{term}` is invalid: {source}")]
    BadVersion {
        /// The term as written.
        term: String,
        /// The error in the version.
        source: VersionError,
    },
}

/// Describes the text in the place of a version.
fn instead(rest: &str) -> String {
    if rest.is_empty() { "but nothing follows".to_owned() } else { format!("not by `{rest}`") }
}
