//! `kubernetes-yaml`: what our reader makes of a text, beside what Kubernetes' makes of it.

mod differences;

pub(crate) use differences::of_test_suite;
pub use differences::{KNOWN_READINGS, KnownReading, Readers};

use rootstock_document::read::{Body, read};
use rootstock_document::{NodeKind, NodeRef, ProblemKind, ReadLimits, Scalar};
use serde_json::{Value, json};

use super::{Unreadable, field};
use crate::comparison::{self, Difference};

/// The field of our answer that says which known difference the text may show.
const MAY_SHOW: &str = "mayShow";

/// The first document of a text as JSON, and whether it repeats keys; or that it cannot be read.
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
    // Kubernetes' reader takes lists as they are, and nothing but the first document.
    let first: Vec<_> = file.documents.iter().take_while(|document| document.number == 0).collect();
    let repeats = |kind| matches!(kind, ProblemKind::DuplicateKey | ProblemKind::MergeOverride);
    let is_strict = first.iter().flat_map(|document| &document.problems).any(|found| repeats(found.kind));
    let raw = first.first().and_then(|document| document.raw());
    if first.iter().any(|document| matches!(document.body, Body::Unreadable)) {
        return refused();
    }
    // On its way to JSON a number that is none ends the reading.
    let Some(value) = raw.map_or(Some(Value::Null), |raw| json(raw.node().tree().root())) else { return refused() };
    verdict(&value, is_strict)
}

/// A value as JSON; `None` if a number in it cannot be written.
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

/// How our answer differs from a recorded verdict, if that is one about a text.
pub(crate) fn compare(expected: &Value, came: &Value) -> Option<Vec<Difference>> {
    if came.get("value").is_none() && came.get("refused").is_none() {
        return None;
    }
    let expected = normal_form(expected)?;
    if *came == expected {
        return Some(Vec::new());
    }
    let mut came = came.clone();
    let known = came.as_object_mut().and_then(|fields| fields.remove(MAY_SHOW));
    let differences = comparison::compare(&expected, &came);
    match known {
        Some(Value::String(name)) if !differences.is_empty() => {
            Some(vec![Difference::Other { place: format!("{MAY_SHOW}.{name}"), expected, came }])
        }
        _ => Some(differences),
    }
}

/// Takes out the difference that a text may show.
pub(crate) fn take(differences: &mut Vec<Difference>, name: &str) {
    let is_it = |place: &str| place.strip_prefix(MAY_SHOW).and_then(|rest| rest.strip_prefix('.')) == Some(name);
    differences.retain(|one| !matches!(one, Difference::Other { place, .. } if is_it(place)));
}

/// A recorded verdict in the shape of our answer: what an error says is not compared, and JSON is as a value.
fn normal_form(expected: &Value) -> Option<Value> {
    if expected.get("error").is_some_and(Value::is_string) {
        return Some(refused());
    }
    let value: Value = serde_json::from_str(expected.get("json")?.as_str()?).ok()?;
    Some(verdict(&value, expected.get("strict").is_some()))
}

/// JSON knows no difference between `1` and `1.0`, and a text that is compared has none either.
fn verdict(value: &Value, is_strict: bool) -> Value {
    let value = with_floats(value);
    if is_strict { json!({ "value": value, "strict": true }) } else { json!({ "value": value }) }
}

fn with_floats(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(with_floats).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), with_floats(value))).collect(),
        // Beyond 2^53 whole numbers are told apart.
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
