//! Findings about architectures that have different names elsewhere.

use rootstock_core_model::{Violation, architecture_from_alias};

/// Suggests the architecture that was probably meant.
pub(crate) fn with_suggestion(violation: Violation) -> Violation {
    match architecture_from_alias(violation.bad.as_str()) {
        Some(architecture) => violation.with_suggestion(architecture),
        None => violation,
    }
}
