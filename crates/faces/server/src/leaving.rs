//! Answers of a server that is about to end.

use std::sync::Arc;

use hyper::Request;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};

use crate::http::Answer;
use crate::listener::Service;
use crate::operations::Readiness;

/// Tells clients not to come again by their connection, once the server is about to end.
///
/// Whoever sends a request while an idle connection is closed gets no answer, and API servers do not send a review twice: so no
/// connection that is used should be left when they are closed.
pub(crate) struct Leaving<S> {
    service: S,
    readiness: Arc<Readiness>,
}

impl<S> Leaving<S> {
    pub(crate) fn new(service: S, readiness: &Arc<Readiness>) -> Self {
        Self { service, readiness: Arc::clone(readiness) }
    }
}

impl<S: Service> Service for Leaving<S> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let mut answer = self.service.answer(request).await;
        if self.readiness.is_draining() {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }
}
