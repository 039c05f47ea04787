//! Comparison of answers.
//!
//! Findings are compared as a multiset of kind, path and bad value; every list of architectures as a set; a bad value
//! that is a whole object only counts by kind and path. If Gardener crashed, any answer except a crash is accepted.

mod merged_config;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use merged_config::normal_form;

/// A difference between two answers.
#[derive(Debug, PartialEq)]
pub(crate) enum Difference {
    /// A finding that only Gardener reports.
    Missing(Value),
    /// A finding that only we report.
    Surplus(Value),
    /// A difference outside the findings.
    Other {
        /// The path in the answer.
        place: String,
        /// Gardener's value.
        expected: Value,
        /// Our value.
        got: Value,
    },
}

impl Difference {
    /// Describes the field, without indices of lists, the error type, and the rule, which for a finding that only Gardener reports is
    /// one of those that report such errors elsewhere: `missing spec.limits: Forbidden (max-nodes-lowered)`.
    pub(crate) fn field(&self, rules: &RulesOfErrors) -> String {
        let (side, finding) = match self {
            Self::Missing(finding) => ("missing", finding),
            Self::Surplus(finding) => ("surplus", finding),
            Self::Other { place, .. } => return format!("other {}", without_indices(place)),
        };
        let error = error_of(finding);
        let rules = match (text(finding, "rule"), rules.0.get(&error)) {
            (Some(rule), _) => rule.to_owned(),
            (None, Some(rules)) => rules.iter().map(String::as_str).collect::<Vec<_>>().join(" or "),
            (None, None) => "no rule".to_owned(),
        };
        format!("{side} {error} ({rules})")
    }
}

/// The rules that report an error of a type at a field, as far as our answers have shown them.
#[derive(Debug, Default)]
pub(crate) struct RulesOfErrors(BTreeMap<String, BTreeSet<String>>);

impl RulesOfErrors {
    /// Adds the errors of an answer.
    pub(crate) fn add(&mut self, answer: &Value) {
        let stages = [Some(answer), answer.get(STAGE)].into_iter().flatten();
        for finding in stages.filter_map(|stage| stage.get("errors")?.as_array()).flatten() {
            if let Some(rule) = text(finding, "rule") {
                self.0.entry(error_of(finding)).or_default().insert(rule.to_owned());
            }
        }
    }
}

/// Describes the field of a finding, without indices of lists, and the error type.
fn error_of(finding: &Value) -> String {
    let path = without_indices(text(finding, "path").unwrap_or_default());
    format!("{path}: {}", text(finding, "kind").unwrap_or("error"))
}

/// Removes the indices in a path: `spec.regions[3].name` becomes `spec.regions[].name`.
fn without_indices(path: &str) -> String {
    let parts = path
        .split('[')
        .map(|part| part.split_once(']').map_or_else(|| part.to_owned(), |(_, rest)| format!("]{rest}")));
    parts.collect::<Vec<_>>().join("[")
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(finding) => write!(f, "      missing  {}", shown(finding)),
            Self::Surplus(finding) => write!(f, "      surplus  {}", shown(finding)),
            Self::Other { place, expected, got } => {
                write!(f, "      {place}\n        expected {expected}\n        got      {got}")
            }
        }
    }
}

/// Formats a finding on one line.
fn shown(finding: &Value) -> String {
    match (text(finding, "kind"), text(finding, "path"), text(finding, "bad")) {
        (Some(kind), Some(path), Some(bad)) => format!("{path}: {kind} `{bad}`"),
        _ => finding.to_string(),
    }
}

fn text<'a>(finding: &'a Value, field: &str) -> Option<&'a str> {
    finding.get(field)?.as_str()
}

/// Compares `came` with `expected`; returns an empty list if they are equal.
pub(crate) fn compare(expected: &Value, got: &Value) -> Vec<Difference> {
    let panicked = got.get("panicked").is_some();
    let mut differences = Vec::new();
    if expected.get("panic").is_some() && !panicked {
        return differences;
    }
    match (expected.get("errors").and_then(Value::as_array), got.get("errors").and_then(Value::as_array)) {
        (Some(expected), Some(got)) => compare_findings(expected, got, &mut differences),
        // Only one side has findings, so the answers differ as a whole.
        (Some(_), None) | (None, Some(_)) => return vec![other("", expected, got)],
        (None, None) => {}
    }
    // Compare the findings of a later stage.
    if let (Some(expected @ Value::Object(_)), Some(got @ Value::Object(_))) = (expected.get(STAGE), got.get(STAGE)) {
        differences.extend(compare(expected, got));
    }
    compare_values("", &without_findings(expected, got), &without_findings(got, expected), &mut differences);
    differences
}

/// The field with an image reference; an empty one counts as none.
const IMAGE: &str = "image";

/// The field with a rendered `providerConfig`.
const MERGED: &str = "merged";

/// The field with the answer of a later stage, which has findings of its own.
const STAGE: &str = "plugin";

/// Removes the findings that have been compared. Those of the later stage have only been compared if both answers have one.
fn without_findings(answer: &Value, other_answer: &Value) -> Value {
    let mut answer = answer.clone();
    let Some(fields) = answer.as_object_mut() else { return answer };
    if fields.get("errors").is_some_and(Value::is_array) {
        fields.remove("errors");
    }
    if fields.get(STAGE).is_some_and(Value::is_object) && other_answer.get(STAGE).is_some_and(Value::is_object) {
        fields.remove(STAGE);
    }
    answer
}

fn compare_findings(expected: &[Value], got: &[Value], differences: &mut Vec<Difference>) {
    let mut left: Vec<&Value> = got.iter().collect();
    for finding in expected {
        match left.iter().position(|candidate| same_finding(finding, candidate)) {
            Some(position) => drop(left.swap_remove(position)),
            None => differences.push(Difference::Missing(finding.clone())),
        }
    }
    differences.extend(left.into_iter().cloned().map(Difference::Surplus));
}

fn same_finding(expected: &Value, got: &Value) -> bool {
    let same = |field| text(expected, field) == text(got, field);
    if !same("kind") || !same("path") {
        return false;
    }
    let (Some(ours), Some(theirs)) = (text(got, "bad"), text(expected, "bad")) else { return expected == got };
    ours == theirs || theirs.starts_with('{') || same_set_of_names(theirs, ours)
}

/// Whether both are JSON lists of the same strings, in any order.
fn same_set_of_names(a: &str, b: &str) -> bool {
    let names = |text: &str| -> Option<Vec<String>> {
        let mut names: Vec<String> = serde_json::from_str(text).ok()?;
        names.sort();
        Some(names)
    };
    names(a).is_some_and(|a| Some(a) == names(b))
}

/// Compares two values recursively, and adds the outermost paths that differ.
fn compare_values(place: &str, expected: &Value, got: &Value, differences: &mut Vec<Difference>) {
    match (expected, got) {
        (Value::Object(left), Value::Object(right)) => {
            let surplus = right.keys().filter(|key| !left.contains_key(*key));
            for key in left.keys().chain(surplus) {
                let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                match (left.get(key), right.get(key)) {
                    // Gardener's value is not recorded if the profile is rejected.
                    (None, Some(_)) if place == MERGED => {}
                    (Some(a), Some(b)) if is_architectures(key) && same_set(a, b) => {}
                    (Some(a), Some(b)) if place == MERGED || place == IMAGE => {
                        compare_values(&place, &normal_form(a.clone()), &normal_form(b.clone()), differences);
                    }
                    (a, b) => compare_values(&place, a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null), differences),
                }
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (a, b)) in left.iter().zip(right).enumerate() {
                compare_values(&format!("{place}[{index}]"), a, b, differences);
            }
        }
        _ if expected == got => {}
        _ => differences.push(other(place, expected, got)),
    }
}

fn other(place: &str, expected: &Value, got: &Value) -> Difference {
    let place = if place.is_empty() { "answer" } else { place };
    Difference::Other { place: place.to_owned(), expected: expected.clone(), got: got.clone() }
}

fn is_architectures(key: &str) -> bool {
    key == "architectures" || key == "architecture"
}

fn same_set(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_array(), b.as_array()) else { return false };
    a.len() == b.len() && a.iter().all(|item| b.contains(item))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn finding(kind: &str, path: &str, bad: &str) -> Value {
        json!({ "kind": kind, "path": path, "bad": bad })
    }

    #[test]
    fn findings_are_a_multiset() {
        let (a, b) = (finding("Invalid", "spec.a", "x"), finding("Required", "spec.b", ""));
        let expected = json!({ "errors": [a, b, a] });
        assert_eq!(compare(&expected, &json!({ "errors": [b, a, a] })), []);
        assert_eq!(compare(&expected, &json!({ "errors": [b, a] })), [Difference::Missing(a.clone())]);
        assert_eq!(compare(&expected, &json!({ "errors": [a, a, b, b] })), [Difference::Surplus(b)]);
    }

    #[test]
    fn differences_name_the_rule() {
        let mut surplus = finding("Invalid", "spec.a[1].b", "x");
        surplus["rule"] = json!("rule-b");
        let mut rules = RulesOfErrors::default();
        rules.add(&json!({ "errors": [], "plugin": { "errors": [surplus] } }));
        let described = |difference: Difference| difference.field(&rules);
        assert_eq!(described(Difference::Surplus(surplus.clone())), "surplus spec.a[].b: Invalid (rule-b)");
        let missing = |path| Difference::Missing(finding("Invalid", path, "y"));
        assert_eq!(described(missing("spec.a[7].b")), "missing spec.a[].b: Invalid (rule-b)");
        assert_eq!(described(missing("spec.c")), "missing spec.c: Invalid (no rule)");
    }

    #[test]
    fn findings_of_a_later_stage_are_a_multiset_as_well() {
        let (a, b) = (finding("Invalid", "spec.a", "x"), finding("Required", "spec.b", ""));
        let answer =
            |stage: &str, errors: &[&Value]| json!({ "errors": [], "plugin": { "stage": stage, "errors": errors } });
        assert_eq!(compare(&answer("merged", &[&a, &b]), &answer("merged", &[&b, &a])), []);
        assert_eq!(compare(&answer("merged", &[&a, &b]), &answer("merged", &[&a])), [Difference::Missing(b.clone())]);
        assert_eq!(compare(&answer("merged", &[&a]), &answer("machineImages", &[&a])).len(), 1);
        assert_eq!(compare(&answer("merged", &[&a]), &json!({ "errors": [], "plugin": null })).len(), 1);
    }

    #[test]
    fn architectures_are_compared_as_sets_and_objects_by_path() {
        let bad = |value: &str| json!({ "errors": [finding("Invalid", "p", value)] });
        assert_eq!(compare(&bad(r#"["a","b"]"#), &bad(r#"["b","a"]"#)), []);
        assert_eq!(compare(&bad(r#"{"name":"x"}"#), &bad("anything")), []);
        assert_eq!(compare(&bad("x"), &bad("y")).len(), 2);
        let spec = |list: &[&str]| json!({ "spec": { "architectures": list, "values": list } });
        let differences = compare(&spec(&["a", "b"]), &spec(&["b", "a"]));
        assert_eq!(differences.len(), 2, "only `values` differs, in both places: {differences:?}");
    }

    #[test]
    fn crash_of_gardener_allows_any_answer_but_a_crash() {
        assert_eq!(compare(&json!({ "panic": true }), &json!({ "errors": [] })), []);
        assert_ne!(compare(&json!({ "panic": true }), &json!({ "panicked": true })), []);
    }
}
