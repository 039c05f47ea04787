//! Findings about architectures that have different names elsewhere.

use rootstock_core_model::{Violation, architecture_called};

/// Suggests the architecture that was probably meant.
pub(crate) fn with_meant(violation: Violation) -> Violation {
    match architecture_called(violation.bad.as_str()) {
        Some(architecture) => violation.with_meant(architecture),
        None => violation,
    }
}
