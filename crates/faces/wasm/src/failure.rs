//! Errors of requests.

use std::fmt::Display;

use rootstock_queries::QueryError;
use serde::Serialize;

/// The reason why a request has no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    kind: FailureKind,
    message: String,
}

/// The part of a request that is at fault.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum FailureKind {
    /// The request cannot be parsed, or names a function or setting that does not exist.
    Request,
    /// The question does not match the documents: it names an object that they do not contain.
    Question,
    /// The documents cannot be parsed, or lack the object of the question.
    Documents,
}

#[derive(Serialize)]
struct Envelope<'a> {
    error: &'a Failure,
}

impl Failure {
    pub(crate) fn request(why: impl Display) -> Self {
        Self { kind: FailureKind::Request, message: why.to_string() }
    }

    /// Creates an error for JSON that is not `what` must be. The position in a text is omitted unless the text is not JSON: callers
    /// have values, and a library wrote the text.
    pub(crate) fn json(what: &str, why: &serde_json::Error) -> Self {
        let text = why.to_string();
        if !why.is_data() {
            return Self::request(text);
        }
        let sentence = text.rsplit_once(" at line ").map_or(text.as_str(), |(sentence, _)| sentence);
        Self::request(match sentence.strip_prefix("missing field ") {
            Some(field) => format!("{what} must have the field {field}"),
            None => format!("{what}: {sentence}"),
        })
    }

    pub(crate) fn question(why: impl Display) -> Self {
        Self { kind: FailureKind::Question, message: why.to_string() }
    }

    pub(crate) fn documents(why: impl Display) -> Self {
        Self { kind: FailureKind::Documents, message: why.to_string() }
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        // Serializing two strings cannot fail.
        serde_json::to_vec(&Envelope { error: self }).unwrap_or_default()
    }
}

impl From<QueryError> for Failure {
    fn from(why: QueryError) -> Self {
        if why.is_invalid_query() { Self::question(why) } else { Self::documents(why) }
    }
}
