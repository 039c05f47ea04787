//! ETags and conditional requests.

use std::hash::{DefaultHasher, Hasher as _};

use hyper::body::Incoming;
use hyper::header::{ETAG, HeaderValue, IF_NONE_MATCH};
use hyper::{Method, Request, StatusCode};

use super::{Answer, Problem, text};

/// Returns the ETag of a content. It is weak, because the answer may be compressed.
pub(crate) fn etag(of: &impl std::hash::Hash) -> String {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Returns an answer with status 304 if the client has the answer with this ETag.
pub(crate) fn not_modified(request: &Request<Incoming>, tag: &str) -> Option<Answer> {
    let given = request.headers().get(IF_NONE_MATCH)?.to_str().ok()?;
    let is_same = given.split(',').any(|one| one.trim() == tag || one.trim() == "*");
    let fits = is_same && request.method() != Method::POST;
    fits.then(|| with_etag(text(StatusCode::NOT_MODIFIED, ""), tag))
}

pub(crate) fn conditional(
    request: &Request<Incoming>,
    tag: String,
    answer: impl FnOnce() -> Result<Answer, Problem>,
) -> Result<Answer, Problem> {
    match not_modified(request, &tag) {
        Some(answer) => Ok(answer),
        None => Ok(with_etag(answer()?, &tag)),
    }
}

pub(crate) fn with_etag(mut answer: Answer, tag: &str) -> Answer {
    if let Ok(tag) = HeaderValue::from_str(tag) {
        answer.headers_mut().insert(ETAG, tag);
    }
    answer
}
