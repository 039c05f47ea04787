//! Advice about a place where something is wrong waits until that is mended.

use std::collections::HashSet;

use rootstock_core_model::{Applicability, Segment, Severity, Violation};

/// Drops advice that stands at, above or below the place of an error or a warning. What is read as if it had been mended
/// casts no shadow.
pub(crate) fn retain_what_stands_alone(advice: &mut Vec<Violation>, found: &[Violation]) {
    let wrong = found.iter().filter(|violation| violation.severity < Severity::Note && !is_read_as_meant(violation));
    let wrong: Vec<&[Segment]> =
        wrong.map(|violation| violation.path.segments()).filter(|path| path.len() > 1).collect();
    if wrong.is_empty() {
        return;
    }
    let places: HashSet<&[Segment]> = wrong.iter().copied().collect();
    let around: HashSet<&[Segment]> =
        wrong.iter().flat_map(|path| (2..path.len()).filter_map(|length| path.get(..length))).collect();
    advice.retain(|violation| {
        let path = violation.path.segments();
        let mut beginnings = (2..=path.len()).filter_map(|length| path.get(..length));
        !around.contains(path) && !beginnings.any(|beginning| places.contains(beginning))
    });
}

fn is_read_as_meant(violation: &Violation) -> bool {
    violation.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe)
}
