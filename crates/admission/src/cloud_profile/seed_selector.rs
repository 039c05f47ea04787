//! `spec.seedSelector` (CP-160…CP-165).

use rootstock_core_model::names::{label_key, label_value};
use rootstock_core_model::{LabelSelectorRequirement, Path, Source, Violation, did_you_mean};

use crate::labels::{check_labels, report_faults};
use crate::scope::Scope;

rootstock_core_model::declare_rules! {
    /// CP-160.
    MATCH_LABEL_INVALID = "seed-selector-label-invalid", "CP-160", Error, Source::Kubernetes;
    /// CP-161.
    VALUES_MISSING = "seed-selector-values-missing", "CP-161", Error, Source::Kubernetes;
    /// CP-162.
    VALUES_FORBIDDEN = "seed-selector-values-forbidden", "CP-162", Error, Source::Kubernetes;
    /// CP-163.
    OPERATOR_UNKNOWN = "seed-selector-operator-unknown", "CP-163", Error, Source::Kubernetes;
    /// CP-164.
    KEY_INVALID = "seed-selector-key-invalid", "CP-164", Error, Source::Kubernetes;
    /// CP-165.
    VALUE_INVALID = "seed-selector-value-invalid", "CP-165", Error, Source::Kubernetes;
}

const OPERATORS: [&str; 4] = ["In", "NotIn", "Exists", "DoesNotExist"];

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(selector) = &scope.spec.seed_selector else { return };
    let path = scope.path.field("seedSelector");
    check_labels(scope, &MATCH_LABEL_INVALID, &selector.match_labels, &path.field("matchLabels"), findings);
    let list = path.field("matchExpressions");
    for (position, expression) in selector.match_expressions.iter().flatten().enumerate() {
        check_expression(scope, expression, &list.index(position), findings);
    }
}

/// CP-161…CP-165.
fn check_expression(
    scope: &Scope<'_>,
    expression: &LabelSelectorRequirement,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let LabelSelectorRequirement { key, operator, values } = expression;
    let values = values.as_deref().unwrap_or_default();
    let list = path.field("values");
    match operator.as_str() {
        "In" | "NotIn" if values.is_empty() => {
            let detail = format!("operator `{operator}` needs at least one value");
            findings.push(Violation::required(&VALUES_MISSING, &list, detail));
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            let detail = format!("operator `{operator}` takes no values; remove them, or write `In` or `NotIn`");
            findings.push(Violation::forbidden(&VALUES_FORBIDDEN, &list, detail));
        }
        "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
        other => {
            let detail = "an operator is one of `In`, `NotIn`, `Exists` and `DoesNotExist`";
            let violation = Violation::invalid(&OPERATOR_UNKNOWN, &path.field("operator"), other, detail);
            findings.push(violation.with_help(did_you_mean(other, OPERATORS)));
        }
    }
    report_faults(scope, &KEY_INVALID, &path.field("key"), key, &label_key(key), findings);
    for (position, value) in values.iter().enumerate() {
        report_faults(scope, &VALUE_INVALID, &list.index(position), value, &label_value(value), findings);
    }
}
