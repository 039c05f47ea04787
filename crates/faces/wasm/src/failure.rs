//! Why there is no answer.

use std::fmt::Display;

use rootstock_queries::NoAnswer;
use serde::Serialize;

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    kind: FailureKind,
    message: String,
}

/// What is in the way of an answer.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum FailureKind {
    /// The request cannot be read, or asks for what does not exist here.
    Request,
    /// The question does not fit the documents: it names something that they do not have.
    Question,
    /// The documents cannot be read, or lack what is asked about.
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

    pub(crate) fn question(why: impl Display) -> Self {
        Self { kind: FailureKind::Question, message: why.to_string() }
    }

    pub(crate) fn documents(why: impl Display) -> Self {
        Self { kind: FailureKind::Documents, message: why.to_string() }
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        // Two texts are always written.
        serde_json::to_vec(&Envelope { error: self }).unwrap_or_default()
    }
}

impl From<NoAnswer> for Failure {
    fn from(why: NoAnswer) -> Self {
        if why.is_about_the_question() { Self::question(why) } else { Self::documents(why) }
    }
}
