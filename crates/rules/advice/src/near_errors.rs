//! Advice at the path of an error or a warning is withheld until that is fixed.

use std::collections::HashSet;

use rootstock_core_model::{Applicability, Segment, Severity, Violation};

/// Drops advice at, above or below the path of an error or a warning, except for those with a safe fix, because they
/// are read as if they had been fixed.
pub(crate) fn drop_advice_near_errors<'v>(advice: &mut Vec<Violation>, found: impl IntoIterator<Item = &'v Violation>) {
    if advice.is_empty() {
        return;
    }
    let wrong =
        found.into_iter().filter(|violation| violation.severity < Severity::Note && !is_read_as_meant(violation));
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
