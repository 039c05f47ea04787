//! One cause, one message: findings that only follow from a value that could not be read.

use std::collections::HashSet;

use crate::rules::NESTED_CAPABILITIES;
use crate::{Applicability, FieldPath, Segment, Violation, ViolationKind};

/// Whether a value was read as if its finding had been mended, so that rules could look at it.
fn is_read_as_meant(found: &Violation) -> bool {
    let is_safe = found.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
    is_safe || *found.rule == NESTED_CAPABILITIES
}

/// What of `later` does not merely repeat what `decoded` says.
///
/// A value that could not be read counts as absent, so rules miss it; a field under a misspelled name is missing under
/// the right one. Such findings are left out.
#[must_use]
pub fn without_echoes(decoded: &[Violation], later: Vec<Violation>) -> Vec<Violation> {
    let misnamed: Vec<FieldPath> = decoded.iter().filter_map(|found| found.fix.as_ref()?.renamed()).collect();
    let misnamed: HashSet<&[Segment]> = misnamed.iter().map(FieldPath::segments).collect();
    let unread: HashSet<&[Segment]> = decoded
        .iter()
        .filter(|found| found.kind == ViolationKind::TypeInvalid && !is_read_as_meant(found))
        .map(|found| found.path.segments())
        .collect();
    if unread.is_empty() && misnamed.is_empty() {
        return later;
    }
    later
        .into_iter()
        .filter(|violation| {
            let is_missing = violation.kind == ViolationKind::Required;
            let segments = violation.path.segments();
            // A path has few beginnings; what was found before may be very much.
            let mut beginnings = (0..=segments.len()).filter_map(|length| segments.get(..length));
            !beginnings.any(|path| unread.contains(path) || (is_missing && misnamed.contains(path)))
        })
        .collect()
}
