//! A call of a tool: its arguments, its question, and its answer.

use rootstock_core_model::{nearest, suggestion_suffix};
use rootstock_provider_api::Registry;
use rootstock_queries::{CheckQuery, Query as _};
use rootstock_versioning::Timestamp;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use crate::arguments::{Arguments, GivenRole, OperationArgument, SHORTENING};
use crate::documents::{Document, Documents, has_known};
use crate::extract::{Extract, MAX_ITEMS, extract};
use crate::schema::taken;
use crate::session::{Session, error_message};
use crate::tool::Tool;
use crate::{fix, summary};

/// Answers a call. An error is a sentence that says what to do.
pub(crate) fn answer(session: &mut Session<'_>, tool: &Tool, arguments: Value) -> Result<Value, String> {
    let mut call = arguments.clone();
    if let Some(call) = call.as_object_mut() {
        call.retain(|name, _| !SHORTENING.contains(&name.as_str()));
    }
    let (mut arguments, question) = split(tool, arguments)?;
    fix::permit(&arguments, session.access)?;
    if let Some(limit) = arguments.limit.filter(|limit| !(1..=MAX_ITEMS).contains(limit)) {
        return Err(format!("the `limit` is {limit}; it must be from 1 to {MAX_ITEMS}"));
    }
    if tool.question == CheckQuery::name() && arguments.profile.is_some() {
        return Err(format!(
            "`{}` judges all objects: leave out `profile`, and give only the documents in question",
            tool.name
        ));
    }
    if arguments.write && arguments.cursor.is_some() {
        return result(tool, fix::written(session, &call)?, &arguments, &[], session.module.registry());
    }
    let configuration = session.host.configuration(session.module.registry())?;
    let landscape = configuration.landscape().profiles.clone();
    session.module.set_configuration(configuration);
    // As on the command line: the profiles of the landscape are a fallback, those that a call names are not.
    session.module.set_prefers_checked(!has_known(&arguments.documents));
    let Documents { documents, skipped } = match tool.needs_documents() {
        true if arguments.documents.is_empty() => {
            return Err("`documents` is empty: give at least one, with `path`, or with `name` and `text`".to_owned());
        }
        true => session.roots.documents(std::mem::take(&mut arguments.documents), &landscape)?,
        false => Documents::default(),
    };
    let is_old = |document: &Document| document.role == GivenRole::Old;
    if matches!(arguments.operation, Some(OperationArgument::Update)) && !documents.iter().any(is_old) {
        return Err(
            "the operation `update` needs the objects before the change: give them with the role `old`".to_owned()
        );
    }
    let at = match &arguments.at {
        None => session.host.now().to_string(),
        Some(at) => {
            // A date means its first second, as on the command line.
            let date = format!("{at}T00:00:00Z");
            if date.parse::<Timestamp>().is_ok() { date } else { at.clone() }
        }
    };
    let given = [
        ("profile", json!(arguments.profile)),
        ("semantics", json!(arguments.semantics)),
        ("gardener", json!(arguments.gardener)),
        ("extensions", json!(arguments.extensions)),
        ("featureGates", json!(arguments.feature_gates)),
        ("operation", json!(arguments.operation)),
        ("allowUnchecked", json!(arguments.allow_unchecked)),
    ];
    let mut request = json!({"function": tool.question, "question": question, "at": at, "documents": documents});
    if let Some(request) = request.as_object_mut() {
        let given = given.into_iter().filter(|(_, value)| !value.is_null());
        request.extend(given.map(|(name, value)| (name.to_owned(), value)));
    }
    let request = request.to_string();
    let answer = match tool.name {
        Tool::FIX => fix::answer(session, &arguments, &documents, request.as_bytes())?,
        _ => {
            let text = session.module.call(request.as_bytes());
            let answer: Value = serde_json::from_slice(&text).map_err(|why| why.to_string())?;
            if answer.get("error").is_some() {
                return Err(error_message(&text));
            }
            answer
        }
    };
    let result = result(tool, &answer, &arguments, &skipped, session.module.registry());
    if arguments.write {
        session.written = Some((call, answer));
    }
    result
}

/// Returns the extract of an answer that the arguments ask for, with the summary. `skipped` are the reasons why files were not read.
fn result(
    tool: &Tool,
    answer: &Value,
    arguments: &Arguments,
    skipped: &[String],
    registry: &Registry,
) -> Result<Value, String> {
    let extract: Extract = extract(answer, arguments.limit, arguments.cursor.as_deref())?;
    let mut result = json!(extract);
    if let Some(result) = result.as_object_mut() {
        result.insert("summary".to_owned(), json!(summary::of(tool, answer, skipped, registry)));
    }
    Ok(result)
}

/// Separates the fields of the question from the other arguments.
fn split(tool: &Tool, arguments: Value) -> Result<(Arguments, Map<String, Value>), String> {
    let arguments = match arguments {
        Value::Object(arguments) => arguments,
        Value::Null => Map::new(),
        _ => return Err("`arguments` must be an object".to_owned()),
    };
    let mut schema = tool.input_schema();
    let names: Vec<String> = taken(&mut schema, "properties").into_iter().map(|(name, _)| name).collect();
    if let Some(unknown) = arguments.keys().find(|name| !names.contains(name)) {
        let hint = match nearest(unknown, names.iter().map(String::as_str)) {
            Some(near) => suggestion_suffix(near),
            None => format!("; the arguments are {}", names.join(", ")),
        };
        return Err(format!("`{}` has no argument `{unknown}`{hint}", tool.name));
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let missing: Vec<String> =
        required.filter(|name| !arguments.contains_key(*name)).map(|name| format!("`{name}`")).collect();
    if !missing.is_empty() {
        return Err(format!("`{}` also needs {}", tool.name, missing.join(" and ")));
    }
    let (others, question): (Map<String, Value>, Map<String, Value>) =
        arguments.into_iter().partition(|(name, _)| tool.has_argument(name));
    let parsed = Arguments::deserialize(&others).map_err(|why| {
        let is_wrong = |(name, value): &(&String, &Value)| Arguments::deserialize(json!({*name: value})).is_err();
        let wrong = others.iter().find(is_wrong).map_or("arguments", |(name, _)| name.as_str());
        format!("`{wrong}` is wrong: {why}")
    })?;
    Ok((parsed, question))
}
