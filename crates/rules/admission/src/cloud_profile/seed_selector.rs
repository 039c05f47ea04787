//! `spec.seedSelector`.

use rootstock_core_model::names::{label_key, label_value};
use rootstock_core_model::{LabelSelectorRequirement, Path, Source, Violation};

use crate::labels::{check_labels, report_faults};
use crate::scope::Scope;

rootstock_core_model::rules! {
    SEED_SELECTOR_LABEL_INVALID: Error, since "0.1.0", Source::Kubernetes;
    SEED_SELECTOR_VALUES_MISSING: Error, since "0.1.0", Source::Kubernetes;
    SEED_SELECTOR_VALUES_FORBIDDEN: Error, since "0.1.0", Source::Kubernetes;
    SEED_SELECTOR_OPERATOR_UNKNOWN: Error, since "0.1.0", Source::Kubernetes;
    SEED_SELECTOR_KEY_INVALID: Error, since "0.1.0", Source::Kubernetes;
    SEED_SELECTOR_VALUE_INVALID: Error, since "0.1.0", Source::Kubernetes;
}

const OPERATORS: [&str; 4] = ["In", "NotIn", "Exists", "DoesNotExist"];

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(selector) = &scope.spec.seed_selector else { return };
    let path = scope.path.field("seedSelector");
    check_labels(scope, &SEED_SELECTOR_LABEL_INVALID, &selector.match_labels, &path.field("matchLabels"), findings);
    let list = path.field("matchExpressions");
    for (position, expression) in selector.match_expressions.iter().flatten().enumerate() {
        check_expression(scope, expression, &list.index(position), findings);
    }
}

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
            findings.push(Violation::required(&SEED_SELECTOR_VALUES_MISSING, &list, detail));
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            let detail = format!("operator `{operator}` takes no values; remove them, or write `In` or `NotIn`");
            findings.push(Violation::forbidden(&SEED_SELECTOR_VALUES_FORBIDDEN, &list, detail));
        }
        "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
        other => {
            let detail = "an operator is one of `In`, `NotIn`, `Exists` and `DoesNotExist`";
            let violation = Violation::invalid(&SEED_SELECTOR_OPERATOR_UNKNOWN, &path.field("operator"), other, detail);
            findings.push(violation.with_nearest(OPERATORS));
        }
    }
    report_faults(scope, &SEED_SELECTOR_KEY_INVALID, &path.field("key"), key, &label_key(key), findings);
    for (position, value) in values.iter().enumerate() {
        report_faults(scope, &SEED_SELECTOR_VALUE_INVALID, &list.index(position), value, &label_value(value), findings);
    }
}
