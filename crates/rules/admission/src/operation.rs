//! The operation that an object is checked for.

use rootstock_core_model::CloudProfile;

/// The operation on an object, by default a CloudProfile.
#[derive(Debug, PartialEq, Default)]
pub enum Operation<'a, T = CloudProfile> {
    /// A desired state, without knowing what was there before: what would be refused on create and on
    /// update alike is an error, what depends on the past is a warning at most.
    #[default]
    State,
    /// The object is created.
    Create,
    /// The object replaces another.
    Update {
        /// The object before, as it is stored.
        old: &'a T,
    },
}

// Derived, both would ask the object to be `Copy`, too.
impl<T> Clone for Operation<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Operation<'_, T> {}

impl<'a, T> Operation<'a, T> {
    /// The object before, on an update.
    #[must_use]
    pub const fn old(&self) -> Option<&'a T> {
        match self {
            Self::Update { old } => Some(old),
            Self::State | Self::Create => None,
        }
    }
}
