//! A scripted editor that remembers the diagnostics to show.

use std::collections::BTreeMap;
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use rootstock_language_server::{Failure, serve};
use rootstock_queries::QueryContext;
use serde_json::{Value, json};

pub(crate) struct Editor {
    connection: Connection,
    server: JoinHandle<Result<(), Failure>>,
    next: i32,
    versions: BTreeMap<String, i32>,
    /// The diagnostics by URI, with the version of their document.
    shown: BTreeMap<String, (Option<i64>, Value)>,
    pub(crate) capabilities: Value,
    /// The requests of the server.
    pub(crate) server_requests: Vec<String>,
    /// The lines that the server logs.
    pub(crate) logged: Vec<String>,
}

impl Editor {
    /// Starts without a folder, counting in UTF-16.
    pub(crate) fn new() -> Self {
        Self::start(json!({"capabilities": {}}))
    }

    pub(crate) fn start(params: Value) -> Self {
        let (connection, other) = Connection::memory();
        let at = "2026-06-01T00:00:00Z".parse().unwrap();
        let registry = rootstock_providers::registry().unwrap();
        let server = std::thread::spawn(move || serve(&other, registry, |landscape| QueryContext::of(landscape, at)));
        let mut editor = Self {
            connection,
            server,
            next: 0,
            versions: BTreeMap::new(),
            shown: BTreeMap::new(),
            capabilities: Value::Null,
            server_requests: Vec::new(),
            logged: Vec::new(),
        };
        let answer = editor.ask("initialize", params);
        editor.capabilities = answer["capabilities"].clone();
        editor.notify("initialized", json!({}));
        editor
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.response(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    pub(crate) fn response(&mut self, method: &str, params: Value) -> Result<Value, lsp_server::ResponseError> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            match self.receive() {
                Message::Response(response) if response.id == id => return response.response_result,
                other => self.take(other),
            }
        }
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(60)).expect("the server sends nothing")
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Notification(notification) if notification.method == "window/logMessage" => {
                self.logged.push(notification.params["message"].as_str().unwrap().to_owned());
            }
            Message::Notification(notification) => {
                assert_eq!(notification.method, "textDocument/publishDiagnostics");
                let params = notification.params;
                let uri = params["uri"].as_str().unwrap().to_owned();
                self.shown.insert(uri, (params["version"].as_i64(), params["diagnostics"].clone()));
            }
            Message::Request(request) => self.server_requests.push(request.method),
            Message::Response(response) => panic!("unexpected response: {response:?}"),
        }
    }

    /// Returns the next line that the server logs, after the present ones.
    pub(crate) fn next_logged(&mut self) -> String {
        let known = self.logged.len();
        while self.logged.len() == known {
            let message = self.receive();
            self.take(message);
        }
        self.logged[known].clone()
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.versions.insert(uri.to_owned(), 1);
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Sends changes in the form of the protocol: `{"range": …, "text": …}`.
    pub(crate) fn change(&mut self, uri: &str, changes: &Value) {
        let version = self.versions.get_mut(uri).unwrap();
        *version += 1;
        let document = json!({"uri": uri, "version": *version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub(crate) fn replace(&mut self, uri: &str, text: &str) {
        self.change(uri, &json!([{"text": text}]));
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.versions.remove(uri);
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// Returns the diagnostics of an open document, once the server has checked its current version.
    pub(crate) fn diagnostics(&mut self, uri: &str) -> Value {
        let wanted = i64::from(self.versions[uri]);
        loop {
            match self.shown.get(uri) {
                Some((Some(version), shown)) if *version == wanted => return shown.clone(),
                _ => {
                    let message = self.receive();
                    self.take(message);
                }
            }
        }
    }

    /// Returns the next diagnostics of any document, after the present ones.
    pub(crate) fn next_diagnostics(&mut self, uri: &str) -> Value {
        self.shown.remove(uri);
        loop {
            if let Some((_, shown)) = self.shown.get(uri) {
                return shown.clone();
            }
            let message = self.receive();
            self.take(message);
        }
    }

    /// Returns the present or else the next diagnostics.
    pub(crate) fn next_or_shown(&mut self, uri: &str) -> Value {
        match self.shown.get(uri) {
            Some((_, shown)) => shown.clone(),
            None => self.next_diagnostics(uri),
        }
    }

    /// Returns the documents that have received diagnostics.
    pub(crate) fn shown_uris(&self) -> Vec<&str> {
        self.shown.keys().map(String::as_str).collect()
    }

    /// Formats the diagnostics as `line:column-line:column rule: message`, counted from 1.
    pub(crate) fn diagnostics_text(&mut self, uri: &str) -> String {
        brief(&self.diagnostics(uri))
    }

    pub(crate) fn quit(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.join().unwrap().unwrap();
    }
}

pub(crate) fn brief(diagnostics: &Value) -> String {
    let one = |it: &Value| {
        let at = |end: &str| {
            let place = &it["range"][end];
            format!("{}:{}", place["line"].as_u64().unwrap() + 1, place["character"].as_u64().unwrap() + 1)
        };
        let code = it["code"].as_str().unwrap_or("-");
        format!("{}-{} {code}: {}\n", at("start"), at("end"), it["message"].as_str().unwrap())
    };
    diagnostics.as_array().unwrap().iter().map(one).collect()
}
