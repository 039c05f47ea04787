//! Timeouts of connections: a stream that fails when its client makes no progress.
//!
//! hyper's own timers do not distinguish an idle client from one that sends its request byte by byte.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// The timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeouts {
    /// The wait for the next request. API servers keep connections for 90 s; a server that closes them first can lose a request.
    pub(crate) idle: Duration,
    /// The wait for the head of a request, from its first byte.
    pub(crate) head: Duration,
    /// The wait for a client that does not receive its answer.
    pub(crate) write: Duration,
}

impl Timeouts {
    /// The default timeouts.
    pub(crate) const DEFAULT: Self =
        Self { idle: Duration::from_secs(120), head: Duration::from_secs(10), write: Duration::from_secs(20) };
}

/// The phase of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Waiting for the first byte of a request, since this instant.
    Idle(Instant),
    /// Waiting for the rest of the request's head, since this instant.
    Head(Instant),
    /// Answering the request. The service itself limits the time for the body.
    Answering,
}

/// The phase of a connection, shared by its stream and its service.
#[derive(Debug, Clone)]
pub(crate) struct Progress(Arc<Mutex<Phase>>);

impl Progress {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Phase::Idle(Instant::now()))))
    }

    fn get(&self) -> Phase {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Records that the head of a request has arrived.
    pub(crate) fn begin_answer(&self) {
        self.set(Phase::Answering);
    }

    /// Records that the answer is ready.
    pub(crate) fn end_answer(&self) {
        self.set(Phase::Idle(Instant::now()));
    }
}

/// A stream that fails when its client makes no progress.
pub(crate) struct TimeoutStream<S> {
    stream: S,
    time_limits: Timeouts,
    progress: Progress,
    reading: Pin<Box<Sleep>>,
    writing: Option<Pin<Box<Sleep>>>,
}

impl<S> TimeoutStream<S> {
    pub(crate) fn new(stream: S, time_limits: Timeouts, progress: Progress) -> Self {
        let reading = Box::pin(sleep_until(Instant::now() + time_limits.idle));
        Self { stream, time_limits, progress, reading, writing: None }
    }

    /// Polls the write timeout. Returns whether it has expired.
    fn is_write_timed_out(&mut self, context: &mut Context<'_>) -> bool {
        let limit = self.time_limits.write;
        let timer = self.writing.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + limit)));
        timer.as_mut().poll(context).is_ready()
    }
}

fn too_slow() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the client is too slow")
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        if let Poll::Ready(done) = Pin::new(&mut self.stream).poll_read(context, into) {
            if into.filled().len() > before
                && let Phase::Idle(_) = self.progress.get()
            {
                self.progress.set(Phase::Head(Instant::now()));
            }
            return Poll::Ready(done);
        }
        let deadline = match self.progress.get() {
            Phase::Idle(since) => since + self.time_limits.idle,
            Phase::Head(since) => since + self.time_limits.head,
            Phase::Answering => return Poll::Pending,
        };
        if self.reading.deadline() != deadline {
            self.reading.as_mut().reset(deadline);
        }
        ready!(self.reading.as_mut().poll(context));
        Poll::Ready(Err(too_slow()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Pending if self.is_write_timed_out(context) => Poll::Ready(Err(too_slow())),
            Poll::Pending => Poll::Pending,
            written => {
                self.writing = None;
                written
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    /// Returns the time until a stream fails, and its error.
    async fn waited(stream: &mut TimeoutStream<tokio::io::DuplexStream>) -> (Duration, io::ErrorKind) {
        let start = Instant::now();
        let mut bytes = Vec::new();
        let error = stream.read_to_end(&mut bytes).await.unwrap_err();
        (start.elapsed(), error.kind())
    }

    #[tokio::test(start_paused = true)]
    async fn idle_clients_are_kept_longer_than_stalled_ones() {
        let (_client, server) = duplex(64);
        let mut stream = TimeoutStream::new(server, Timeouts::DEFAULT, Progress::new());
        assert_eq!(waited(&mut stream).await, (Timeouts::DEFAULT.idle, io::ErrorKind::TimedOut));

        let (mut client, server) = duplex(64);
        let mut stream = TimeoutStream::new(server, Timeouts::DEFAULT, Progress::new());
        let trickle = tokio::spawn(async move {
            while client.write_all(b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(3)).await;
            }
        });
        assert_eq!(waited(&mut stream).await, (Timeouts::DEFAULT.head, io::ErrorKind::TimedOut));
        drop(stream);
        trickle.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn no_read_timeout_applies_while_a_request_is_answered() {
        let (_client, server) = duplex(64);
        let progress = Progress::new();
        let mut stream = TimeoutStream::new(server, Timeouts::DEFAULT, progress.clone());
        progress.begin_answer();
        let mut bytes = [0; 8];
        let read = tokio::time::timeout(Timeouts::DEFAULT.idle * 2, stream.read(&mut bytes));
        assert!(read.await.is_err());
        progress.end_answer();
        assert_eq!(waited(&mut stream).await, (Timeouts::DEFAULT.idle, io::ErrorKind::TimedOut));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_not_received_times_out() {
        let (_client, server) = duplex(64);
        let mut stream = TimeoutStream::new(server, Timeouts::DEFAULT, Progress::new());
        let start = Instant::now();
        let error = stream.write_all(&[0; 1000]).await.unwrap_err();
        assert_eq!((start.elapsed(), error.kind()), (Timeouts::DEFAULT.write, io::ErrorKind::TimedOut));
    }
}
