//! Gardener's own comparison of two version texts, blind to every suffix.

use crate::{Constraint, ConstraintError, Operator, Version, VersionError};

/// One of the two texts cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The left one.
    #[error(transparent)]
    Left(#[from] VersionError),
    /// The right one.
    #[error(transparent)]
    Right(#[from] ConstraintError),
}

/// The text without any letter `v`, and without anything from the first `-`, `+` or `~` on.
pub(crate) fn without_suffix(text: &str) -> String {
    text.chars().take_while(|found| !matches!(found, '-' | '+' | '~')).filter(|found| *found != 'v').collect()
}

/// Whether `left operator right` holds for two versions as Gardener compares them.
///
/// Both lose every letter `v` and everything from the first `-`, `+` or `~` on: pre-releases and build metadata are
/// invisible. Then the left one is tried against the constraint that operator and right one make: a *partial* right one
/// stands for its whole minor or major.
///
/// # Errors
///
/// When one of the texts, shortened in that way, is no version.
///
/// ```
/// use rootstock_versioning::{Operator, compare_versions};
/// assert!(compare_versions("1.2.3-gen2", Operator::Equal, "1.2.3")?);
/// assert!(compare_versions("1.3.5", Operator::Equal, "1.3")?);
/// assert!(compare_versions("1312.3.5", Operator::LessOrEqual, "1312.3")?);
/// assert!(compare_versions("", Operator::Equal, "1.3").is_err());
/// # Ok::<(), rootstock_versioning::CompareError>(())
/// ```
pub fn compare_versions(left: &str, operator: Operator, right: &str) -> Result<bool, CompareError> {
    let constraint: Constraint = format!("{operator} {}", without_suffix(right)).parse()?;
    let version: Version = without_suffix(left).parse()?;
    Ok(constraint.accepts(&version))
}
