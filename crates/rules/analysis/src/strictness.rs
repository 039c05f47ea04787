//! The errors that keep an object out.

use rootstock_core_model::{Semantics, Severity, Violation};

use crate::unchecked;

/// The choice of errors that stay errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// All errors, for a check that is meant to report everything.
    #[default]
    Everything,
    /// Errors that keep Gardener from accepting an object: what Gardener v1.150 accepts, and what cannot be checked,
    /// becomes a warning. A configuration can raise rules to errors.
    WhatGardenerRefuses,
}

impl Strictness {
    /// Lowers an error to a warning if it is not one at this strictness.
    pub(crate) fn weigh(self, violation: &mut Violation) {
        let is_pardoned = || violation.accepted_by == Some(Semantics::Gardener) || unchecked::is_about_it(violation);
        if self == Self::WhatGardenerRefuses && violation.severity != Severity::Warning && is_pardoned() {
            violation.severity = Severity::Warning;
        }
    }
}
