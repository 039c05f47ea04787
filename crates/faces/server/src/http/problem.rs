//! Problem details as in RFC 9457.

use hyper::StatusCode;
use hyper::header::{ALLOW, HeaderValue};
use serde::Serialize;

use rootstock_document::shortened;

use super::Answer;

/// The longest detail, in characters: long parts of a request are not repeated.
const MAX_DETAIL_LENGTH: usize = 4000;

/// The reason why a request fails.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    /// The only method of this path, for status 405.
    allowed: Option<&'static str>,
}

#[derive(Serialize)]
struct Body<'a> {
    status: u16,
    title: &'a str,
    detail: &'a str,
}

impl Problem {
    /// Creates a problem. `detail` is one sentence that describes the error and how to correct the request.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: shortened(&detail.into(), MAX_DETAIL_LENGTH).into_owned(), allowed: None }
    }

    /// Creates a problem with status 404.
    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// Creates a problem with status 405.
    pub(crate) fn method_not_allowed(allowed: &'static str) -> Self {
        let problem = Self::new(StatusCode::METHOD_NOT_ALLOWED, format!("only {allowed} is answered here"));
        Self { allowed: Some(allowed), ..problem }
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Converts the problem to an answer.
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
