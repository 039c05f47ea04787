//! Why a request is not answered, as RFC 9457 has it.

use hyper::StatusCode;
use hyper::header::{ALLOW, HeaderValue};
use serde::Serialize;

use super::Answer;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    /// The method that is answered instead.
    allowed: Option<&'static str>,
}

#[derive(Serialize)]
struct Body<'a> {
    status: u16,
    title: &'a str,
    detail: &'a str,
}

impl Problem {
    /// `detail` is one sentence: what is wrong, and what to ask instead.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), allowed: None }
    }

    /// That there is nothing here.
    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// That something else can be done here.
    pub(crate) fn method_not_allowed(allowed: &'static str) -> Self {
        let problem = Self::new(StatusCode::METHOD_NOT_ALLOWED, format!("only {allowed} is answered here"));
        Self { allowed: Some(allowed), ..problem }
    }

    /// The status, and what to say to a person.
    pub(crate) fn told(&self) -> (StatusCode, &str) {
        (self.status, &self.detail)
    }

    /// As an answer.
    pub(crate) fn answer(&self) -> Answer {
        let title = self.status.canonical_reason().unwrap_or_default();
        let body = Body { status: self.status.as_u16(), title, detail: &self.detail };
        let text = serde_json::to_vec(&body).unwrap_or_default();
        let mut answer = super::answer(self.status, HeaderValue::from_static("application/problem+json"), text);
        if let Some(allowed) = self.allowed {
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
        }
        answer
    }
}
