//! Gardener's comparison of two version strings, which ignores suffixes.

use crate::{Constraint, ConstraintError, Operator, Version, VersionError};

/// An error for a version string that cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// An invalid left operand.
    #[error(transparent)]
    Left(#[from] VersionError),
    /// An invalid right operand.
    #[error(transparent)]
    Right(#[from] ConstraintError),
}

/// Removes every letter `v`, and everything from the first `-`, `+` or `~` on.
pub(crate) fn without_suffix(text: &str) -> String {
    text.chars().take_while(|found| !matches!(found, '-' | '+' | '~')).filter(|found| *found != 'v').collect()
}

/// Returns whether `left operator right` holds for two versions according to Gardener's rules.
///
/// Gardener removes every letter `v` and everything from the first `-`, `+` or `~` on from both operands, so pre-releases and build
/// metadata are ignored. Then it matches the left operand against the constraint that consists of the operator and the right
/// operand: a *partial* version on the right represents its entire minor or major.
///
/// # Errors
///
/// Returns an error if one of the operands is not a version after that.
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
