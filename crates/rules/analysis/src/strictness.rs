//! The errors that keep an object out.

use rootstock_core_model::{Segment, Semantics, Severity, Violation};

use crate::context::CheckMode;
use crate::rules::PROVIDER_MAPPING_SURPLUS;
use crate::unchecked;

/// The choice of errors that stay errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// All errors, for a check that is meant to report everything.
    #[default]
    Everything,
    /// Errors that keep Gardener from accepting an object: exactly those of Gardener's semantics. What only the documents
    /// refuse, and what cannot be checked, becomes a warning. A configuration can raise rules to errors.
    RefusedByGardener,
}

impl Strictness {
    /// Sets the severity of a finding that has another one at this strictness.
    pub(crate) fn adjust_severity(self, violation: &mut Violation) {
        if self == Self::RefusedByGardener {
            gardeners_severity(violation);
            if unchecked::is_about_unchecked(violation) {
                violation.severity = Severity::Warning;
            }
        }
    }
}

/// Makes an error of what Gardener refuses, and a warning of an error that it does not refuse.
pub(crate) fn gardeners_severity(violation: &mut Violation) {
    if violation.refused_by == Some(Semantics::Gardener) {
        violation.severity = Severity::Error;
    } else if violation.accepted_by == Some(Semantics::Gardener) {
        violation.severity = Severity::Warning;
    }
}

/// Adds to a finding about a version that only the provider section has that Gardener drops expired versions of a new profile
/// before it asks, so that the manifest may have the version.
pub(crate) fn mention_dropped_versions(violation: &mut Violation, mode: CheckMode) {
    let is_version = || violation.path.segments().last() == Some(&Segment::Field("version".into()));
    if mode == CheckMode::Create && violation.rule.name == PROVIDER_MAPPING_SURPLUS && is_version() {
        let before = "not in the profile, from which Gardener has dropped expired versions: ";
        violation.detail.to_mut().insert_str(0, before);
    }
}
