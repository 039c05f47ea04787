//! Operations on Shoots and their outcomes.

use std::collections::HashMap;

use rootstock_core_model::{Severity, Shoot, Violation, Worker};
use rootstock_judge::Before;

use super::Filled;
use crate::Operation;

/// The operation on a Shoot.
///
/// A desired state is judged like a new Shoot, except that an expired version is a warning, because it may have been in
/// use before.
pub type ShootOperation<'a> = Operation<'a, Shoot>;

impl<'a> ShootOperation<'a> {
    /// Returns the previous version of a worker pool as far as it is known.
    pub(crate) fn before(&self, old: Option<&'a Worker>) -> Before<'a> {
        match (self, old) {
            (Self::State, _) => Before::Unknown,
            (_, Some(old)) => Before::Pool(old.into()),
            (_, None) => Before::Nothing,
        }
    }

    /// Returns the previous worker pools by name.
    pub(crate) fn old_workers(&self) -> HashMap<&'a str, &'a Worker> {
        self.old().map(Shoot::workers_by_name).unwrap_or_default()
    }
}

/// The outcome of a check.
#[derive(Debug, Clone)]
pub struct ShootOutcome {
    /// All findings, in the order in which Gardener validates.
    pub violations: Vec<Violation>,
    /// The Shoot after the mutator.
    pub shoot: Shoot,
    /// The fields that the mutator filled in, and the reasons.
    pub filled: Vec<Filled>,
}

impl ShootOutcome {
    /// Returns the findings that cause the object to be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}
