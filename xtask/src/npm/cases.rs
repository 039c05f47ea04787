//! Requests with the program's own answers: from the recorded vectors, and from the documents of the fixtures.

mod vectors;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use rootstock_queries::{Query, QueryVisitor, query_schemas, visit_queries};
use rootstock_wasm::{Module, example_request};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::repository;

const AT: &str = "2026-06-01T00:00:00Z";

/// Returns one line for each request: `{"request": TEXT, "answer": TEXT, "module": FILE}`, with the smallest module that answers.
/// Uses all processors, because the program is not optimized here.
pub(super) fn text() -> Result<String, Failure> {
    let requests = requests()?;
    let mut modules = Modules(BTreeMap::new());
    visit_queries(&mut modules);
    let module_of = |request: &&Value| modules.0.get(request.get("function")?.as_str()?).copied();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let parts = (0..threads).map(|first| requests.iter().skip(first).step_by(threads));
        let parts: Vec<_> = parts.map(|part| scope.spawn(|| answered(part, module_of))).collect();
        let panicked = |_| Failure::Message("the program panics at a request".to_owned());
        parts.into_iter().map(|part| part.join().map_err(panicked)?).collect()
    })
}

/// Like [`text`], but for the example of each question. Only the largest module answers all of them.
pub(super) fn examples() -> Result<String, Failure> {
    let questions = query_schemas();
    let read = |path: &str| repository::read(path);
    let requests = questions.iter().map(|one| example_request(one.name, &one.example, [AT, "documented"], read));
    answered(requests.collect::<Result<Vec<_>, _>>()?.into_iter(), |_| None)
}

/// Returns a line for each request. `module_of` returns the smallest module that answers it, if this is of interest.
fn answered<R: ToString>(
    requests: impl Iterator<Item = R>,
    module_of: impl Fn(&R) -> Option<&'static str>,
) -> Result<String, Failure> {
    let mut module = Module::new().map_err(|error| Failure::Message(error.to_string()))?;
    let mut text = String::new();
    for request in requests {
        let smallest = module_of(&request);
        let request = request.to_string();
        let answer = String::from_utf8_lossy(&module.call(request.as_bytes())).into_owned();
        text.push_str(&json!({ "request": request, "answer": answer, "module": smallest }).to_string());
        text.push('\n');
    }
    Ok(text)
}

/// The file of the smallest module for each question.
struct Modules(BTreeMap<&'static str, &'static str>);

impl QueryVisitor for Modules {
    fn question<Q: Query>(&mut self) {
        self.0.insert(Q::name(), Q::MODULE.file_name());
    }
}

/// Returns one request for each vector, with the function that its suite tests, and several for each document.
fn requests() -> Result<Vec<Value>, Failure> {
    let mut requests = Vec::new();
    for file in rootstock_vectors::recorded_files()? {
        for row in file.rows()? {
            let request = vectors::request(&row.suite, &row.input);
            let no_request = || Failure::Message(format!("nothing is asked about a vector of {}", row.suite));
            requests.push(request.ok_or_else(no_request)?);
        }
    }
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let is_document = [".yaml", ".json"].iter().any(|ending| shown.ends_with(ending));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if shown.starts_with("fixtures/") && is_document {
            for (function, question) in questions(&text) {
                let documents = json!([{ "name": shown, "text": text }]);
                requests.push(json!({ "function": function, "question": question, "at": AT, "documents": documents }));
            }
        }
    }
    Ok(requests)
}

/// Returns the questions about a document; some of them name parts of it, if it can be parsed.
fn questions(text: &str) -> [(&'static str, Value); 6] {
    let document: Value = serde_yaml::from_str(text).unwrap_or_default();
    let at = |place: &str| document.pointer(place).cloned().unwrap_or_default();
    let asked =
        json!({ "image": at("/spec/machineImages/0/name"), "version": at("/spec/machineImages/0/versions/0/version") });
    let region = at("/spec/regions/0/name");
    let of_region = if region.is_null() { json!({}) } else { json!({ "region": region }) };
    [
        ("check", json!({})),
        ("matrix", json!({})),
        ("plan", json!({})),
        ("versions", json!({})),
        ("machine-types", asked),
        ("resolve", of_region),
    ]
}
