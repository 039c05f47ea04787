//! HTTP answers.

mod body;
mod compression;
mod etag;
mod problem;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};

pub(crate) use body::AnswerBody;
pub(crate) use compression::compressed;
pub(crate) use etag::{conditional, etag, not_modified, with_etag};
pub(crate) use problem::Problem;

/// An HTTP answer.
pub(crate) type Answer = Response<AnswerBody>;

pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// Creates an answer with a body.
pub(crate) fn answer(status: StatusCode, content_type: HeaderValue, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(AnswerBody::Whole(Full::new(body.into())));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, content_type);
    answer
}

/// Creates a plain-text answer.
pub(crate) fn text(status: StatusCode, body: impl Into<Bytes>) -> Answer {
    answer(status, TEXT, body)
}

/// Creates an answer with status 405, which names the allowed method.
pub(crate) fn method_not_allowed(allowed: &'static str) -> Answer {
    Problem::method_not_allowed(allowed).answer()
}
