//! Changes of the document that mend findings. All are suggestions: a person knows what was meant.

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Violation};

/// A violation that is gone with the field or item at `path`.
pub(crate) fn removing(violation: Violation, path: FieldPath, what: &str) -> Violation {
    let changes = vec![Change::Remove { path }];
    violation.with_fix(Fix { title: format!("remove {what}"), applicability: Applicability::Suggested, changes })
}
