//! Connections: accepted, served over HTTP/1.1, and drained at the end.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::http::Answer;
use crate::patience::{Limits, Patient, Progress};

/// How many connections are held at the same time; others wait until one ends.
const MOST_CONNECTIONS: usize = 16_384;
/// How long is waited when no connection can be accepted, for want of file descriptors in most cases.
const BREATH: Duration = Duration::from_millis(100);
/// How long answers may take that are under way at the end.
const DRAIN: Duration = Duration::from_secs(25);

/// Who answers requests.
pub(crate) trait Service: Send + Sync + 'static {
    /// Answers one.
    fn answer(&self, request: Request<Incoming>) -> impl Future<Output = Answer> + Send;
}

/// Serves until `end` says so, and then until what is under way is answered.
pub(crate) async fn serve<S: Service>(listener: TcpListener, service: Arc<S>, mut end: watch::Receiver<bool>) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &connections) => accepted,
            // The sender is gone when the server is, too.
            _ = end.wait_for(|ends| *ends) => break,
        };
        let Some((stream, permit)) = accepted else { continue };
        let progress = Progress::new();
        let (service, watched) = (Arc::clone(&service), progress.clone());
        let answer = service_fn(move |request| {
            let (service, progress) = (Arc::clone(&service), watched.clone());
            async move {
                progress.begin_answer();
                let answer = service.answer(request).await;
                progress.end_answer();
                Ok::<_, Infallible>(answer)
            }
        });
        let io = TokioIo::new(Patient::new(stream, Limits::DEFAULT, progress));
        // Times are kept by `Patient`.
        let connection =
            http1::Builder::new().timer(TokioTimer::new()).header_read_timeout(None).serve_connection(io, answer);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ends");
            }
            drop(permit);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some answers were not made in time, and are given up");
    }
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    // The semaphore is never closed.
    let permit = Arc::clone(connections).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => {
            // Answers are written at once, so that nothing is gained by waiting for more.
            let _ = stream.set_nodelay(true);
            Some((stream, permit))
        }
        Err(error) => {
            tracing::warn!(%error, "a connection cannot be accepted");
            tokio::time::sleep(BREATH).await;
            None
        }
    }
}
