//! Which errors keep an object out.

use rootstock_core_model::{Semantics, Severity, Violation};

use crate::unchecked;

/// Which errors stay errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// All of them: a check is for those who want to know everything.
    #[default]
    Everything,
    /// Those that keep Gardener from accepting an object: what Gardener v1.150 accepts, and what cannot be checked, is a
    /// warning. A configuration can raise rules to errors.
    WhatGardenerRefuses,
}

impl Strictness {
    /// Makes an error a warning that is none here.
    pub(crate) fn weigh(self, violation: &mut Violation) {
        let is_pardoned = || violation.accepted_by == Some(Semantics::Gardener) || unchecked::is_about_it(violation);
        if self == Self::WhatGardenerRefuses && violation.severity != Severity::Warning && is_pardoned() {
            violation.severity = Severity::Warning;
        }
    }
}
