//! The sources of profiles and Shoots.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::task::JoinSet;

use super::files::Files;
use super::publisher::Publisher;
use crate::clock;
use crate::cluster::Cluster;
use crate::failure::Failure;

/// The polling interval of files: a change takes effect within a second.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A source of profiles and Shoots.
pub(crate) enum Source {
    /// Files, which are polled.
    Files(Files),
    /// A garden, which is watched.
    Cluster(Cluster),
}

/// A guard that stops the watching when it is dropped.
#[derive(Debug)]
pub(crate) enum Watcher {
    Files(#[allow(dead_code, reason = "its end is what counts")] mpsc::Sender<()>),
    Cluster(#[allow(dead_code, reason = "its end is what counts")] JoinSet<()>),
}

impl Source {
    /// Starts to read the source in the background, now and after each change.
    pub(crate) fn start(self, publisher: Publisher) -> Result<Watcher, Failure> {
        match self {
            Self::Files(files) => watch_files(files, publisher).map(Watcher::Files),
            Self::Cluster(cluster) => cluster.start(publisher).map(Watcher::Cluster),
        }
    }
}

/// Polls the files on a new thread.
fn watch_files(mut files: Files, publisher: Publisher) -> Result<mpsc::Sender<()>, Failure> {
    let (alive, is_alive) = mpsc::channel::<()>();
    let poll = move || {
        loop {
            if let Some(garden) = files.poll() {
                publisher.publish(garden);
            }
            publisher.seen(clock::now());
            if is_alive.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
        }
    };
    thread::Builder::new().name("files".to_owned()).spawn(poll).map_err(Failure::Runtime)?;
    Ok(alive)
}
