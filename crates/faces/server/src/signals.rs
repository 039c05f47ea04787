//! How the server is told to end.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;

/// How fast it is to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// As Kubernetes asks: others still have to be told.
    Gently,
    /// As somebody at a terminal asks.
    Now,
}

/// The signals that end the server.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Waits for the next one.
    pub(crate) async fn next(&mut self) -> End {
        tokio::select! {
            _ = self.terminate.recv() => End::Gently,
            _ = self.interrupt.recv() => End::Now,
        }
    }
}

/// Starts to listen for them.
pub(crate) fn end() -> Result<Signals, Failure> {
    let on = |kind| signal(kind).map_err(Failure::Signals);
    Ok(Signals { terminate: on(SignalKind::terminate())?, interrupt: on(SignalKind::interrupt())? })
}
