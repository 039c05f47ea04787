//! Label keys and label values of any object.

use std::collections::BTreeMap;

use rootstock_core_model::names::{NameFault, label_key, label_value};
use rootstock_core_model::{Path, Rule, Violation};

use crate::scope::Scope;

/// Reports the faults of one text: Kubernetes reports an error for each, the documented semantics one for the whole
/// text.
pub(crate) fn report_faults(
    scope: &Scope<'_>,
    rule: &'static Rule,
    path: &Path<'_>,
    text: &str,
    faults: &[NameFault],
    findings: &mut Vec<Violation>,
) {
    if scope.quirks().findings.follow_up_errors {
        findings.extend(faults.iter().map(|fault| Violation::invalid(rule, path, text, fault.to_string())));
    } else if !faults.is_empty() {
        let details: Vec<String> = faults.iter().map(ToString::to_string).collect();
        findings.push(Violation::invalid(rule, path, text, details.join("; ")));
    }
}

/// Checks keys and values of a map of labels. Gardener's errors point at the map, documented ones at the label.
pub(crate) fn check_labels(
    scope: &Scope<'_>,
    rule: &'static Rule,
    labels: &BTreeMap<String, String>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    for (key, value) in labels {
        let label = path.field(key);
        let at = if scope.quirks().findings.gardener_paths { path } else { &label };
        report_faults(scope, rule, at, key, &label_key(key), findings);
        report_faults(scope, rule, at, value, &label_value(value), findings);
    }
}
