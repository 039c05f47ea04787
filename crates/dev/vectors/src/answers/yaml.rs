//! `kubernetes-yaml`: the values that our parser and that of Kubernetes read from a text.

mod differences;

pub(crate) use differences::of_test_suite;
pub use differences::{KNOWN_READINGS, KnownReading, Readers};

use rootstock_document::read::{Body, read};
use rootstock_document::{NodeKind, NodeRef, ProblemKind, ReadLimits, Scalar};
use serde_json::{Value, json};

use super::{Unreadable, field};
use crate::comparison::{self, Difference};

/// The field of our answer with the name of the known difference that the text may show.
const MAY_SHOW: &str = "mayShow";

/// Answers with the first document of a text as JSON and whether it has duplicate keys, or that the text cannot be read.
pub(crate) fn kubernetes(input: &Value) -> Result<Value, Unreadable> {
    let text: String = field(input, "text")?;
    let mut answer = answer(&text);
    let known = KNOWN_READINGS.iter().find(|known| known.is_shown_by(&text));
    if let (Some(known), Some(fields)) = (known, answer.as_object_mut()) {
        fields.insert(MAY_SHOW.to_owned(), known.name.into());
    }
    Ok(answer)
}

fn answer(text: &str) -> Value {
    let file = read("text", text.as_bytes(), &ReadLimits::DEFAULT);
    // The parser of Kubernetes does not expand lists, and reads the first document only.
    let first: Vec<_> = file.documents.iter().take_while(|document| document.number == 0).collect();
    let repeats = |kind| matches!(kind, ProblemKind::DuplicateKey | ProblemKind::MergeOverride);
    let is_strict = first.iter().flat_map(|document| &document.problems).any(|found| repeats(found.kind));
    let raw = first.first().and_then(|document| document.raw());
    if first.iter().any(|document| matches!(document.body, Body::Unreadable)) {
        return refused();
    }
    // A number that is not finite cannot be converted to JSON, so Kubernetes rejects the text.
    let Some(value) = raw.map_or(Some(Value::Null), |raw| json(raw.node().tree().root())) else { return refused() };
    verdict(&value, is_strict)
}

/// Converts a value to JSON; `None` if it contains a number that JSON cannot represent.
fn json(node: NodeRef<'_>) -> Option<Value> {
    match node.kind() {
        NodeKind::List => node.items().map(json).collect::<Option<Vec<_>>>().map(Value::Array),
        NodeKind::Object => node
            .entries()
            .map(|(key, value)| Some((key.to_owned(), json(value)?)))
            .collect::<Option<_>>()
            .map(Value::Object),
        NodeKind::Scalar => match node.as_scalar()? {
            Scalar::Float(number) if !number.is_finite() => None,
            scalar => Some(match scalar {
                Scalar::Null => Value::Null,
                Scalar::Bool(value) => value.into(),
                Scalar::Int(value) => value.into(),
                Scalar::Uint(value) => value.into(),
                Scalar::Float(value) => value.into(),
                Scalar::Text(text) => text.into(),
            }),
        },
    }
}

/// Compares our answer with a recorded verdict, if that is about a text.
pub(crate) fn compare(expected: &Value, got: &Value) -> Option<Vec<Difference>> {
    if got.get("value").is_none() && got.get("refused").is_none() {
        return None;
    }
    let expected = normal_form(expected)?;
    if *got == expected {
        return Some(Vec::new());
    }
    let mut got = got.clone();
    let known = got.as_object_mut().and_then(|fields| fields.remove(MAY_SHOW));
    let differences = comparison::compare(&expected, &got);
    match known {
        Some(Value::String(name)) if !differences.is_empty() => {
            Some(vec![Difference::Other { place: format!("{MAY_SHOW}.{name}"), expected, got }])
        }
        _ => Some(differences),
    }
}

/// Removes the known difference of that name.
pub(crate) fn take(differences: &mut Vec<Difference>, name: &str) {
    let is_it = |place: &str| place.strip_prefix(MAY_SHOW).and_then(|rest| rest.strip_prefix('.')) == Some(name);
    differences.retain(|one| !matches!(one, Difference::Other { place, .. } if is_it(place)));
}

/// Converts a recorded verdict to the form of our answer: error messages are dropped, and JSON text is parsed.
fn normal_form(expected: &Value) -> Option<Value> {
    if expected.get("error").is_some_and(Value::is_string) {
        return Some(refused());
    }
    let value: Value = serde_json::from_str(expected.get("json")?.as_str()?).ok()?;
    Some(verdict(&value, expected.get("strict").is_some()))
}

/// Builds a verdict. Numbers are compared as floats, because JSON does not distinguish `1` and `1.0`.
fn verdict(value: &Value, is_strict: bool) -> Value {
    let value = with_floats(value);
    if is_strict { json!({ "value": value, "strict": true }) } else { json!({ "value": value }) }
}

fn with_floats(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(with_floats).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), with_floats(value))).collect(),
        // Integers above 2^53 are compared exactly.
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.abs() < 9e15 => float.into(),
            _ => value.clone(),
        },
        other => other.clone(),
    }
}

fn refused() -> Value {
    json!({ "refused": true })
}
