//! What is done with a Shoot, and what came of it.

use std::collections::HashMap;

use rootstock_core_model::{Severity, Shoot, Violation, Worker};
use rootstock_judge::Before;

use super::Filled;
use crate::Operation;

/// What is done with a Shoot.
///
/// As a desired state it is judged as if it were created, but that a version has expired is a warning, as it may have been in
/// use before.
pub type ShootOperation<'a> = Operation<'a, Shoot>;

impl<'a> ShootOperation<'a> {
    /// What is known of a worker pool that was this one before, if it was there.
    pub(crate) fn before(&self, old: Option<&'a Worker>) -> Before<'a> {
        match (self, old) {
            (Self::State, _) => Before::Unknown,
            (_, Some(old)) => Before::Pool(old.into()),
            (_, None) => Before::Nothing,
        }
    }

    /// The worker pools as they were before.
    pub(crate) fn old_workers(&self) -> HashMap<&'a str, &'a Worker> {
        self.old().map(Shoot::workers_by_name).unwrap_or_default()
    }
}

/// What came of a check.
#[derive(Debug, Clone)]
pub struct ShootOutcome {
    /// Everything that was found, in the order in which Gardener looks.
    pub violations: Vec<Violation>,
    /// The Shoot as the mutator leaves it.
    pub shoot: Shoot,
    /// What the mutator filled in, and why.
    pub filled: Vec<Filled>,
}

impl ShootOutcome {
    /// The findings because of which the object would be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}
