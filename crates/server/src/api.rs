//! The HTTP API under `/api/v1`: for now what the state is.

mod state;

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use tokio::sync::watch;

use crate::garden::Garden;
use crate::http::{self, Answer, Problem};
use crate::listener::Service;

/// The state that questions are asked about; none until it has been read for the first time.
pub(crate) type Gardens = watch::Receiver<Option<Arc<Garden>>>;

/// The HTTP API.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) gardens: Gardens,
}

impl Service for Api {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let garden = self.gardens.borrow().clone();
        let Some(garden) = garden else {
            return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the profiles and Shoots are being read; ask again")
                .answer();
        };
        match request.uri().path() {
            "/api/v1/state" if request.method() == Method::GET => state::answer(&garden),
            "/api/v1/state" => http::method_not_allowed("GET"),
            path => Problem::not_found(format!("there is nothing at `{path}`")).answer(),
        }
    }
}
