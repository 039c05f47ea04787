//! How an edited text can differ from what was planned.

use rootstock_core_model::{FieldPath, Violation};

use crate::Unsupported;

/// Why the edited text does not say what was planned.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Misread {
    /// Two edits change the same place.
    #[error("two edits overlap")]
    EditsOverlap,
    /// The text has no CloudProfile where the profile stood.
    #[error("there is no CloudProfile in its place")]
    NoProfile,
    /// The result cannot be decoded; the first reason.
    #[error("{}", .0.as_ref().map_or_else(String::new, ToString::to_string))]
    Undecodable(Option<Box<Violation>>),
    /// The provider's half of the result cannot be read.
    #[error(transparent)]
    Unsupported(Unsupported),
    /// A field of `spec` is not what was planned.
    #[error("the core half is not what was planned")]
    CoreHalf,
    /// The images of `providerConfig` are not what was planned.
    #[error("the provider's images are not what was planned")]
    ProviderImages,
    /// A field of `providerConfig` that nobody wanted to change has changed.
    #[error("a field of `providerConfig` has changed")]
    OtherField,
    /// What was decoded does not stand in the text.
    #[error("nothing stands at {0}")]
    NothingAt(FieldPath),
    /// An entry of `providerConfig` that was to be edited does not stand in the text.
    #[error("an entry of `providerConfig` is missing")]
    NoEntry,
}
