//! Changes to the document that fix findings. All are suggestions, because only the author knows what was meant.

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Violation};

/// Adds a fix to a violation that removing the field or item at `path` resolves.
pub(crate) fn with_removal_fix(violation: Violation, path: FieldPath, what: &str) -> Violation {
    let changes = vec![Change::Remove { path }];
    violation.with_fix(Fix { title: format!("remove {what}"), applicability: Applicability::Suggested, changes })
}
