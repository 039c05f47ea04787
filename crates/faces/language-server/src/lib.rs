//! A language server for CloudProfiles: the findings of `rootstock check`, explanations and the answers of queries, in an editor.
//!
//! The server has no rules of its own. It keeps the documents of an editor and its folders in an
//! [`Analysis`](rootstock_analysis::Analysis). Findings become diagnostics and code actions;
//! [`mentions`](rootstock_analysis::Analysis::mentions) become completion, definitions, references and renaming; and the answers of
//! queries become hovers and inlay hints. The server is synchronous: it handles one message at a time, and checks only the last of
//! several waiting changes. Manifests are YAML and JSON; the server ignores templates and everything that is not about Gardener.
//!
//! `rootstock lsp` is [`serve_standard_streams`]; [`serve`] takes any connection:
//!
//! ```
//! use lsp_server::{Connection, Message, Notification, Request, RequestId};
//! use rootstock_core_model::Semantics;
//! use rootstock_queries::QueryContext;
//! use serde_json::{Value, json};
//!
//! let (editor, server) = Connection::memory();
//! let registry = rootstock_providers::registry()?;
//! let at = "2026-01-01T00:00:00Z".parse()?;
//! let served = std::thread::spawn(move || {
//!     rootstock_language_server::serve(&server, registry, |_| QueryContext::new(Semantics::Documented, at))
//! });
//! let request = |id: i32, method: &str, params: Value| {
//!     Message::Request(Request::new(RequestId::from(id), method.to_owned(), params))
//! };
//! let tell = |method: &str, params: Value| Message::Notification(Notification::new(method.to_owned(), params));
//! editor.sender.send(request(1, "initialize", json!({"capabilities": {}})))?;
//! let _capabilities = editor.receiver.recv()?;
//! editor.sender.send(tell("initialized", json!({})))?;
//! editor.sender.send(tell("textDocument/didOpen", json!({"textDocument": {
//!     "uri": "file:///profile.yaml", "languageId": "yaml", "version": 1,
//!     "text": "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: local}\nspec: {typo: local}\n",
//! }})))?;
//! let Message::Notification(diagnostics) = editor.receiver.recv()? else { return Err("no diagnostics".into()) };
//! assert!(diagnostics.params["diagnostics"].to_string().contains("typo"));
//! editor.sender.send(request(2, "shutdown", Value::Null))?;
//! editor.sender.send(tell("exit", Value::Null))?;
//! served.join().map_err(|_| "the server failed")??;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod capabilities;
mod code_actions;
mod completion;
mod diagnostics;
mod fields;
mod folders;
mod hover;
mod inlay_hints;
mod mentions;
mod outline;
mod parsed_text;
mod position;
mod rename;
mod server;
mod shift;
mod text;
mod uris;
mod workspace;

pub use server::{Failure, serve, serve_standard_streams};
/// Public for tests with random documents.
#[doc(hidden)]
pub use workspace::may_have_gardener_objects;
