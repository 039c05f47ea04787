//! What is done with an object, and what came of it.

use std::borrow::Cow;

use rootstock_core_model::{CloudProfile, Severity, Violation};
use rootstock_versioning::Timestamp;

use crate::canonicalize::{canonicalize_cloud_profile, is_canonical};
use crate::prepare::{drop_inactive, has_inactive};

/// What is done with an object: a CloudProfile, unless something else is said.
#[derive(Debug, PartialEq, Default)]
pub enum Operation<'a, T = CloudProfile> {
    /// A desired state, without knowing what was there before: what would be refused on create and on
    /// update alike is an error, what depends on the past is a warning at most.
    #[default]
    State,
    /// The object is created.
    Create,
    /// The object takes the place of another.
    Update {
        /// What was there before, as it is stored.
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
    /// What was there before, on an update.
    #[must_use]
    pub const fn old(&self) -> Option<&'a T> {
        match self {
            Self::Update { old } => Some(old),
            Self::State | Self::Create => None,
        }
    }
}

/// What came of a check.
#[derive(Debug, Clone)]
pub struct CloudProfileOutcome {
    /// Everything that was found: errors, warnings and notes, in the order in which Gardener validates.
    pub violations: Vec<Violation>,
    /// The profile as it would be stored; `None` if there is an error.
    pub canonical: Option<CloudProfile>,
}

impl CloudProfileOutcome {
    /// The findings because of which the object would be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}

/// What came of a check of a profile that had Gardener's defaults.
#[derive(Debug, Clone)]
pub struct CheckedCloudProfile<'p> {
    /// Everything that was found: errors, warnings and notes, in the order in which Gardener validates.
    pub violations: Vec<Violation>,
    /// The profile as it was validated.
    pub(crate) prepared: Cow<'p, CloudProfile>,
    /// Whether versions that are not active are dropped before it is stored, and when that is.
    pub(crate) drops_inactive: Option<Timestamp>,
}

impl<'p> CheckedCloudProfile<'p> {
    /// Whether nothing was found because of which the object would be refused.
    pub(crate) fn is_accepted(&self) -> bool {
        self.violations.iter().all(|violation| violation.severity != Severity::Error)
    }

    /// What was found, and the profile as it would be stored, which is the one that was checked if it is so already; `None` if there
    /// is an error.
    #[must_use]
    pub fn into_stored(self) -> (Vec<Violation>, Option<Cow<'p, CloudProfile>>) {
        let (is_accepted, drops_inactive) = (self.is_accepted(), self.drops_inactive);
        let prepared = is_accepted.then_some(self.prepared);
        let stored = prepared.map(|prepared| match prepared {
            Cow::Borrowed(profile) if is_stored_form(profile, drops_inactive) => prepared,
            _ => Cow::Owned(stored_form(prepared.into_owned(), drops_inactive)),
        });
        (self.violations, stored)
    }
}

/// Whether [`stored_form`] would change nothing.
fn is_stored_form(profile: &CloudProfile, drops_inactive: Option<Timestamp>) -> bool {
    profile.status.is_none()
        && !drops_inactive.is_some_and(|now| has_inactive(profile, now))
        && is_canonical(profile, None)
}

/// A profile that was validated as it is stored.
pub(crate) fn stored_form(mut profile: CloudProfile, drops_inactive: Option<Timestamp>) -> CloudProfile {
    profile.status = None;
    if let Some(now) = drops_inactive {
        drop_inactive(&mut profile, now);
    }
    canonicalize_cloud_profile(&mut profile, None);
    profile
}
