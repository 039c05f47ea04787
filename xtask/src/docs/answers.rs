//! The schemas of questions and answers in `docs/schemas/`, and their descriptions in `docs/json-output.md`.

use std::collections::BTreeMap;

use rootstock_queries::{
    LockDiffAnswer, QuerySchemas, QuerySubject, baseline_schema, change_list_schema, lock_diff_schema,
    machine_type_list_schema, query_schemas, reference_list_schema,
};
use serde_json::Value;

use super::Page;
use super::printed::printed;
use crate::failure::Failure;

/// The questions that are tools of the server for agents.
const TOOLS: [&str; 9] =
    ["check", "diff", "explain", "images", "matrix", "plan", "select", "upgrade-check", "upkeep-propose"];

/// Returns one file for each schema of answers, questions and lists.
pub(super) fn pages() -> Vec<Page> {
    let page = |folder: &str, form: &str, schema: &Value| Page {
        path: format!("docs/schemas/{folder}{}", file(form)),
        text: format!("{schema:#}\n"),
    };
    let of_one = |query: QuerySchemas| {
        // The server for agents has them without the types that they are made of, which cost every build of the command time.
        let of_tool = TOOLS.contains(&query.name).then(|| Page {
            path: format!("crates/faces/mcp/questions/{}", file(query.form)),
            text: format!("{:#}\n", query.question),
        });
        let pages = [page("", query.form, &query.answer), page("questions/", query.form, &query.question)];
        pages.into_iter().chain(of_tool)
    };
    let list = |file: &str, schema: Value| Page { path: format!("docs/schemas/{file}"), text: format!("{schema:#}\n") };
    let lists = [
        page("", LockDiffAnswer::SCHEMA, &lock_diff_schema()),
        list("baseline.json", baseline_schema()),
        list("references.json", reference_list_schema()),
        list("machine-type-list.json", machine_type_list_schema()),
        list("change-list.json", change_list_schema()),
    ];
    query_schemas().into_iter().flat_map(of_one).chain(lists).collect()
}

/// The time of the example questions that depend on settings.
const AT: &str = " --at 2026-06-01T00:00:00Z";

const BEGIN: &str = "<!-- begin answers -->\n";
const END: &str = "<!-- end answers -->\n";

/// Replaces the generated part of the document.
pub(super) fn refreshed(document: &str) -> Result<String, Failure> {
    let Some((before, rest)) = document.split_once(BEGIN) else { return Ok(document.to_owned()) };
    let after = rest.split_once(END).map(|(_, after)| after).unwrap_or_default();
    let queries = query_schemas();
    let mut text = format!("{before}{BEGIN}");
    for query in &queries {
        text.push_str(&section(query)?);
    }
    text.push_str("\n## Types\n\nWhat several of them hold, by its name in the schemas.\n");
    for (name, definition) in definitions(&queries)? {
        text.push_str(&format!("\n### `{name}`\n\n{}", described(definition)));
    }
    Ok(format!("{text}\n{END}{after}"))
}

/// Returns the types of all answers and questions, without duplicates.
fn definitions(queries: &[QuerySchemas]) -> Result<BTreeMap<&String, &Value>, Failure> {
    let mut known = BTreeMap::new();
    for query in queries {
        for (name, definition) in entries(query.answer.get("$defs")) {
            if known.insert(name, definition).is_some_and(|other| other != definition) {
                return Err(Failure::Message(format!(
                    "{} has another `{name}` than the answers before it",
                    query.form
                )));
            }
        }
    }
    for (name, definition) in queries.iter().flat_map(|query| entries(query.question.get("$defs"))) {
        known.entry(name).or_insert(definition);
    }
    Ok(known)
}

/// Describes an answer: its form, its fields, an example, and its question.
fn section(query: &QuerySchemas) -> Result<String, Failure> {
    let file = file(query.form);
    let at = if query.about == QuerySubject::Rootstock { "" } else { AT };
    let question = format!("{}{at}", query.example.command);
    let printed = printed(&format!("{question} --format json"));
    let mut shown: Value = serde_json::from_str(&printed)
        .map_err(|error| Failure::Message(format!("`rootstock {question}` prints no JSON: {error}")))?;
    shorten(&mut shown);
    Ok(format!(
        "\n## `{}`\n\n{} Schema: [`{file}`](schemas/{file})\n\n{}\n{}\n<details><summary><code>rootstock {question} --format \
         json</code></summary>\n\n```json\n{shown:#}\n```\n\n</details>\n",
        query.form,
        description(&query.answer),
        fields(&query.answer),
        question_section(&query.question, &file),
    ))
}

/// Describes the fields of a question.
fn question_section(question: &Value, file: &str) -> String {
    let fields = fields(question);
    let schema = format!("[`questions/{file}`](schemas/questions/{file})");
    if fields.is_empty() {
        return format!("{} The question has no fields: {schema}\n", description(question));
    }
    format!("{} The question is {schema}:\n\n{fields}", description(question))
}

/// Returns the file name of a form: `matrix.v1.json`.
fn file(form: &str) -> String {
    format!("{}.json", form.trim_start_matches("rootstock.").replace('/', "."))
}

/// Keeps only the first item of each list and the start of long texts.
fn shorten(value: &mut Value) {
    const MAX_TEXT_LENGTH: usize = 160;
    match value {
        Value::Array(items) => {
            items.truncate(1);
            items.iter_mut().for_each(shorten);
        }
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        Value::String(text) if text.chars().count() > MAX_TEXT_LENGTH => {
            *text = text.chars().take(MAX_TEXT_LENGTH).chain("…".chars()).collect();
        }
        _ => {}
    }
}

/// Describes a type and its fields.
fn described(definition: &Value) -> String {
    let description = description(definition);
    let description = if description.is_empty() { String::new() } else { format!("{description}\n\n") };
    format!("{description}{}", fields(definition))
}

/// Describes the fields of an object, the values of an enumeration, or the variants of a choice.
fn fields(schema: &Value) -> String {
    let mut text = String::new();
    if entries(schema.get("properties")).next().is_some() {
        text.push_str(&table(schema));
    }
    let values = values(schema);
    if !values.is_empty() {
        let rows = values.iter().map(|(value, what)| format!("| {value} | {what} |\n"));
        text.push_str(&format!("| value | what it is |\n|---|---|\n{}", rows.collect::<String>()));
    }
    for variant in ["oneOf", "anyOf"].iter().flat_map(|key| items(schema.get(*key))) {
        if entries(variant.get("properties")).next().is_some() {
            let description = description(variant);
            text.push_str(&format!(
                "\n{}\n\n{}",
                if description.is_empty() { "Or:" } else { &description },
                fields(variant)
            ));
        } else if let Some(reference) = variant.get("$ref") {
            text.push_str(&format!("\n{}\n", type_of(&serde_json::json!({ "$ref": reference }))));
        }
    }
    text
}

fn items(list: Option<&Value>) -> impl Iterator<Item = &Value> {
    list.and_then(Value::as_array).into_iter().flatten()
}

fn table(schema: &Value) -> String {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "| field | type | what it is |\n|---|---|---|\n".to_owned();
    for (name, property) in entries(schema.get("properties")) {
        let absent = if required.contains(&name.as_str()) { "" } else { ", or absent" };
        text.push_str(&format!("| `{name}` | {}{absent} | {} |\n", type_of(property), description(property)));
    }
    text
}

/// Returns the values of an enumeration with their descriptions.
fn values(schema: &Value) -> Vec<(String, String)> {
    let plain = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let described = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let described = described.filter_map(|one| Some((format!("`{}`", one.get("const")?.as_str()?), description(one))));
    plain.map(|value| (format!("`{}`", value.as_str().unwrap_or_default()), String::new())).chain(described).collect()
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.trim_start_matches("#/$defs/");
        return format!("[`{name}`](#{})", name.to_lowercase());
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
    without_links(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace('|', "\\|")
}

/// Replaces links to items of the code by their text, because readers of the page cannot follow them.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((name, behind)) = after.split_once(']') else { break };
        let target = behind.strip_prefix('(').and_then(|behind| behind.split_once(')'));
        plain.push_str(before);
        rest = match target {
            Some((target, _)) if target.starts_with("http") => {
                plain.push_str(&format!("[{name}]"));
                behind
            }
            Some((_, behind)) => {
                plain.push_str(name);
                behind
            }
            // An intra-doc link without a target; other brackets stay.
            None if name.starts_with('`') => {
                plain.push_str(name);
                behind
            }
            None => {
                plain.push_str(&format!("[{name}]"));
                behind
            }
        };
    }
    plain + rest
}

fn entries(object: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    object.and_then(Value::as_object).into_iter().flatten()
}
