//! Findings in the form of the vectors.

use rootstock_core_model::{Severity, Violation};
use serde_json::{Value, json};

/// Returns the errors among the findings, each with its rule, which is not compared; Gardener has no warnings.
pub(crate) fn errors<'a>(violations: impl IntoIterator<Item = &'a Violation>) -> Value {
    let errors = violations.into_iter().filter(|violation| violation.severity == Severity::Error);
    errors
        .map(|violation| {
            json!({
                "kind": format!("{:?}", violation.kind),
                "path": violation.path.to_string(),
                "bad": violation.bad.as_str(),
                "rule": violation.rule.name,
            })
        })
        .collect()
}
