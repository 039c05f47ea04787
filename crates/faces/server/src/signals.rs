//! The signals that end the server.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;

/// The kind of a shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A graceful shutdown as Kubernetes requests it: load balancers need time to notice.
    Gently,
    /// An immediate shutdown as a user at a terminal requests it.
    Now,
}

/// The handlers of the signals that end the server.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) -> End {
        tokio::select! {
            _ = self.terminate.recv() => End::Gently,
            _ = self.interrupt.recv() => End::Now,
        }
    }
}

/// Installs the signal handlers.
pub(crate) fn end() -> Result<Signals, Failure> {
    let on = |kind| signal(kind).map_err(Failure::Signals);
    Ok(Signals { terminate: on(SignalKind::terminate())?, interrupt: on(SignalKind::interrupt())? })
}
