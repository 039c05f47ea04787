//! The ways in which an edited text can differ from the plan.

use rootstock_core_model::{FieldPath, Violation};

use crate::Unsupported;

/// The reason why the edited text does not match the plan.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PlanMismatch {
    /// Two edits change the same place.
    #[error("two edits overlap")]
    EditsOverlap,
    /// The text has no CloudProfile at the position of the profile.
    #[error("the CloudProfile is missing")]
    NoProfile,
    /// The result cannot be decoded; contains the first reason.
    #[error("{}", .0.as_ref().map_or_else(String::new, ToString::to_string))]
    Undecodable(Option<Box<Violation>>),
    /// The provider section of the result cannot be read.
    #[error(transparent)]
    Unsupported(Unsupported),
    /// A field of `spec` differs from the plan.
    #[error("the core section differs")]
    CoreSection,
    /// The images of `providerConfig` differ from the plan.
    #[error("the images of `providerConfig` differ")]
    ProviderImages,
    /// A field of `providerConfig` has changed that the plan does not change.
    #[error("a field of `providerConfig` has changed")]
    OtherField,
    /// A decoded value is missing in the text.
    #[error("there is no value at {0}")]
    NothingAt(FieldPath),
    /// An entry of `providerConfig` that the plan edits is missing in the text.
    #[error("an entry of `providerConfig` is missing")]
    NoEntry,
}
