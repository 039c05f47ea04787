//! The outcome of a check of a CloudProfile.

use std::borrow::Cow;

use rootstock_core_model::{CloudProfile, Severity, Violation};
use rootstock_versioning::Timestamp;

use crate::accepted::AcceptedCloudProfile;

/// The outcome of a check.
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

/// The outcome of a check of a profile that had Gardener's defaults.
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

    /// What was found, and the profile that was accepted; `None` if there is an error.
    #[must_use]
    pub fn into_accepted(self) -> (Vec<Violation>, Option<AcceptedCloudProfile<'p>>) {
        let is_accepted = self.is_accepted();
        let Self { violations, prepared, drops_inactive } = self;
        (violations, is_accepted.then(|| AcceptedCloudProfile::new(prepared, drops_inactive)))
    }
}
