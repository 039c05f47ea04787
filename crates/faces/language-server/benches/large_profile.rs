//! The latency of the server for an editor with the large profile (1.4 MB), from message to message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "benchmarks")]

use divan::Bencher;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use rootstock_core_model::Semantics;
use rootstock_queries::QueryContext;
use rootstock_sample_profiles::{LargeProfile, Scale};
use serde_json::{Value, json};

const URI: &str = "file:///profile.yaml";

fn main() {
    divan::main();
}

struct Editor {
    connection: Connection,
    text: String,
    next: i32,
}

impl Editor {
    fn new() -> Self {
        let (connection, other) = Connection::memory();
        std::thread::spawn(move || {
            let registry = rootstock_providers::registry().unwrap();
            let at = "2026-06-01T00:00:00Z".parse().unwrap();
            rootstock_language_server::serve(&other, registry, |_| QueryContext::new(Semantics::Documented, at))
        });
        let text = LargeProfile::new(Scale::times(1)).to_yaml().unwrap();
        let mut editor = Self { connection, text, next: 0 };
        editor.ask("initialize", json!({"capabilities": {}}));
        editor.notify("initialized", json!({}));
        editor
    }

    fn opened() -> Self {
        let mut editor = Self::new();
        editor.open();
        editor
    }

    fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = Request { id: RequestId::from(self.next), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().unwrap() {
                return response.response_result.unwrap();
            }
        }
    }

    /// Waits for the diagnostics of a version.
    fn diagnostics(&self, version: i32) {
        loop {
            if let Message::Notification(shown) = self.connection.receiver.recv().unwrap()
                && shown.params["version"] == version
            {
                return;
            }
        }
    }

    fn open(&mut self) {
        let document = json!({"uri": URI, "languageId": "yaml", "version": 0, "text": self.text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.diagnostics(0);
    }

    /// Returns the position after a word, in the last line that contains it.
    fn place(&self, word: &str) -> Value {
        let (line, text) = self.text.lines().enumerate().filter(|(_, line)| line.contains(word)).last().unwrap();
        json!({"line": line, "character": text.find(word).unwrap() + word.len()})
    }
}

#[divan::bench]
fn open(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(Editor::new).bench_local_values(|mut editor| {
        editor.open();
        editor
    });
}

#[divan::bench]
fn change(bencher: Bencher<'_, '_>) {
    let editor = Editor::opened();
    let place = editor.place("cpu: '");
    let mut version = 0;
    bencher.bench_local(|| {
        version += 1;
        let text = if version % 2 == 0 { "" } else { "1" };
        let end = json!({"line": place["line"], "character": place["character"].as_u64().unwrap() + u64::from(version % 2 == 0)});
        let change = json!({"range": {"start": place, "end": end}, "text": text});
        let document = json!({"uri": URI, "version": version});
        editor.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
        editor.diagnostics(version);
    });
}

#[divan::bench(args = ["architecture", "- version: 1.3", "- name: g_c"])]
fn hover(bencher: Bencher<'_, '_>, word: &str) {
    let mut editor = Editor::opened();
    let place = editor.place(word);
    let params = json!({"textDocument": {"uri": URI}, "position": place});
    bencher.bench_local(|| editor.ask("textDocument/hover", params.clone()));
}

#[divan::bench]
fn complete(bencher: Bencher<'_, '_>) {
    let mut editor = Editor::opened();
    let place = editor.place("- baremetal");
    let params = json!({"textDocument": {"uri": URI}, "position": place});
    bencher.bench_local(|| editor.ask("textDocument/completion", params.clone()));
}

#[divan::bench]
fn outline(bencher: Bencher<'_, '_>) {
    let mut editor = Editor::opened();
    bencher.bench_local(|| editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}})));
}

/// Requests hints for one screen in the middle of the machine types, and for the whole document.
#[divan::bench(args = [60, 1_000_000])]
fn inlay_hints(bencher: Bencher<'_, '_>, lines: u32) {
    let mut editor = Editor::opened();
    let types = editor.text.lines().position(|line| line == "  machineTypes:").unwrap();
    let start = if lines > 1_000 { 0 } else { types + 1_000 };
    let end = json!({"line": start + lines as usize, "character": 0});
    let range = json!({"start": {"line": start, "character": 0}, "end": end});
    let params = json!({"textDocument": {"uri": URI}, "range": range});
    let hints = editor.ask("textDocument/inlayHint", params.clone());
    assert!(hints.as_array().is_some_and(|hints| !hints.is_empty()));
    bencher.bench_local(|| editor.ask("textDocument/inlayHint", params.clone()));
}
