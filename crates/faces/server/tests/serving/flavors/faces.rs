//! Questions to the command, the server and the WebAssembly module.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rootstock::Streams;
use rootstock_wasm::Module;
use serde_json::{Map, Value, json};

use super::world::{Worker, World};
use crate::client::{Running, get, post};
use crate::written::Written;

pub(super) const AT: &str = "2026-06-01T00:00:00Z";
const GATE: &str = "WorkerCapabilities=true";

/// The faces with a world's profile.
pub(super) struct Faces<'f> {
    pub(super) world: &'f World,
    pub(super) semantics: &'f str,
    /// The file with the profile.
    pub(super) file: String,
    pub(super) text: String,
    pub(super) module: RefCell<Module>,
    pub(super) server: &'f Running,
}

/// A flavor and its provider image.
pub(super) type Selected = Option<(usize, String)>;

impl Faces<'_> {
    /// Returns the answer of the WebAssembly module.
    pub(super) fn module(&self, function: &str, question: &Map<String, Value>, documents: &Value) -> String {
        let request = json!({
            "function": function, "question": question, "documents": documents, "at": AT,
            "semantics": self.semantics, "featureGates": GATE,
        });
        String::from_utf8(self.module.borrow_mut().call(request.to_string().as_bytes())).unwrap()
    }

    pub(super) fn profile(&self) -> Value {
        json!([{"name": self.file, "text": self.text}])
    }

    /// Returns the answer of the command.
    fn command(&self, arguments: &[&str]) -> String {
        let (answer, messages) = self.run(arguments);
        assert!(!answer.is_empty(), "{arguments:?}: {messages}");
        answer
    }

    /// Returns the answer and the messages of the command.
    pub(super) fn run(&self, arguments: &[&str]) -> (String, String) {
        let (out, messages) = (Written::default(), Written::default());
        let streams = (Box::new(io::empty()), Box::new(out.clone()), Box::new(messages.clone()));
        let mut streams = Streams::new(streams.0, streams.1, streams.2);
        let settings = ["--at", AT, "--semantics", self.semantics, "--feature-gates", GATE, "--no-config"];
        let all = std::iter::once(&"rootstock").chain(arguments).chain(&settings);
        rootstock::run(all.map(Into::into), rootstock_providers::registry, &mut streams);
        drop(streams);
        (out.text(), messages.text())
    }

    /// Returns the path of a request to the server.
    pub(super) fn path(&self, function: &str, question: &Map<String, Value>) -> String {
        let settings =
            [("profile", &*self.world.name), ("at", AT), ("semantics", self.semantics), ("featureGates", GATE)];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fields = question
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        let pairs = settings
            .into_iter()
            .chain(fields)
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(&value, NON_ALPHANUMERIC)));
        format!("/api/v1/{function}?{}", pairs.collect::<Vec<_>>().join("&"))
    }

    /// Asks all faces a question about a worker, and returns their common answer and the text of the command.
    async fn ask(&self, function: &str, fields: Value, arguments: &[&str], worker: &Worker) -> (Value, String) {
        let Value::Object(mut question) = fields else { panic!("the fields of a question are an object") };
        question.extend(worker.fields.clone());
        let module = self.module(function, &question, &self.profile());
        let server = get(self.server.api, &self.path(function, &question)).await;
        let given: Vec<&str> = [function, &self.file].into_iter().chain(arguments.iter().copied()).collect();
        let given: Vec<&str> = given.into_iter().chain(worker.arguments.iter().map(String::as_str)).collect();
        let command = self.command(&[&given[..], &["--format", "json"]].concat());
        assert_eq!(module, command, "{function}: WebAssembly and the command differ");
        assert_eq!(server.text(), command, "{function}: HTTP and the command differ");
        (serde_json::from_str(&command).unwrap(), self.command(&given))
    }

    /// Returns the flavor that `select` names for a worker, by the module alone.
    pub(super) fn selected(&self, machine_type: &str, worker: &Worker) -> Selected {
        let mut question = worker.fields.clone();
        for (name, value) in
            [("machineType", machine_type), ("image", "plain"), ("version", "1.0.0"), ("region", "europe")]
        {
            question.insert(name.to_owned(), json!(value));
        }
        let answer: Value = serde_json::from_str(&self.module("select", &question, &self.profile())).unwrap();
        selection(&answer)
    }

    /// Checks that each question names the flavor and the image in each face.
    pub(super) async fn check_worker(&self, (flavor, image): &(usize, String), machine_type: &str, worker: &Worker) {
        let expected = Some((*flavor, image.clone()));
        let name = format!("flavor {flavor}");
        let place = ["-t", machine_type, "-r", "europe"];
        let context = format!("{worker:?} on {machine_type}: {}", self.text);

        let fields = json!({"machineType": machine_type, "image": "plain", "version": "1.0.0", "region": "europe"});
        let arguments = [&place[..], &["-i", "plain", "-V", "1.0.0"]].concat();
        let (answer, text) = self.ask("select", fields, &arguments, worker).await;
        assert_eq!(selection(&answer), expected, "select: {context}");
        assert!(text.contains(&name) && text.contains(image), "select: {text}{context}");

        let (answer, text) = self.ask("matrix", json!({"region": "europe"}), &["-r", "europe"], worker).await;
        let rows = answer["rows"].as_array().unwrap();
        let row =
            rows.iter().find(|row| row["machineTypes"].as_array().unwrap().contains(&json!(machine_type))).unwrap();
        assert_eq!(row["cells"][0], json!({"answer": "yes", "flavor": flavor}), "matrix: {context}");
        let fits = text.lines().any(|line| line.contains(machine_type) && line.contains("| yes"));
        assert!(fits, "matrix: {text}{context}");

        let fields = json!({"machineType": machine_type, "region": "europe"});
        let (answer, text) = self.ask("images", fields, &place, worker).await;
        let option = &answer["options"][0];
        let named = (option["flavor"]["index"].as_u64(), option["reference"]["value"].as_str());
        assert_eq!(named, (u64::try_from(*flavor).ok(), Some(&**image)), "images: {context}");
        assert!(text.contains(image), "images: {text}{context}");
    }

    /// Returns the images that `diff` and `upkeep` report when the image of a flavor is exchanged.
    pub(super) async fn reported_exchange(
        &self,
        flavor: usize,
        folder: &Path,
    ) -> BTreeMap<&'static str, BTreeSet<String>> {
        let new = self.world.text(|index| if index == flavor { "exchanged".to_owned() } else { format!("id-{index}") });
        let file = folder.join("new.json");
        fs::write(&file, &new).unwrap();
        let file = file.to_str().unwrap();
        let documents = json!([{"name": "old", "role": "old", "text": self.text}, {"name": "new", "text": new}]);
        let answers = [
            ("WebAssembly", self.module("diff", &Map::new(), &documents)),
            ("command", self.command(&["diff", &self.file, file, "--format", "json"])),
            ("HTTP", post(self.server.api, &self.path("diff", &Map::new()), new.as_bytes()).await.text().to_owned()),
        ];
        let mut reported: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (face, answer) in answers {
            let answer: Value = serde_json::from_str(&answer).unwrap();
            let changes = &answer["changes"];
            assert!(changes.is_object(), "{face}: {answer:#}");
            let images = reported.entry(face).or_default();
            for part in ["selections", "specialWorkers"] {
                add_images(&changes[part], images);
            }
        }
        let list = self.command(&["upkeep", "changes", &self.file, file]);
        let changes = folder.join("changes.yaml");
        fs::write(&changes, list).unwrap();
        let applied = self.command(&["upkeep", "apply", &self.file, changes.to_str().unwrap()]);
        let (_, effects) = applied.split_once("effects of the change").unwrap_or_default();
        for (face, text) in [("diff as text", &*self.command(&["diff", &self.file, file])), ("upkeep", effects)] {
            let (_, listed) = text.split_once("Another image").unwrap_or_default();
            let words = listed.split(|character: char| !character.is_alphanumeric() && character != '-');
            reported.insert(face, words.filter(|word| is_image(word)).map(str::to_owned).collect());
        }
        reported
    }
}

/// Returns the flavor and the image in an answer of `select`.
fn selection(answer: &Value) -> Selected {
    let version = &answer["versions"][0];
    let flavor = version["explanation"]["outcome"]["flavor"].as_u64()?;
    let image = version["providerImage"]["found"]["reference"]["value"].as_str();
    Some((usize::try_from(flavor).ok()?, image.unwrap_or_else(|| panic!("no image: {answer:#}")).to_owned()))
}

fn is_image(text: &str) -> bool {
    text == "exchanged" || text.starts_with("id-")
}

/// Adds the references of provider images in a part of an answer.
fn add_images(value: &Value, images: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if is_image(text) => drop(images.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| add_images(item, images)),
        Value::Object(fields) => fields.values().for_each(|item| add_images(item, images)),
        _ => {}
    }
}
