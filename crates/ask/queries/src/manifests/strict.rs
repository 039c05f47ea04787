//! Schemas that match the decoder: no unknown fields, `null` allowed everywhere, and numbers within the range of their type.

use serde_json::{Map, Value, json};

use crate::description::remove_examples;

/// Makes a schema reject unknown fields.
pub(super) fn strict(mut schema: Value) -> Value {
    adjust(&mut schema, true);
    schema
}

/// Makes a schema accept any other field.
pub(super) fn lenient(mut schema: Value) -> Value {
    adjust(&mut schema, false);
    schema
}

fn adjust(schema: &mut Value, is_closed: bool) {
    let Some(object) = schema.as_object_mut() else { return };
    // An omitted field is absent; the default of the type is an implementation detail.
    object.remove("default");
    collapse_any_of(object);
    remove_examples(object);
    join_lines(object);
    add_bounds(object);
    allow_null(object);
    if is_closed && object.contains_key("properties") {
        object.entry("additionalProperties").or_insert(json!(false));
    }
    for key in ["properties", "$defs"] {
        for inner in object.get_mut(key).and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            adjust(inner, is_closed);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = object.get_mut(key) {
            adjust(inner, is_closed);
        }
    }
}

/// Reduces `anyOf` of a type and `null` to the type, which allows `null` itself; and an enum with a catch-all variant
/// to any string, with the other variants as examples.
fn collapse_any_of(object: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = object.get("anyOf") else { return };
    let some: Vec<&Value> = alternatives.iter().filter(|one| one.get("type") != Some(&json!("null"))).collect();
    let kept = match some.as_slice() {
        [Value::Object(one)] => one.clone(),
        several => {
            let known: Vec<&Value> = several.iter().filter_map(|one| one.get("const")).collect();
            let Value::Object(kept) = json!({"type": "string", "examples": known}) else { return };
            kept
        }
    };
    object.remove("anyOf");
    for (key, value) in kept {
        object.entry(key).or_insert(value);
    }
}

/// Joins the lines of descriptions.
fn join_lines(object: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = object.get_mut("description") {
        let paragraphs: Vec<String> =
            text.split("\n\n").map(|one| one.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        *text = paragraphs.join("\n\n");
    }
}

/// Turns number formats into bounds.
fn add_bounds(object: &mut Map<String, Value>) {
    let bounds = match object.get("format").and_then(Value::as_str) {
        Some("int32") => (json!(i32::MIN), json!(i32::MAX)),
        Some("int64") => (json!(i64::MIN), json!(i64::MAX)),
        Some("uint8") => (json!(0), json!(u8::MAX)),
        Some("uint16") => (json!(0), json!(u16::MAX)),
        Some("uint32") => (json!(0), json!(u32::MAX)),
        Some("uint64" | "uint") => (json!(0), json!(u64::MAX)),
        _ => return,
    };
    object.remove("format");
    object.insert("minimum".to_owned(), bounds.0);
    object.insert("maximum".to_owned(), bounds.1);
}

/// Allows `null`, which Kubernetes treats as an absent field.
fn allow_null(object: &mut Map<String, Value>) {
    match object.get_mut("type") {
        Some(Value::String(one)) if one != "null" => {
            let both = json!([one, "null"]);
            object.insert("type".to_owned(), both);
        }
        Some(Value::Array(several)) if !several.contains(&json!("null")) => several.push(json!("null")),
        _ => {}
    }
}
