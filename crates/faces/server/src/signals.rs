//! The signals that end the server.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;

/// The kind of a shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shutdown {
    /// A graceful shutdown as Kubernetes requests it: load balancers need time to notice.
    Graceful,
    /// An immediate shutdown as a user at a terminal requests it.
    Immediate,
}

/// The handlers of the signals that end the server.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) -> Shutdown {
        tokio::select! {
            _ = self.terminate.recv() => Shutdown::Graceful,
            _ = self.interrupt.recv() => Shutdown::Immediate,
        }
    }
}

/// Installs the signal handlers.
pub(crate) fn install_handlers() -> Result<Signals, Failure> {
    let on = |kind| signal(kind).map_err(Failure::Signals);
    Ok(Signals { terminate: on(SignalKind::terminate())?, interrupt: on(SignalKind::interrupt())? })
}
