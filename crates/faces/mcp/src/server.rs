//! The server: reads requests, and answers them in order.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use rootstock_document::shortened;
use rootstock_provider_api::Registry;
use rootstock_wasm::Module;
use serde_json::{Value, json};

use crate::call;
use crate::documents::{FileAccess, Roots};
use crate::message::{Error, Incoming, Line, Request, read_line, write_line};
use crate::protocol::{self, Era, NAME_CHARACTERS};
use crate::session::{Host, Session};
use crate::tool::Tool;

/// The maximum number of messages of a batch.
const MAX_BATCH: usize = 100;
/// The maximum number of characters of an error, which may quote arguments.
const ERROR_CHARACTERS: usize = 4000;

/// The error for a stream that ends a server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input cannot be read.
    #[error("cannot read a message: {0}")]
    Read(#[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write an answer: {0}")]
    Write(#[source] io::Error),
}

/// A server for one client.
pub struct McpServer<'h>(Session<'h>);

impl<'h> McpServer<'h> {
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
        Ok(Self(Session {
            host,
            module: Module::with_registry(registry),
            roots: Roots::open(roots)?,
            access,
            written: None,
        }))
    }

    /// Answers the requests of a client until its input ends.
    ///
    /// # Errors
    ///
    /// Returns an error if a stream cannot be read or written.
    pub fn serve(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), ServeError> {
        loop {
            let answer = match read_line(input).map_err(ServeError::Read)? {
                Line::End => return Ok(()),
                Line::TooLong => Some(Error::too_long().answer(Value::Null)),
                Line::Message(line) => match serde_json::from_slice(&line) {
                    Ok(message) => self.answer(message),
                    Err(why) => Some(Error::syntax(&why).answer(Value::Null)),
                },
            };
            if let Some(answer) = answer {
                write_line(&answer, output).map_err(ServeError::Write)?;
            }
        }
    }

    /// Returns the answer to a message, or to a batch of messages, as in version 2025-03-26.
    fn answer(&mut self, message: Value) -> Option<Value> {
        match message {
            Value::Array(batch) if batch.len() > MAX_BATCH => {
                let why = format!("the batch has {} messages; it may have {MAX_BATCH}", batch.len());
                Some(Error::request(&why).answer(Value::Null))
            }
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
            "tools/list" if params.get("cursor").is_some_and(|cursor| !cursor.is_null()) => {
                return Err(Error::params(
                    "`tools/list` has no such `cursor`: all tools are on its first page".to_owned(),
                ));
            }
            "tools/list" => {
                let tools: Vec<Value> = Tool::all().iter().map(|tool| tool.definition(self.0.access)).collect();
                era.complete_constant(json!({ "tools": tools }))
            }
            "tools/call" => era.complete(self.call(params)?),
            other => return Err(Error::method(&shortened(other, NAME_CHARACTERS))),
        })
    }

    fn call(&mut self, mut params: Value) -> Result<Value, Error> {
        let mut take = |field| params.get_mut(field).map(Value::take).unwrap_or_default();
        let (name, arguments) = (take("name"), take("arguments"));
        let tools = Tool::all();
        let Some(tool) = tools.iter().find(|tool| Some(tool.name) == name.as_str()) else {
            let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
            let names = names.join(", ");
            return Err(Error::params(match name.as_str() {
                None => format!("`tools/call` needs the `name` of a tool; the tools are {names}"),
                Some(name) => {
                    format!("there is no tool `{}`; the tools are {names}", shortened(name, NAME_CHARACTERS))
                }
            }));
        };
        Ok(match call::answer(&mut self.0, tool, arguments) {
            Ok(structured) => {
                let summary = structured.get("summary").cloned().unwrap_or_default();
                json!({
                    "content": [{"type": "text", "text": summary}, {"type": "text", "text": structured.to_string()}],
                    "structuredContent": structured,
                })
            }
            Err(why) => json!({
                "content": [{"type": "text", "text": shortened(&why, ERROR_CHARACTERS)}],
                "isError": true,
            }),
        })
    }
}

impl std::fmt::Debug for McpServer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpServer")
            .field("roots", &self.0.roots)
            .field("access", &self.0.access)
            .finish_non_exhaustive()
    }
}
