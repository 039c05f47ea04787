//! Alternatives for a worker.

use rootstock_core_model::listed_by_similarity;

/// Formats `machine types that fit: …`, names similar to the one written first; `kind` is the singular.
pub(super) fn list_fitting(kind: &str, name: &str, fitting: &[&str]) -> String {
    match fitting {
        [] => format!("no {kind} of the profile fits"),
        fitting => format!("{kind}s that fit: {}", listed_by_similarity(name, fitting)),
    }
}
