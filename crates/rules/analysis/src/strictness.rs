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
    RefusedByGardener,
}

impl Strictness {
    /// Lowers an error to a warning if it is not one at this strictness.
    pub(crate) fn adjust_severity(self, violation: &mut Violation) {
        let is_lowered =
            || violation.accepted_by == Some(Semantics::Gardener) || unchecked::is_about_unchecked(violation);
        if self == Self::RefusedByGardener && violation.severity != Severity::Warning && is_lowered() {
            violation.severity = Severity::Warning;
        }
    }
}
