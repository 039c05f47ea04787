//! The plain HTTP port for operators: `/livez`, `/readyz`, `/metrics`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hyper::body::Incoming;
use hyper::header::{ACCEPT, HeaderValue};
use hyper::{Method, Request, StatusCode};

use crate::garden::GardenReceiver;
use crate::http::{self, Answer, Problem};
use crate::listener::Service;
use crate::metrics::{Metrics, text_format};

const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

const TEXT_FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// The readiness of the server.
#[derive(Debug)]
pub(crate) struct Readiness {
    /// The snapshot that the other ports answer from, so that the server is ready exactly when it has one.
    gardens: GardenReceiver,
    drains: AtomicBool,
}

impl Readiness {
    pub(crate) const fn new(gardens: GardenReceiver) -> Self {
        Self { gardens, drains: AtomicBool::new(false) }
    }

    /// Records that the server is about to end.
    pub(crate) fn drains(&self) {
        self.drains.store(true, Ordering::Release);
    }

    /// Returns whether the server is about to end.
    pub(crate) fn is_draining(&self) -> bool {
        self.drains.load(Ordering::Acquire)
    }

    /// Returns the reason why the server is not ready.
    fn not_ready_reason(&self) -> Option<&'static str> {
        if self.is_draining() {
            Some("the server is shutting down")
        } else if self.gardens.borrow().is_none() {
            Some("profiles and Shoots are still being read")
        } else {
            None
        }
    }
}

/// The service of the operations port.
#[derive(Debug)]
pub(crate) struct Operations {
    pub(crate) readiness: Arc<Readiness>,
    pub(crate) metrics: Arc<Metrics>,
}

impl Service for Operations {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return http::method_not_allowed("GET");
        }
        match request.uri().path() {
            "/livez" => http::text(StatusCode::OK, "ok\n"),
            "/readyz" => match self.readiness.not_ready_reason() {
                None => http::text(StatusCode::OK, "ok\n"),
                Some(why) => http::text(StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
            },
            "/metrics" => match self.metrics.text() {
                Ok(text) if accepts_open_metrics(&request) => http::answer(StatusCode::OK, OPEN_METRICS, text),
                Ok(text) => http::answer(StatusCode::OK, TEXT_FORMAT, text_format::from_open_metrics(&text)),
                Err(_) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the metrics cannot be written").answer(),
            },
            path => {
                let detail = format!("there is nothing at `{path}`; the paths are /livez, /readyz and /metrics");
                Problem::not_found(detail).answer()
            }
        }
    }
}

/// Returns whether a client names OpenMetrics. Others, such as curl and older tools, understand only the text format.
fn accepts_open_metrics(request: &Request<Incoming>) -> bool {
    let mut accepted = request.headers().get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("application/openmetrics-text"))
}
