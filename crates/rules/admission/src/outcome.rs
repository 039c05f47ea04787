//! The outcome of a check of a CloudProfile.

use std::borrow::Cow;

use rootstock_core_model::{CloudProfile, Severity, Violation};
use rootstock_versioning::Timestamp;

use crate::accepted::AcceptedCloudProfile;

/// The outcome of a check.
#[derive(Debug, Clone)]
pub struct CloudProfileOutcome {
    /// All findings: errors, warnings and notes, in the order in which Gardener validates.
    pub violations: Vec<Violation>,
    /// The profile in its stored form; `None` if there is an error.
    pub canonical: Option<CloudProfile>,
}

impl CloudProfileOutcome {
    /// Returns the findings that cause the object to be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}

/// The outcome of a check of a profile that already had Gardener's defaults.
#[derive(Debug, Clone)]
pub struct CheckedCloudProfile<'p> {
    /// All findings: errors, warnings and notes, in the order in which Gardener validates.
    pub violations: Vec<Violation>,
    /// The profile as it was validated.
    pub(crate) prepared: Cow<'p, CloudProfile>,
    /// The time at which inactive versions are dropped before the profile is stored; `None` keeps them.
    pub(crate) drop_inactive_at: Option<Timestamp>,
}

impl<'p> CheckedCloudProfile<'p> {
    /// Returns whether there is no finding that causes the object to be refused.
    pub(crate) fn is_accepted(&self) -> bool {
        self.violations.iter().all(|violation| violation.severity != Severity::Error)
    }

    /// Returns the findings and the accepted profile; `None` if there is an error.
    #[must_use]
    pub fn into_accepted(self) -> (Vec<Violation>, Option<AcceptedCloudProfile<'p>>) {
        let is_accepted = self.is_accepted();
        let Self { violations, prepared, drop_inactive_at } = self;
        (violations, is_accepted.then(|| AcceptedCloudProfile::new(prepared, drop_inactive_at)))
    }
}
