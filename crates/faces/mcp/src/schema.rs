//! Schemas as short as a model needs them: each conversation begins with those of all tools.

use serde_json::{Map, Value, json};

/// Keywords that say nothing that a model needs to write an argument.
const LEFT_OUT: [&str; 5] = ["additionalProperties", "default", "format", "title", "unevaluatedProperties"];

/// Shortens a schema. It does not mention `null`, and allows objects to have unknown fields, which the questions refuse.
pub(crate) fn shorten(schema: &mut Value) {
    let mut definitions = taken(schema, "$defs");
    retain_used(&mut definitions, schema.to_string());
    shorten_one(schema);
    let definitions: Vec<(String, Value)> = definitions
        .into_iter()
        .map(|(name, mut definition)| {
            shorten_one(&mut definition);
            (name, definition)
        })
        .collect();
    let text = format!("{schema}{}", definitions.iter().map(|(_, one)| one.to_string()).collect::<String>());
    let is_used_once = |name: &str| text.matches(&format!("{}\"", reference(name))).count() == 1;
    let (once, mut often): (Vec<_>, Vec<_>) = definitions.into_iter().partition(|(name, _)| is_used_once(name));
    // One may be used in another, so each round may leave some for the next one.
    for _ in 0..once.len() {
        for (name, definition) in &once {
            insert(schema, name, definition);
            often.iter_mut().for_each(|(_, one)| insert(one, name, definition));
        }
    }
    describe_once(schema);
    if let Some(schema) = schema.as_object_mut().filter(|_| !often.is_empty()) {
        schema.insert("$defs".to_owned(), Value::Object(often.into_iter().collect()));
    }
}

/// Removes an object from a schema, and returns it.
pub(crate) fn taken(schema: &mut Value, field: &str) -> Map<String, Value> {
    match schema.as_object_mut().and_then(|schema| schema.remove(field)) {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn reference(name: &str) -> String {
    format!("#/$defs/{name}")
}

/// Replaces the references to a definition.
fn insert(schema: &mut Value, name: &str, definition: &Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("$ref").and_then(Value::as_str) == Some(&reference(name)) {
                fields.remove("$ref");
                merge(fields, definition);
            }
            fields.iter_mut().for_each(|(_, one)| insert(one, name, definition));
        }
        Value::Array(list) => list.iter_mut().for_each(|one| insert(one, name, definition)),
        _ => {}
    }
}

/// Removes the descriptions of the items of described lists. Those of the values of an enumeration are the only ones.
fn describe_once(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_described = fields.get("description").is_some_and(Value::is_string);
            if let Some(items) = fields.get_mut("items").and_then(Value::as_object_mut)
                && is_described
                && !items.contains_key("enum")
            {
                items.remove("description");
            }
            fields.iter_mut().for_each(|(_, one)| describe_once(one));
        }
        Value::Array(list) => list.iter_mut().for_each(describe_once),
        _ => {}
    }
}

/// Adds the keywords of another schema. The values of an enumeration are described there.
fn merge(fields: &mut Map<String, Value>, other: &Value) {
    for (keyword, value) in other.as_object().into_iter().flatten() {
        match (fields.get(keyword).and_then(Value::as_str), value.as_str()) {
            (Some(own), Some(values)) if keyword == "description" && values.contains(": ") => {
                fields.insert(keyword.clone(), json!(format!("{own} {values}")));
            }
            _ => _ = fields.entry(keyword.clone()).or_insert(value.clone()),
        }
    }
}

fn shorten_one(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    let values = fields.get("additionalProperties").filter(|values| values.is_object()).cloned();
    fields.retain(|keyword, _| !LEFT_OUT.contains(&keyword.as_str()));
    fields.extend(values.map(|values| ("additionalProperties".to_owned(), values)));
    if fields.get("minimum") == Some(&json!(0)) {
        fields.remove("minimum");
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    for choice in ["anyOf", "oneOf"] {
        let Some(Value::Array(mut options)) = fields.remove(choice) else { continue };
        options.retain(|option| option.get("type") != Some(&json!("null")));
        match options.as_slice() {
            [only] => merge(fields, only),
            options => match constants(options) {
                Some((values, described)) => {
                    match values {
                        Some(values) => _ = fields.insert("enum".to_owned(), values),
                        None => _ = fields.insert("type".to_owned(), json!("string")),
                    }
                    if !described.is_empty() {
                        fields.insert("description".to_owned(), json!(described));
                    }
                }
                None => _ = fields.insert(choice.to_owned(), Value::Array(options.to_vec())),
            },
        }
    }
    for keyword in ["properties", "items", "additionalProperties", "anyOf", "oneOf"] {
        match (keyword, fields.get_mut(keyword)) {
            ("properties", Some(Value::Object(all))) => all.iter_mut().for_each(|(_, one)| shorten_one(one)),
            (_, Some(Value::Array(all))) => all.iter_mut().for_each(shorten_one),
            (_, Some(one)) => shorten_one(one),
            (_, None) => {}
        }
    }
}

/// Returns the values of options that are constants, and their descriptions. There are no values if any other text is allowed, too.
fn constants(options: &[Value]) -> Option<(Option<Value>, String)> {
    let is_text = |option: &Value| option.get("type").and_then(Value::as_str) == Some("string");
    if !options.iter().all(|option| option.get("const").is_some() || is_text(option)) {
        return None;
    }
    let values: Option<Vec<Value>> = options.iter().map(|option| option.get("const").cloned()).collect();
    let described = options.iter().filter_map(|option| {
        let value = option.get("const")?.as_str()?;
        let text = option.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
        Some(if text.is_empty() { format!("{value}.") } else { format!("{value}: {text}") })
    });
    Some((values.map(Value::Array), described.collect::<Vec<_>>().join(" ")))
}

/// Removes the definitions that a schema does not use.
fn retain_used(definitions: &mut Map<String, Value>, mut schema: String) {
    let mut used = Map::new();
    loop {
        let name = definitions.keys().find(|name| schema.contains(&format!("#/$defs/{name}\""))).cloned();
        let Some((name, definition)) = name.and_then(|name| definitions.remove_entry(&name)) else { break };
        schema += &definition.to_string();
        used.insert(name, definition);
    }
    *definitions = used;
}
