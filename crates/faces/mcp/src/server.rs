//! The server: reads requests, and answers them in order.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use rootstock_analysis::configuration::Configuration;
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;
use rootstock_wasm::Module;
use serde_json::{Value, json};

use crate::call;
use crate::documents::{FileAccess, Roots};
use crate::message::{Error, Incoming, Line, Request, read_line, write_line};
use crate::protocol::{self, Era};
use crate::tool::Tool;

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

/// A server for one client.
pub struct Server<'h> {
    pub(crate) host: &'h dyn Host,
    pub(crate) module: Module,
    pub(crate) roots: Roots,
    pub(crate) access: FileAccess,
}

impl<'h> Server<'h> {
    /// Creates a server that reads files below `roots`; relative paths are below the first one.
    ///
    /// # Errors
    ///
    /// Returns the first root that is not a directory that can be read, and the reason.
    pub fn new(
        registry: Registry,
        roots: &[PathBuf],
        access: FileAccess,
        host: &'h dyn Host,
    ) -> Result<Self, (PathBuf, io::Error)> {
        Ok(Self { host, module: Module::with_registry(registry), roots: Roots::open(roots)?, access })
    }

    /// Answers the requests of a client until its input ends.
    ///
    /// # Errors
    ///
    /// Returns an error if a stream cannot be read or written.
    pub fn serve(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
        loop {
            let answer = match read_line(input)? {
                Line::End => return Ok(()),
                Line::TooLong => Some(Error::too_long().answer(Value::Null)),
                Line::Message(line) => match serde_json::from_slice(&line) {
                    Ok(message) => self.answer(message),
                    Err(why) => Some(Error::syntax(&why).answer(Value::Null)),
                },
            };
            if let Some(answer) = answer {
                write_line(&answer, output)?;
            }
        }
    }

    /// Returns the answer to a message, or to a batch of messages, as in version 2025-03-26.
    fn answer(&mut self, message: Value) -> Option<Value> {
        match message {
            Value::Array(batch) if !batch.is_empty() => {
                let answers: Vec<Value> = batch.into_iter().filter_map(|message| self.answer_one(message)).collect();
                (!answers.is_empty()).then_some(Value::Array(answers))
            }
            message => self.answer_one(message),
        }
    }

    fn answer_one(&mut self, message: Value) -> Option<Value> {
        match Incoming::of(message) {
            Incoming::Other => None,
            Incoming::Invalid(answer) => Some(answer),
            Incoming::Request(Request { id, method, params }) => Some(match self.result(&method, params) {
                Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                Err(error) => error.answer(id),
            }),
        }
    }

    fn result(&mut self, method: &str, params: Value) -> Result<Value, Error> {
        let era = Era::of(&params)?;
        Ok(match method {
            "initialize" => protocol::initialized(&params),
            "server/discover" => era.complete_constant(protocol::discovered()),
            "ping" => json!({}),
            "tools/list" => {
                let tools: Vec<Value> = Tool::all().iter().map(|tool| tool.definition(self.access)).collect();
                era.complete_constant(json!({ "tools": tools }))
            }
            "tools/call" => era.complete(self.call(params)?),
            other => return Err(Error::method(other)),
        })
    }

    fn call(&mut self, mut params: Value) -> Result<Value, Error> {
        let mut take = |field| params.get_mut(field).map(Value::take).unwrap_or_default();
        let (name, arguments) = (take("name"), take("arguments"));
        let tools = Tool::all();
        let Some(tool) = tools.iter().find(|tool| Some(tool.name) == name.as_str()) else {
            let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
            return Err(Error::params(format!("there is no tool {name}; the tools are {}", names.join(", "))));
        };
        Ok(match call::answer(self, tool, arguments) {
            Ok(structured) => {
                let summary = structured.get("summary").cloned().unwrap_or_default();
                json!({
                    "content": [{"type": "text", "text": summary}, {"type": "text", "text": structured.to_string()}],
                    "structuredContent": structured,
                })
            }
            Err(why) => json!({"content": [{"type": "text", "text": why}], "isError": true}),
        })
    }
}

impl std::fmt::Debug for Server<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("roots", &self.roots).field("access", &self.access).finish_non_exhaustive()
    }
}
