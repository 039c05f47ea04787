//! JSON answers and questions against their schemas, with a third-party validator.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::{AT, fixtures, run};

/// Validates the output of a run if it is a JSON answer. Every run in the tests of the command calls this.
pub(crate) fn validate(arguments: &[&str], out: &str) {
    if !arguments.windows(2).any(|pair| pair == ["--format", "json"]) || out.is_empty() {
        return;
    }
    let answer: Value = serde_json::from_str(out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"));
    let errors = errors(&answer);
    assert_eq!(errors, Vec::<String>::new(), "{arguments:?}");
}

static VALIDATORS: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);

fn errors(answer: &Value) -> Vec<String> {
    let form = answer["schema"].as_str().expect("every answer has a schema").to_owned();
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = validators.entry(form).or_insert_with_key(|form| {
        let mut schema = schema(&file(form));
        close(&mut schema);
        jsonschema::draft202012::new(&schema).unwrap()
    });
    validator.iter_errors(answer).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Returns the errors in the question for an answer of this form. Uses the schema without closing it.
pub(crate) fn question_errors(form: &str, question: &Value) -> Vec<String> {
    let schema = schema(&format!("questions/{}", file(form)));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    validator.iter_errors(question).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn file(form: &str) -> String {
    format!("{}.json", form.trim_start_matches("rootstock.").replace('/', "."))
}

fn schema(file: &str) -> Value {
    let path = fixtures().join("../../docs/schemas").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Forbids unknown fields, so that a misnamed field is found. The schemas themselves allow fields that are added later.
fn close(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    close_below(object);
    object.entry("unevaluatedProperties").or_insert(json!(false));
}

/// Like [`close`], but only for the fields of an object, which is itself closed where it is referenced.
fn close_below(object: &mut Map<String, Value>) {
    for fields in ["properties", "$defs"] {
        for (_, field) in object.get_mut(fields).and_then(Value::as_object_mut).into_iter().flatten() {
            match field.as_object_mut() {
                Some(definition) if fields == "$defs" => close_below(definition),
                _ => close(field),
            }
        }
    }
    for items in ["items", "additionalProperties"] {
        object.get_mut(items).into_iter().for_each(close);
    }
    for choices in ["allOf", "anyOf", "oneOf"] {
        let choices = object.get_mut(choices).and_then(Value::as_array_mut).into_iter().flatten();
        choices.filter_map(Value::as_object_mut).for_each(close_below);
    }
}

#[test]
fn renamed_field_is_detected() {
    let answer = run(&["versions", "orchard.yaml", "--at", AT, "--format", "json"]);
    let mut answer: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(errors(&answer), Vec::<String>::new());
    let version = answer["kubernetes"][0].as_object_mut().unwrap();
    let classification = version.remove("classification").unwrap();
    version.insert("class".to_owned(), classification);
    assert_eq!(errors(&answer).len(), 2, "{:?}", errors(&answer));
}

#[test]
fn misspelled_question_field_is_detected() {
    let form = "rootstock.images/v1";
    let question = |region: &str| json!({"machineType": "bed.whole", region: "south"});
    assert_eq!(question_errors(form, &question("region")), Vec::<String>::new());
    assert_eq!(question_errors(form, &question("reigon")).len(), 1);
    assert_eq!(question_errors(form, &json!({})).len(), 1);
}

#[test]
fn missing_field_is_detected() {
    for name in ["settings", "profile", "kubernetes"] {
        let answer = run(&["versions", "orchard.yaml", "--at", AT, "--format", "json"]);
        let mut answer: Value = serde_json::from_str(&answer.out).unwrap();
        answer.as_object_mut().unwrap().remove(name);
        assert_eq!(errors(&answer).len(), 1, "{name}");
    }
}
