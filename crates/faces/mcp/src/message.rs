//! JSON-RPC messages on lines.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::{Value, json};

/// The maximum size of a message in bytes. Larger documents are named by their paths.
const MAX_BYTES: u64 = 16 << 20;

/// The maximum size of an identifier in bytes.
const MAX_ID_BYTES: usize = 1000;

/// A line of the input.
pub(crate) enum Line {
    /// A message.
    Message(Vec<u8>),
    /// A line that is longer than a message may be; it was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line that is not empty.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Line> {
    loop {
        let mut line = Vec::new();
        input.take(MAX_BYTES + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Line::End);
        }
        if line.len() as u64 > MAX_BYTES && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            return Ok(Line::TooLong);
        }
        if !line.iter().all(u8::is_ascii_whitespace) {
            return Ok(Line::Message(line));
        }
    }
}

/// Writes a message on a line.
pub(crate) fn write_line(message: &Value, output: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// A message of the client.
pub(crate) enum Incoming {
    /// A request, which must be answered.
    Request(Request),
    /// A notification or a response: the server has asked nothing, and nothing waits for a notification.
    Other,
    /// Something else, with the answer.
    Invalid(Value),
}

/// A request.
pub(crate) struct Request {
    pub(crate) id: Value,
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl Incoming {
    pub(crate) fn of(message: Value) -> Self {
        let Value::Object(mut message) = message else {
            return Self::Invalid(
                Error::request("a message must be a JSON object with `jsonrpc`, `id` and `method`").answer(Value::Null),
            );
        };
        let (id, method) = (message.remove("id"), message.remove("method"));
        // A number with more digits would come back as another one.
        let id = id.map(|id| if id.is_f64() { Value::Null } else { id });
        // Every answer repeats it.
        if id.as_ref().and_then(Value::as_str).is_some_and(|id| id.len() > MAX_ID_BYTES) {
            let why = format!("the `id` is longer than {MAX_ID_BYTES} bytes");
            return Self::Invalid(Error::request(&why).answer(Value::Null));
        }
        match (id, method) {
            (Some(id @ (Value::String(_) | Value::Number(_))), Some(Value::String(method))) => {
                Self::Request(Request { id, method, params: message.remove("params").unwrap_or_default() })
            }
            (None, Some(Value::String(_))) => Self::Other,
            (_, None) if message.contains_key("result") || message.contains_key("error") => Self::Other,
            _ => Self::Invalid(
                Error::request(
                    "a request must have a `method`, and an `id` that is a string or an integer of at most 64 bits",
                )
                .answer(Value::Null),
            ),
        }
    }
}

/// An error of the protocol. Errors of tools are answers instead, which a model can read.
pub(crate) struct Error {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl Error {
    /// The message cannot be parsed.
    pub(crate) fn syntax(why: &serde_json::Error) -> Self {
        Self { code: -32700, message: format!("the message is not JSON: {why}"), data: None }
    }

    /// The message is not a request.
    pub(crate) fn request(why: &str) -> Self {
        Self { code: -32600, message: why.to_owned(), data: None }
    }

    /// The message is too long.
    pub(crate) fn too_long() -> Self {
        Self::request(&format!(
            "the message is longer than {} MiB; name documents by `path` instead of sending their text",
            MAX_BYTES >> 20
        ))
    }

    /// There is no such method.
    pub(crate) fn method(name: &str) -> Self {
        Self { code: -32601, message: format!("there is no method `{name}`"), data: None }
    }

    /// The parameters of a method are wrong.
    pub(crate) fn params(why: String) -> Self {
        Self { code: -32602, message: why, data: None }
    }

    /// The version of the protocol is not known.
    pub(crate) fn version(requested: &str, supported: &[&str]) -> Self {
        let data = json!({"supported": supported, "requested": requested});
        let message = format!(
            "version `{requested}` of the protocol is not known in requests without `initialize`; known: {}",
            supported.join(", ")
        );
        Self { code: -32022, message, data: Some(data) }
    }

    /// Returns the answer to a request.
    pub(crate) fn answer(self, id: Value) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let (Some(data), Some(error)) = (self.data, error.as_object_mut()) {
            error.insert("data".to_owned(), data);
        }
        json!({"jsonrpc": "2.0", "id": id, "error": error})
    }
}
