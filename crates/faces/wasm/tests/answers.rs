//! Checks that the module's answers equal those of the command line, byte for byte, and that errors have a reason.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "tests"
)]

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use rootstock::Streams;
use rootstock_queries::{Query, QueryVisitor, visit_queries};
use rootstock_wasm::Module;
use rstest::rstest;
use serde_json::{Value, json};

const AT: &str = "2026-06-01T00:00:00Z";

/// Returns the output of the command line, run in the root of the repository.
fn command_output(arguments: &str) -> String {
    #[derive(Clone, Default)]
    struct Out(Rc<RefCell<Vec<u8>>>);
    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    std::env::set_current_dir(root()).unwrap();
    let out = Out::default();
    let mut streams = Streams::new(Box::new(io::empty()), Box::new(out.clone()), Box::new(io::sink()));
    let arguments = format!("rootstock {arguments} --at {AT} --format json");
    rootstock::run(arguments.split_whitespace().map(Into::into), rootstock_providers::registry, &mut streams);
    drop(streams);
    let text = String::from_utf8(out.0.borrow().clone()).unwrap();
    assert!(!text.is_empty(), "{arguments}");
    text
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// Creates a document from a fixture, with its name on the command line.
fn document(path: &str, role: &str) -> Value {
    json!({ "name": path, "role": role, "text": std::fs::read_to_string(root().join(path)).unwrap() })
}

fn call(request: &Value) -> String {
    String::from_utf8(Module::new().unwrap().call(request.to_string().as_bytes())).unwrap()
}

const WORKSHOP: &str = "fixtures/profiles/local-clean.yaml";
const ORCHARD: &str = "fixtures/profiles/orchard.yaml";
const FLEET: &str = "fixtures/shoots/fleet.yaml";
const CHILD: &str = "fixtures/children/arboretum.yaml";

#[rstest]
#[case("check", json!({}), &[(WORKSHOP, "checked")], "check fixtures/profiles/local-clean.yaml --no-config")]
#[case("check", json!({}), &[("fixtures/profiles/local-broken.yaml", "checked")],
    "check fixtures/profiles/local-broken.yaml --no-config")]
#[case("check", json!({"operation": "create", "semantics": "gardener"}), &[(ORCHARD, "checked")],
    "check fixtures/profiles/orchard.yaml --no-config --create --semantics gardener")]
#[case("check", json!({"operation": "update"}),
    &[("fixtures/profiles/nursery.yaml", "checked"), ("fixtures/profiles/nursery-old.yaml", "old")],
    "check fixtures/profiles/nursery.yaml --against fixtures/profiles/nursery-old.yaml --no-config")]
#[case("check", json!({}), &[(CHILD, "checked"), (ORCHARD, "known")],
    "check fixtures/children/arboretum.yaml --parent fixtures/profiles/orchard.yaml --no-config")]
#[case("versions", json!({}), &[(CHILD, "checked"), (ORCHARD, "known")],
    "versions fixtures/children/arboretum.yaml --parent fixtures/profiles/orchard.yaml")]
#[case("plan", json!({"question": {"until": "2027-01-01T00:00:00Z", "onlyChanges": true}}), &[(FLEET, "checked"), (ORCHARD, "known")],
    "plan fixtures/shoots/fleet.yaml --profile fixtures/profiles/orchard.yaml --until 2027-01-01T00:00:00Z --only-changes")]
fn answers_equal_the_output_of_the_command_line(
    #[case] function: &str,
    #[case] mut request: Value,
    #[case] documents: &[(&str, &str)],
    #[case] command: &str,
) {
    request["function"] = json!(function);
    request["at"] = json!(AT);
    request["documents"] = documents.iter().map(|(path, role)| document(path, role)).collect();
    assert_eq!(call(&request), command_output(command));
}

#[test]
fn held_documents_have_the_same_answers_as_sent_ones() {
    let mut module = Module::new().unwrap();
    let mut ask =
        |request: Value| -> Value { serde_json::from_slice(&module.call(request.to_string().as_bytes())).unwrap() };
    let documents = json!([document(ORCHARD, "known")]);
    let sent = ask(json!({ "function": "versions", "at": AT, "documents": documents }));
    assert_eq!(ask(json!({ "function": "hold", "at": AT, "documents": documents })), json!({ "held": 1 }));
    assert_eq!(ask(json!({ "function": "versions", "at": AT, "held": 1 })), sent);
    let later = ask(json!({ "function": "versions", "at": "2030-01-01T00:00:00Z", "held": 1 }));
    assert_eq!(later["settings"]["at"], "2030-01-01T00:00:00Z");
    let shoots = json!([document(FLEET, "checked")]);
    let plan = ask(json!({ "function": "plan", "at": AT, "held": 1, "documents": shoots }));
    assert!(plan["shoots"].as_array().unwrap().len() > 1, "{plan}");
    assert_eq!(ask(json!({ "function": "release", "held": 1 })), json!({ "released": true }));
    assert_eq!(ask(json!({ "function": "release", "held": 1 })), json!({ "released": false }));
    let released = ask(json!({ "function": "versions", "at": AT, "held": 1 }));
    assert_eq!(released["error"]["message"], "no documents are held under the number 1");
}

#[test]
fn duplicate_keys_of_an_object_are_reported() {
    let request = format!(
        r#"{{"function": "check", "at": "{AT}", "documents": [{{"name": "a", "object": {{
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {{"name": "a", "name": "b"}}
        }}}}]}}"#
    );
    let answer: Value = serde_json::from_slice(&Module::new().unwrap().call(request.as_bytes())).unwrap();
    assert!(answer["findings"].to_string().contains("occurs twice"), "{answer:#}");
}

#[rstest]
#[case(json!(1), "request", "the request: invalid type: integer `1`, expected an object with `function`")]
#[case(json!({"functoin": "matrix"}), "request", "")]
#[case(json!({"at": AT}), "request", "the request must have the field `function`")]
#[case(json!({"function": "matrx", "at": AT}), "request", "there is no function `matrx`; did you mean `matrix`?")]
#[case(json!({"function": "matrix"}), "request", "`at` is missing: the instant at which versions are judged, as RFC 3339")]
#[case(json!({"function": "matrix", "at": AT}), "documents", "the documents have no CloudProfile and no NamespacedCloudProfile")]
#[case(json!({"function": "matrix", "at": AT, "documents": [{"name": "a", "text": "a: ["}]}), "documents",
    "`a` cannot be read: `[` is opened and never closed")]
#[case(json!({"function": "matrix", "at": AT, "documents": [{"name": "a"}]}), "request",
    "the document `a` must have either `text` or `object`")]
#[case(json!({"function": "matrix", "semantics": "gardner"}), "request",
    "the request: unknown variant `gardner`, expected `documented` or `gardener`")]
#[case(json!({"function": "matrix", "documents": ["a"]}), "request",
    "the request: invalid type: string \"a\", expected an object with `name` and `text` or `object`")]
#[case(json!({"function": "images", "at": AT, "documents": [document(WORKSHOP, "checked")], "question": {}}), "request",
    "the question `images` must have the field `machineType`")]
#[case(json!({"function": "matrix", "at": AT, "featureGates": ["WorkerCapabilities"]}), "request",
    "the request: `featureGates` must be an object `{\"NAME\": true}` or a text `NAME=true,NAME=false`")]
#[case(json!({"function": "matrix", "at": AT, "featureGates": {"WorkerCapabilitis": true}}), "request", "")]
#[case(json!({"function": "images", "at": AT, "documents": [document(WORKSHOP, "checked")], "question": {"machineType": "anvl"}}),
    "question", "the profile has no machine type `anvl`; did you mean `anvil`?")]
#[case(json!({"function": "versions", "at": AT, "documents": [document(WORKSHOP, "checked"), document(ORCHARD, "checked")]}),
    "question", "`profile` is missing: the profiles are `orchard`, `workshop`")]
#[case(json!({"function": "versions", "at": AT, "profile": "workshp", "documents": [document(WORKSHOP, "checked")]}),
    "question", "there is no CloudProfile `workshp`; did you mean `workshop`?")]
#[case(json!({"function": "check", "at": AT, "configuration": {"name": "rootstock.toml", "text": "a = 1"}}), "request", "")]
fn errors_have_a_kind_and_a_message(#[case] request: Value, #[case] kind: &str, #[case] message: &str) {
    let answer: Value = serde_json::from_str(&call(&request)).unwrap();
    assert_eq!(answer["error"]["kind"], kind, "{answer}");
    if message.is_empty() {
        assert!(answer["error"]["message"].as_str().is_some_and(|text| !text.is_empty()));
    } else {
        assert_eq!(answer["error"]["message"], message);
    }
}

/// Every question refuses a key that it does not have, and takes those that it has.
#[test]
fn misspelled_key_of_any_question_is_refused() {
    struct Misspell(usize);
    impl QueryVisitor for Misspell {
        fn question<Q: Query>(&mut self) {
            let mut question: Value = serde_json::from_str(Q::EXAMPLE.question).unwrap();
            let read = |question: &Value| serde_json::from_str::<Q>(&question.to_string());
            assert!(read(&question).is_ok(), "{}: {question}", Q::name());
            question["regoin"] = json!("south");
            let refused = read(&question).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refused.contains("unknown field `regoin`"), "{}: {refused}", Q::name());
            self.0 += 1;
        }
    }
    let mut visitor = Misspell(0);
    visit_queries(&mut visitor);
    assert!(visitor.0 > 20);
}

#[rstest]
#[case("images", json!({"machineType": "anvil", "regoin": "south"}), "unknown field `regoin`")]
#[case("images", json!({"machineType": "anvil", "region": null, "secureBoot": false}), "")]
#[case("matrix", json!({"machineType": ["anvil"]}), "unknown field `machineType`")]
#[case("upkeep", json!({"changes": [{"do": "remove", "version": "1.0.0", "img": "x"}]}), "unknown field `img`")]
#[case("upkeep", json!({"changes": [{"do": "add", "version": "1.0.0", "references": [{"regoin": "x", "reference": "z"}]}]}),
    "unknown field `regoin`")]
#[case("upkeep", json!({"changes": [{"do": "add-machine-type", "like": "anvil", "name": "b", "storage": {"sise": "1Gi"}}]}),
    "unknown field `sise`")]
#[case("missing", json!({"images": [{"name": "a", "version": []}]}), "unknown field `version`")]
fn misspelled_key_of_a_question_is_an_error(#[case] function: &str, #[case] question: Value, #[case] error: &str) {
    let request =
        json!({"function": function, "at": AT, "documents": [document(WORKSHOP, "checked")], "question": question});
    let answer: Value = serde_json::from_str(&call(&request)).unwrap();
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains(error) && message.is_empty() == error.is_empty(), "{answer:#}");
}

#[test]
fn feature_gates_may_be_an_object() {
    let asked = |gates: Value| {
        let request = json!({"function": "matrix", "at": AT, "documents": [document(WORKSHOP, "checked")], "featureGates": gates});
        call(&request)
    };
    let answer = asked(json!({"WorkerCapabilities": true}));
    assert_eq!(answer, asked(json!("WorkerCapabilities=true")));
    assert!(answer.contains("\"WorkerCapabilities\": true"), "{answer}");
}

/// Returns the documents of a profile with capabilities and a Shoot of it, whose status names a release.
fn documents_of_release(version: &str) -> Value {
    let shoot = std::fs::read_to_string(root().join("fixtures/base/shoot.yaml")).unwrap();
    let text = format!("{shoot}status: {{gardener: {{version: {version}}}}}\n");
    json!([document(WORKSHOP, "checked"), {"name": "shoot.yaml", "role": "known", "text": text}])
}

#[rstest]
#[case::named(json!({}), Some("1.145.3"), Some("shoots"))]
#[case::set(json!({"gardener": "1.149"}), Some("1.149"), None)]
fn shoots_name_the_release_unless_it_is_set(
    #[case] settings: Value,
    #[case] gardener: Option<&str>,
    #[case] source: Option<&str>,
) {
    for function in ["check", "matrix", "versions"] {
        let mut request = json!({"function": function, "at": AT, "profile": "workshop", "documents": documents_of_release("v1.145.3")});
        request.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        let answer: Value = serde_json::from_str(&call(&request)).unwrap();
        let settings = &answer["settings"];
        assert_eq!((&settings["gardener"], &settings["gardenerFrom"]), (&json!(gardener), &json!(source)), "{answer}");
        // The gate is on since v1.146.
        assert_eq!(settings["featureGates"]["CloudProfileCapabilities"], gardener == Some("1.149"), "{answer}");
    }
}

#[test]
fn gate_that_the_named_release_lacks_is_an_error_that_names_the_shoot() {
    let request = json!({
        "function": "matrix", "at": AT, "profile": "workshop", "documents": documents_of_release("v1.136.0"),
        "featureGates": "VersionClassificationLifecycle=true",
    });
    let answer: Value = serde_json::from_str(&call(&request)).unwrap();
    assert_eq!(
        answer["error"]["message"],
        "`featureGates`: Gardener v1.136.0 has no feature gate VersionClassificationLifecycle: it exists since v1.137; the release is \
         v1.136.0, as in `status.gardener.version` of Shoot `garden-dev/crazy-botany`, and `gardener` sets another one"
    );
    // A question about several releases leaves the gate out where it does not exist.
    let mut upgrade = request;
    upgrade["function"] = json!("upgrade-check");
    upgrade["question"] = json!({"from": "1.136", "to": "1.138"});
    let answer: Value = serde_json::from_str(&call(&upgrade)).unwrap();
    assert_eq!((&answer["settings"]["gardener"], &answer["settings"]["gardenerFrom"]), (&json!("1.136"), &Value::Null));
}

#[test]
fn set_gate_that_equals_the_newest_default_applies_to_all_releases_of_an_upgrade() {
    let answer = call(&json!({
        "function": "upgrade-check", "at": AT, "documents": [document("fixtures/upgrade/profile.yaml", "checked")],
        "featureGates": {"CloudProfileCapabilities": true}, "question": {"from": "1.145", "to": "1.146"},
    }));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["settings"]["featureGates"]["CloudProfileCapabilities"], true);
    assert_eq!(answer["changed"], false, "{answer}");
}

#[test]
fn releases_that_are_not_known_are_named() {
    let asked = |settings: Value| -> Value {
        let mut request = json!({"function": "matrix", "at": AT, "documents": [document(WORKSHOP, "checked")]});
        request.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        serde_json::from_str(&call(&request)).unwrap()
    };
    assert_eq!(
        asked(json!({"gardener": "1.155", "extensions": {"aws": "1.99"}}))["unknownReleases"],
        json!([
            "Gardener v1.155 is not known yet; the answer is that of v1.150, the newest known release",
            "v1.99 of the extension for provider `aws` is not known yet; the answer is that of v1.73, the newest known release",
        ])
    );
    assert_eq!(asked(json!({"gardener": "1.149", "extensions": {"aws": "1.70"}}))["unknownReleases"], Value::Null);
}
