//! An editor with one open profile.

use std::thread::JoinHandle;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use rootstock_core_model::{FeatureGate, Semantics};
use rootstock_language_server::{Failure, serve};
use rootstock_queries::QueryContext;
use serde_json::{Value, json};

const URI: &str = "file:///profile.json";

pub(super) struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Result<(), Failure>>>,
    next: i32,
    text: String,
}

impl Editor {
    /// Opens a profile with the gate `WorkerCapabilities` on.
    pub(super) fn open(text: &str, semantics: &str) -> Self {
        let (connection, other) = Connection::memory();
        let semantics = if semantics == "gardener" { Semantics::Gardener } else { Semantics::Documented };
        let server = std::thread::spawn(move || {
            serve(&other, rootstock_providers::registry().unwrap(), |_| {
                let mut asked = QueryContext::new(semantics, super::faces::AT.parse().unwrap());
                asked.settings.gates = asked.settings.gates.with(FeatureGate::WorkerCapabilities, true);
                asked
            })
        });
        let mut editor = Self { connection, server: Some(server), next: 0, text: text.to_owned() };
        editor.ask("initialize", json!({"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}));
        editor.notify("initialized", json!({}));
        let document = json!({"uri": URI, "languageId": "json", "version": 1, "text": text});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        editor
    }

    fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.connection.sender.send(Message::Request(Request::new(id.clone(), method.to_owned(), params))).unwrap();
        loop {
            match self.connection.receiver.recv().unwrap() {
                Message::Response(response) if response.id == id => return response.response_result.unwrap(),
                _ => {}
            }
        }
    }

    /// Returns the text that appears over the first place with this quoted word.
    pub(super) fn hover(&mut self, word: &str) -> String {
        let quoted = format!("\"{word}\"");
        let found = self.text.lines().enumerate().find_map(|(line, text)| Some((line, text.find(&quoted)? + 1)));
        let (line, character) = found.unwrap();
        let place = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
        self.ask("textDocument/hover", place)["contents"]["value"].as_str().unwrap_or("nothing").to_owned()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        if let Some(server) = self.server.take() {
            server.join().unwrap().unwrap();
        }
    }
}
