//! Answers of a server that is about to end.

use std::sync::Arc;

use hyper::Request;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};

use crate::http::Answer;
use crate::listener::Service;
use crate::operations::Readiness;

/// A service that adds `Connection: close` to answers once the server is draining.
///
/// A client that sends a request while the server closes an idle connection gets no answer, and API servers do not retry reviews.
/// Active connections are therefore closed during the drain delay, so that none of them is open at the end.
pub(crate) struct DrainingService<S> {
    service: S,
    readiness: Arc<Readiness>,
}

impl<S> DrainingService<S> {
    pub(crate) fn new(service: S, readiness: &Arc<Readiness>) -> Self {
        Self { service, readiness: Arc::clone(readiness) }
    }
}

impl<S: Service> Service for DrainingService<S> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let mut answer = self.service.answer(request).await;
        if self.readiness.is_draining() {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }
}
