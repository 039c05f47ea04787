//! Connections: accepted, served over HTTP/1.1, and drained at the end.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;

use crate::failure::Failure;
use crate::hosts::Hosts;
use crate::http::Answer;
use crate::timeouts::{Progress, TimeoutStream, Timeouts};
use crate::tls::HANDSHAKE;

/// The number of concurrent connections; further ones wait until one ends.
const MAX_CONNECTIONS: usize = 16_384;
/// The backlog of connections that have not been accepted. A client beyond it retries its SYN after a second.
const BACKLOG: u32 = 4_096;
/// The size of a connection's read buffer, which limits the headers. hyper's default is seven times as much, for each
/// connection.
const MAX_BUFFERED: usize = 64 << 10;
/// The delay after a failed accept, which is usually caused by a lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The age, in seconds, from which a connection is closed after its next answer. API servers keep their connections, so that
/// without this a new replica would get no requests.
const MAX_AGE: u64 = 120;
/// The range, in seconds, over which the ages of connections are spread, so that they are not all opened anew at once.
const AGE_SPREAD: u16 = 60;
/// The time that requests in progress get at the end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(25);

/// Opens a listening socket.
pub(crate) fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listener = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Allows a restart while old connections are in TIME_WAIT. Elsewhere than on Unix it would allow others to take the port.
        socket.set_reuseaddr(cfg!(unix))?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listener().map_err(|reason| Failure::Listen { address, reason })
}

/// The client of a connection, which requests have as an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Client {
    /// On this machine, or with a certificate of the configured authority.
    Trusted,
    /// Any other.
    Unknown,
}

/// A handler of requests.
pub(crate) trait Service: Send + Sync + 'static {
    /// Answers a request.
    fn answer(&self, request: Request<Incoming>) -> impl Future<Output = Answer> + Send;
}

/// Serves connections until `end` is true, and then until the requests in progress are answered.
pub(crate) async fn serve<S: Service>(
    listener: TcpListener,
    tls: Option<Arc<ServerConfig>>,
    hosts: Hosts,
    service: Arc<S>,
    mut end: watch::Receiver<bool>,
) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let tls = tls.map(TlsAcceptor::from);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &connections) => accepted,
            // The sender is dropped with the server.
            _ = end.wait_for(|ends| *ends) => break,
        };
        let Some((stream, peer, permit)) = accepted else { continue };
        let (tls, watcher) = (tls.clone(), graceful.watcher());
        let mut service = ConnectionService {
            service: Arc::clone(&service),
            hosts,
            client: if peer.ip().is_loopback() { Client::Trusted } else { Client::Unknown },
            closes_at: Instant::now() + max_age(peer),
        };
        tokio::spawn(async move {
            match tls {
                None => handle_connection(stream, service, watcher).await,
                // In the connection's own task, so that slow handshakes do not block others.
                Some(tls) => match timeout(HANDSHAKE, tls.accept(stream)).await {
                    Ok(Ok(stream)) => {
                        // Certificates of other authorities fail the handshake.
                        let has_certificate = stream.get_ref().1.peer_certificates().is_some();
                        service.client = if has_certificate { Client::Trusted } else { Client::Unknown };
                        handle_connection(stream, service, watcher).await;
                    }
                    Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                    Err(_) => tracing::debug!("a TLS handshake timed out"),
                },
            }
            drop(permit);
        });
    }
    drop(listener);
    if timeout(DRAIN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were not answered in time; their connections are closed");
    }
}

/// Returns the age from which a connection is closed after its next answer.
fn max_age(peer: SocketAddr) -> Duration {
    // Clients choose their ports in sequence or at random, which spreads the ages.
    Duration::from_secs(MAX_AGE + u64::from(peer.port() % AGE_SPREAD))
}

/// The service of a connection.
struct ConnectionService<S> {
    service: Arc<S>,
    hosts: Hosts,
    client: Client,
    /// The instant from which the connection is closed after an answer.
    closes_at: Instant,
}

impl<S: Service> ConnectionService<S> {
    async fn answer(&self, mut request: Request<Incoming>) -> Answer {
        request.extensions_mut().insert(self.client);
        let mut answer = match self.hosts.check(&request) {
            Ok(()) => self.service.answer(request).await,
            Err(problem) => problem.answer(),
        };
        if Instant::now() >= self.closes_at {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }
}

/// Answers the requests of a connection one by one.
async fn handle_connection<S: Service>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    service: ConnectionService<S>,
    watcher: Watcher,
) {
    let progress = Progress::new();
    let (service, watched) = (Arc::new(service), progress.clone());
    let answer = service_fn(move |request| {
        let (service, progress) = (Arc::clone(&service), watched.clone());
        async move {
            progress.begin_answer();
            let answer = service.answer(request).await;
            progress.end_answer();
            Ok::<_, Infallible>(answer)
        }
    });
    let io = TokioIo::new(TimeoutStream::new(stream, Timeouts::DEFAULT, progress));
    // `TimeoutStream` enforces the timeouts.
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(MAX_BUFFERED);
    let connection = http.serve_connection(io, answer);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection ended with an error");
    }
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    // The semaphore is never closed.
    let permit = Arc::clone(connections).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => {
            // Each answer is a single write, so Nagle's algorithm would only delay it.
            let _ = stream.set_nodelay(true);
            Some((stream, peer, permit))
        }
        Err(error) => {
            tracing::warn!(%error, "a connection cannot be accepted");
            tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// Checks that the backlog holds a burst of hundreds of connections, so that no client has to retry.
    #[tokio::test]
    async fn burst_of_connections_fits_into_the_backlog() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        let connected: Vec<std::net::TcpStream> = (0..300)
            .map(|_| std::net::TcpStream::connect_timeout(&address, Duration::from_millis(900)).unwrap())
            .collect();
        for _ in &connected {
            listener.accept().await.unwrap();
        }
    }
}
