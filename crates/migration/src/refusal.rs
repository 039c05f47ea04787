//! Why nothing comes out.

use rootstock_core_model::Violation;
use rootstock_text_edits::Obstacle;

use crate::Proof;

/// Why a profile is not migrated. Nothing has been changed then.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// The profile cannot be read as Gardener reads it.
    #[error("the profile cannot be decoded; mend that first, see `rootstock check`")]
    Undecodable(Vec<Violation>),
    /// There is no plug-in that knows the provider's half, or it has one format only.
    #[error("{0}")]
    Unsupported(String),
    /// What is asked for makes no sense for this profile.
    #[error("{0}")]
    Impossible(String),
    /// Legacy fields cannot say what the profile says; one sentence for each thing that would be lost.
    #[error("legacy fields cannot say everything that this profile says: {}", .0.join("; "))]
    Lossy(Vec<String>),
    /// The text is written so that it cannot be edited without guessing.
    #[error("the text cannot be edited: {0}")]
    Obstacle(#[from] Obstacle),
    /// The edited text does not say what was planned.
    #[error(
        "the edited text does not say what it should ({0}); this is a mistake in rootstock, or a way of writing YAML \
             that it does not know"
    )]
    Misread(String),
    /// Some machine would get another image.
    #[error("{} of {} selections would change", .0.unexpected(), .0.compared)]
    Unproven(Box<Proof>),
    /// The result would have errors that the profile does not have.
    #[error("the result would have errors that the profile does not have")]
    NewErrors(Vec<Violation>),
}
