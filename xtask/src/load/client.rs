//! Load on a server: closed loops send the next request after an answer, open loops at fixed times.

use std::future::{Future, pending};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::{sleep, sleep_until, timeout};

use super::to_failure;
use crate::failure::Failure;

/// The timeout of the API server in seconds.
pub(super) const API_SERVER_TIMEOUT: u64 = 10;

/// The longest wait for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(12);

type Connector = HttpsConnector<HttpConnector>;

#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The latency of each judged review; in an open loop since its scheduled time.
    pub(super) checked: Vec<Duration>,
    /// The latency of each review that was refused because the server was overloaded.
    pub(super) shed: Vec<Duration>,
    /// Requests without a readable answer.
    pub(super) lost: usize,
    took: Duration,
}

impl Tally {
    pub(super) fn checked_per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few millions at most")]
        let count = self.checked.len() as f64;
        count / self.took.as_secs_f64()
    }

    pub(super) fn answered(&self) -> usize {
        self.checked.len() + self.shed.len()
    }
}

/// Returns the quantile of the latencies for a share.
pub(super) fn quantile(all: &[Duration], share: f64) -> Duration {
    let mut sorted = all.to_vec();
    sorted.sort();
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few millions at most"
    )]
    let place = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}

#[derive(Debug, Clone)]
pub(super) struct Load {
    pub(super) address: SocketAddr,
    /// The review in each request.
    pub(super) review: Bytes,
    pub(super) connections: usize,
    /// The requests per second of all connections together; `None` is a closed loop.
    pub(super) rate: Option<f64>,
    pub(super) duration: Duration,
    /// The CA of the server's certificate; `None` is plain HTTP.
    pub(super) authority: Option<RootCertStore>,
    /// Whether each request closes its connection.
    pub(super) closes: bool,
}

impl Load {
    /// Creates a closed loop of 16 connections over plain HTTP.
    pub(super) fn closed(address: SocketAddr, review: &[u8], duration: Duration) -> Self {
        let review = Bytes::copy_from_slice(review);
        Self { address, review, connections: 16, rate: None, duration, authority: None, closes: false }
    }

    pub(super) async fn run(self) -> Result<Tally, Failure> {
        self.run_until(pending()).await
    }

    /// Runs the load, at most until `end`.
    pub(super) async fn run_until(self, end: impl Future<Output = ()>) -> Result<Tally, Failure> {
        let connector = connector(self.authority.clone().unwrap_or_else(RootCertStore::empty))?;
        let (load, start, is_over) = (Arc::new(self), Instant::now(), Arc::new(AtomicBool::new(false)));
        let ask = |number| {
            let (load, connector, is_over) = (Arc::clone(&load), connector.clone(), Arc::clone(&is_over));
            tokio::spawn(async move { load.ask(number, connector, start, &is_over).await })
        };
        let asking: Vec<_> = (0..load.connections).map(ask).collect();
        tokio::select! {
            () = sleep(load.duration) => {}
            () = end => {}
        }
        is_over.store(true, Ordering::Release);
        let mut tally = Tally::default();
        for one in asking {
            let one = one.await.map_err(to_failure)?;
            tally.checked.extend(one.checked);
            tally.shed.extend(one.shed);
            tally.lost += one.lost;
        }
        tally.took = start.elapsed();
        Ok(tally)
    }

    /// Sends one request, as an API server with this timeout. Returns the status and text of its answer.
    pub(super) async fn ask_once(self, seconds: u64) -> Result<Option<(StatusCode, String)>, Failure> {
        let connector = connector(self.authority.clone().unwrap_or_else(RootCertStore::empty))?;
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(timeout(Duration::from_secs(seconds + 2), reply(&client, self.request(seconds))).await.ok().flatten())
    }

    /// Sends requests over one connection at a time.
    async fn ask(&self, number: usize, connector: Connector, start: Instant, is_over: &AtomicBool) -> Tally {
        // A retry would hide a lost request.
        let client = Client::builder(TokioExecutor::new()).retry_canceled_requests(false).build(connector);
        let mut tally = Tally::default();
        #[expect(clippy::cast_precision_loss, reason = "a few hundreds")]
        let (number, connections) = (number as f64, self.connections as f64);
        let mut turn = 0.0;
        while !is_over.load(Ordering::Acquire) {
            let due = match self.rate {
                None => Instant::now(),
                Some(rate) => {
                    let due = start + Duration::from_secs_f64((turn * connections + number) / rate);
                    sleep_until(due.into()).await;
                    due
                }
            };
            turn += 1.0;
            match answer(&client, self.request(API_SERVER_TIMEOUT)).await {
                Some(text) if text.contains("\"allowed\":true") => tally.checked.push(due.elapsed()),
                Some(text) if text.contains("\"code\":429") => tally.shed.push(due.elapsed()),
                // Every review is valid, so any other answer counts as lost.
                Some(_) | None => tally.lost += 1,
            }
        }
        tally
    }

    /// Returns the request for a review, as API servers with a timeout in seconds send it.
    fn request(&self, seconds: u64) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.review.clone()));
        let scheme = if self.authority.is_some() { "https" } else { "http" };
        *request.method_mut() = hyper::Method::POST;
        *request.uri_mut() =
            format!("{scheme}://{}/validate?timeout={seconds}s", self.address).parse().unwrap_or_default();
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.closes {
            request.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        request
    }
}

/// Returns the text of an answer with status 200.
async fn answer(client: &Client<Connector, Full<Bytes>>, request: Request<Full<Bytes>>) -> Option<String> {
    let (status, text) = timeout(REQUEST_TIMEOUT, reply(client, request)).await.ok()??;
    (status == StatusCode::OK).then_some(text)
}

/// Returns the status and text of an answer.
async fn reply(client: &Client<Connector, Full<Bytes>>, request: Request<Full<Bytes>>) -> Option<(StatusCode, String)> {
    let answer = client.request(request).await.ok()?;
    let status = answer.status();
    let body = answer.into_body().collect().await.ok()?.to_bytes();
    Some((status, String::from_utf8_lossy(&body).into_owned()))
}

fn connector(authority: RootCertStore) -> Result<Connector, Failure> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(to_failure)?;
    let config = config.with_root_certificates(authority).with_no_client_auth();
    let mut http = HttpConnector::new();
    http.enforce_http(false);
    http.set_nodelay(true);
    Ok(HttpsConnectorBuilder::new().with_tls_config(config).https_or_http().enable_http1().wrap_connector(http))
}

/// Returns the text at a path over plain HTTP, if the status is 200.
pub(super) async fn get(address: SocketAddr, path: &str) -> Option<String> {
    let mut request = Request::new(Full::default());
    *request.uri_mut() = format!("http://{address}{path}").parse().ok()?;
    let connector = connector(RootCertStore::empty()).ok()?;
    answer(&Client::builder(TokioExecutor::new()).build(connector), request).await
}

pub(super) async fn is_ready(operations: SocketAddr) -> bool {
    get(operations, "/readyz").await.is_some()
}
