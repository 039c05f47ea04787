//! The program, the questions and the files behind the calls of a client.

use std::path::Path;

use rootstock_analysis::configuration::Configuration;
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;
use rootstock_wasm::Module;
use serde_json::Value;

use crate::documents::{FileAccess, Roots};

/// The program that starts a server.
#[expect(clippy::missing_errors_doc, reason = "the errors are those of the program")]
pub trait Host {
    /// Returns the instant at which versions are judged, if a call does not name one.
    fn now(&self) -> Timestamp;

    /// Returns the current configuration, which may have changed since the last call.
    fn configuration(&self, registry: &Registry) -> Result<Configuration, String>;

    /// Replaces the content of a file from `before` to `after`. Called only with [`FileAccess::ReadWrite`].
    fn replace(&self, path: &Path, before: &str, after: &str) -> Result<(), String>;
}

/// The program, the questions and the files behind the calls of a client.
pub(crate) struct Session<'h> {
    pub(crate) host: &'h dyn Host,
    pub(crate) module: Module,
    pub(crate) roots: Roots,
    pub(crate) access: FileAccess,
    /// The last call that wrote files: its arguments without those that shorten, and its answer.
    pub(crate) written: Option<(Value, Value)>,
}

/// Returns the message of the module's error.
pub(crate) fn error_message(answer: &[u8]) -> String {
    let answer: Value = serde_json::from_slice(answer).unwrap_or_default();
    let message = answer.pointer("/error/message").and_then(Value::as_str).unwrap_or("there is no answer");
    // The fields of the question are arguments of the call, and its position in the request is not known to the client.
    match message.strip_prefix("`question`: ") {
        None => message.to_owned(),
        Some(message) => message.split(" at line 1 column ").next().unwrap_or(message).to_owned(),
    }
}
