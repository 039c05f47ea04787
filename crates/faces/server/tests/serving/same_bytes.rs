//! Checks that every question has byte-identical answers from the command line, over HTTP and from the WebAssembly module.

use std::io;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rootstock::Streams;
use rootstock_analysis::Role;
use rootstock_queries::{Query, QuerySchemas, QuerySubject, QueryVisitor, query_schemas, visit_queries};
use rootstock_wasm::{Module, example_request};
use rstest::rstest;
use serde_json::Value;

use crate::client::{fixtures, get, post, start_with_files};
use crate::written::Written;

const AT: &str = "2026-06-01T00:00:00Z";

/// Returns the answer of the command line.
fn command_answer(question: &QuerySchemas, semantics: &str) -> String {
    let out = Written::default();
    let mut streams = Streams::new(Box::new(io::empty()), Box::new(out.clone()), Box::new(io::sink()));
    let mut arguments = format!("rootstock {} --format json", question.example.command);
    if question.about != QuerySubject::Rootstock {
        arguments.push_str(&format!(" --at {AT} --semantics {semantics}"));
    }
    rootstock::run(arguments.split(' ').map(Into::into), rootstock_providers::registry, &mut streams);
    drop(streams);
    let text = out.text();
    assert!(!text.is_empty(), "{arguments}");
    text
}

fn read(path: &str) -> String {
    std::fs::read_to_string(fixtures().join("..").join(path)).unwrap()
}

/// Returns the answer of the WebAssembly module.
fn module_answer(question: &QuerySchemas, semantics: &str) -> String {
    let read = |path: &str| Ok::<_, serde_json::Error>(read(path));
    let request = example_request(question.name, &question.example, [AT, semantics], read).unwrap();
    String::from_utf8(Module::new().unwrap().call(request.as_bytes())).unwrap()
}

fn asked(question: &QuerySchemas) -> Value {
    serde_json::from_str(question.example.question).unwrap()
}

/// Returns the answer of a server that reads all files, except for those in the request body.
async fn server_answer(question: &QuerySchemas, semantics: &str) -> String {
    let sent: Vec<&str> = files(question, |role| role == Role::Checked && question.about.has_manifests());
    let known_files: Vec<&str> = files(question, |role| role != Role::Checked || !question.about.has_manifests());
    let known_files: Vec<&str> = known_files.iter().map(|path| path.strip_prefix("fixtures/").unwrap()).collect();
    let (shoots, profiles): (Vec<&str>, Vec<&str>) =
        known_files.into_iter().partition(|path| path.starts_with("shoots/"));
    // A server needs at least one profile.
    let profiles = if profiles.is_empty() { vec!["profiles/orchard.yaml"] } else { profiles };
    let running = start_with_files(&profiles, &shoots, &[]).await;
    let path = format!("/api/v1/{}?{}", question.name, parameters(question, semantics));
    let answer = match question.about.has_manifests() {
        true => post(running.api, &path, sent.iter().map(|path| read(path)).collect::<String>().as_bytes()).await,
        false => get(running.api, &path).await,
    };
    let mut text = answer.text().to_owned();
    // The server has different names for the files.
    for path in sent {
        text = text.replace("\"body\"", &format!("\"{path}\"")).replace("body:", &format!("{path}:"));
    }
    text.replace(&format!("{}/", fixtures().display()), "fixtures/")
}

fn files(question: &QuerySchemas, is_wanted: impl Fn(Role) -> bool) -> Vec<&'static str> {
    question.example.files.iter().filter(|(role, _)| is_wanted(*role)).map(|(_, path)| *path).collect()
}

/// Returns the query string: the profile, the settings, and the fields of the question.
fn parameters(question: &QuerySchemas, semantics: &str) -> String {
    let mut all: Vec<(String, String)> = Vec::new();
    if matches!(question.about, QuerySubject::Profile | QuerySubject::ProfileOrShoots | QuerySubject::Change) {
        let role = if question.about == QuerySubject::Change { Role::Old } else { Role::Checked };
        let profile: Value = serde_yaml::from_str(&read(files(question, |one| one == role)[0])).unwrap();
        let names = [&profile["metadata"]["namespace"], &profile["metadata"]["name"]];
        let names: Vec<&str> = names.into_iter().filter_map(Value::as_str).collect();
        all.push(("profile".to_owned(), names.join("/")));
    }
    if question.about != QuerySubject::Rootstock {
        all.extend([("at", AT), ("semantics", semantics)].map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (name, value) in asked(question).as_object().unwrap() {
        let is_map = question.question["properties"][name]["type"] == "object";
        match value {
            Value::Array(items) => all.extend(items.iter().map(|item| (name.clone(), plain(item)))),
            Value::Object(members) if is_map => {
                all.extend(members.iter().map(|(key, value)| (format!("{name}.{key}"), plain(value))));
            }
            other => all.push((name.clone(), plain(other))),
        }
    }
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = all.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    pairs.join("&")
}

#[rstest]
#[case("documented")]
#[case("gardener")]
#[tokio::test]
async fn answers_are_identical_in_all_faces(#[case] semantics: &str) {
    std::env::set_current_dir(fixtures().join("..")).unwrap();
    let mut different = Vec::new();
    for question in query_schemas() {
        let command = command_answer(&question, semantics);
        let others = [module_answer(&question, semantics), server_answer(&question, semantics).await];
        for (other, face) in others.iter().zip(["WebAssembly", "HTTP"]).filter(|(other, _)| **other != command) {
            let lines = command.lines().zip(other.lines()).find(|(ours, theirs)| ours != theirs);
            different.push(format!("{} over {face}: {lines:?}", question.name));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

/// Serialized questions match their schema, and survive a round trip.
#[test]
fn questions_match_their_schema() {
    struct Written;
    impl QueryVisitor for Written {
        fn question<Q: Query>(&mut self) {
            let question: Q = serde_json::from_str(Q::EXAMPLE.question).unwrap();
            let written = serde_json::to_value(&question).unwrap();
            let read: Q = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), written, "{}", Q::ANSWER_SCHEMA);
            let validator = jsonschema::draft202012::new(&QuerySchemas::of::<Q>().question).unwrap();
            for question in [written, serde_json::from_str(Q::EXAMPLE.question).unwrap()] {
                let errors: Vec<String> = validator.iter_errors(&question).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{}: {errors:?}", Q::ANSWER_SCHEMA);
            }
        }
    }
    visit_queries(&mut Written);
}
