//! The operation for which an object is checked.

use rootstock_core_model::CloudProfile;

/// The operation on an object, by default a CloudProfile.
#[derive(Debug, PartialEq, Default)]
pub enum Operation<'a, T = CloudProfile> {
    /// A desired state without knowledge of the previous one: an error is reported only if both create and update would
    /// refuse the object; a finding that depends on the past is at most a warning.
    #[default]
    State,
    /// The object is created.
    Create,
    /// The object replaces another.
    Update {
        /// The previous object, as stored.
        old: &'a T,
    },
}

// Deriving these would require `T: Copy`.
impl<T> Clone for Operation<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Operation<'_, T> {}

impl<'a, T> Operation<'a, T> {
    /// Returns the previous object, on an update.
    #[must_use]
    pub const fn old(&self) -> Option<&'a T> {
        match self {
            Self::Update { old } => Some(old),
            Self::State | Self::Create => None,
        }
    }
}
