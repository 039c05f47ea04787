//! Reasons why the users of a profile are unknown.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::counted;
use rootstock_maintenance::Skipped;

/// The reason why the used parts of a profile are unknown.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownUsers {
    /// An input that should be a Shoot cannot be read.
    #[error("{} cannot be read", counted(*.0, "Shoot"))]
    Unreadable(usize),
    /// A Shoot refers to a NamespacedCloudProfile that may be below the profile.
    #[error("Shoot {shoot}: {skipped}")]
    Elsewhere {
        /// The first such Shoot.
        shoot: String,
        /// The profile that it refers to.
        skipped: Skipped,
    },
    /// A profile is too large to be compiled.
    #[error("the profile cannot be compared: {0}")]
    TooLarge(#[from] TooLarge),
}
