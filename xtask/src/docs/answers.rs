//! The schemas of answers under `docs/schemas/`, and the sections of `docs/json-output.md` that are made from them.

use rootstock_queries::{AnswerSchema, answer_schemas};
use serde_json::Value;

use super::Page;

/// One file for each schema.
pub(super) fn pages() -> Vec<Page> {
    let page = |answer: AnswerSchema| Page {
        path: format!("docs/schemas/{}.json", answer.form.trim_start_matches("rootstock.").replace('/', ".")),
        text: format!("{:#}\n", answer.schema),
    };
    answer_schemas().into_iter().map(page).collect()
}

/// A document with what its generated sections should say.
pub(super) fn refreshed(document: &str) -> String {
    let mut text = document.to_owned();
    for answer in answer_schemas() {
        let (begin, end) = (format!("<!-- begin {} -->\n", answer.form), format!("<!-- end {} -->", answer.form));
        if let Some((before, rest)) = text.split_once(&begin)
            && let Some((_, after)) = rest.split_once(&end)
        {
            text = format!("{before}{begin}\n{}{end}{after}", section(&answer));
        }
    }
    text
}

/// The fields of an answer, and of everything in it.
fn section(answer: &AnswerSchema) -> String {
    let root = &answer.schema;
    let file = answer.form.trim_start_matches("rootstock.").replace('/', ".");
    let mut text = format!("{} Schema: [`{file}.json`](schemas/{file}.json)\n\n", description(root));
    text.push_str(&table(root));
    for (name, definition) in entries(root.get("$defs")) {
        text.push_str(&format!("`{name}`: {}\n\n", description(definition)));
        let values = values(definition);
        if definition.get("properties").is_some() {
            text.push_str(&table(definition));
        } else if !values.is_empty() {
            let rows = values.iter().map(|(value, what)| format!("| {value} | {what} |\n"));
            text.push_str(&format!("| value | what it is |\n|---|---|\n{}\n", rows.collect::<String>()));
        }
    }
    text
}

fn table(schema: &Value) -> String {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "| field | type | what it is |\n|---|---|---|\n".to_owned();
    for (name, property) in entries(schema.get("properties")) {
        let absent = if required.contains(&name.as_str()) { "" } else { ", or absent" };
        text.push_str(&format!("| `{name}` | {}{absent} | {} |\n", type_of(property), description(property)));
    }
    text.push('\n');
    text
}

/// The values of an enumeration, each with what it means.
fn values(schema: &Value) -> Vec<(String, String)> {
    let plain = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let told = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let told = told.filter_map(|one| Some((format!("`{}`", one.get("const")?.as_str()?), description(one))));
    plain.map(|value| (format!("`{}`", value.as_str().unwrap_or_default()), String::new())).chain(told).collect()
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return format!("`{}`", name.trim_start_matches("#/$defs/"));
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        return choices.iter().map(type_of).filter(|one| one != "null").collect::<Vec<_>>().join(" or ");
    }
    match schema.get("type") {
        Some(Value::String(kind)) if kind == "array" => {
            format!("list of {}", schema.get("items").map(type_of).unwrap_or_default())
        }
        Some(Value::String(kind)) if kind == "object" => {
            format!("map to {}", schema.get("additionalProperties").map(type_of).unwrap_or_default())
        }
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).filter(|one| *one != "null").collect(),
        _ => "any value".to_owned(),
    }
}

fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn entries(object: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    object.and_then(Value::as_object).into_iter().flatten()
}
