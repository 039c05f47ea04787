//! Removal of findings that merely follow from a value that could not be read, so that one cause gives one message.

use std::collections::HashSet;

use crate::rules::NESTED_CAPABILITIES;
use crate::{Applicability, BadValue, FieldPath, Segment, Violation, ViolationKind};

/// Returns whether a value was read as if its finding had been fixed, so that rules could check it.
fn is_read_as_fixed(found: &Violation) -> bool {
    let is_safe = found.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
    is_safe || *found.rule == NESTED_CAPABILITIES
}

/// Returns the path of the object that a field belongs to.
fn object_of(path: &[Segment]) -> Option<&[Segment]> {
    let (last, object) = path.split_last()?;
    matches!(last, Segment::Field(_)).then_some(object)
}

/// Returns the findings in `later` that do not merely follow from those in `decoded`.
///
/// A value that could not be read counts as absent, so rules report it as missing; a field with a misspelled name is missing
/// under the correct name, and an object is judged as a whole without it; an unknown field has no effect. Such findings are
/// omitted.
#[must_use]
pub fn without_follow_ups(decoded: &[Violation], later: Vec<Violation>) -> Vec<Violation> {
    let misnamed: Vec<FieldPath> = decoded.iter().filter_map(|found| found.fix.as_ref()?.renamed()).collect();
    let misnamed: HashSet<&[Segment]> = misnamed.iter().map(FieldPath::segments).collect();
    let unread: HashSet<&[Segment]> = decoded
        .iter()
        .filter(|found| found.kind == ViolationKind::TypeInvalid && !is_read_as_fixed(found))
        .map(|found| found.path.segments())
        .collect();
    let incomplete: HashSet<&[Segment]> = unread.iter().filter_map(|path| object_of(path)).collect();
    // The running release may lack a field that is read.
    let unknown: HashSet<&[Segment]> = decoded
        .iter()
        .filter(|found| found.kind == ViolationKind::UnknownField && !is_read_as_fixed(found))
        .map(|found| found.path.segments())
        .collect();
    if unread.is_empty() && misnamed.is_empty() && unknown.is_empty() {
        return later;
    }
    later
        .into_iter()
        .filter(|violation| {
            // A missing text counts as an empty one.
            let is_missing = violation.kind == ViolationKind::Required || violation.bad == BadValue::from("");
            let segments = violation.path.segments();
            if matches!(violation.bad, BadValue::Rendered(_)) && incomplete.contains(segments) {
                return false;
            }
            // A path has few prefixes, but there may be many earlier findings.
            let mut prefixes = (0..=segments.len()).filter_map(|length| segments.get(..length));
            !prefixes
                .any(|path| unread.contains(path) || unknown.contains(path) || (is_missing && misnamed.contains(path)))
        })
        .collect()
}
