//! Where profiles and Shoots come from.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::task::JoinSet;

use super::files::Files;
use super::publisher::Publisher;
use crate::clock;
use crate::cluster::Cluster;
use crate::failure::Failure;

/// How often files are looked at: a change shows within a second.
const LOOK: Duration = Duration::from_millis(500);

/// Where profiles and Shoots come from.
pub(crate) enum Source {
    /// Files, which are looked at again and again.
    Files(Files),
    /// A garden, which is watched.
    Cluster(Cluster),
}

/// Ends the watching when it is dropped.
#[derive(Debug)]
pub(crate) enum Watcher {
    Files(#[allow(dead_code, reason = "its end is what counts")] mpsc::Sender<()>),
    Cluster(#[allow(dead_code, reason = "its end is what counts")] JoinSet<()>),
}

impl Source {
    /// Reads, now and whenever something changes.
    pub(crate) fn start(self, publisher: Publisher) -> Result<Watcher, Failure> {
        match self {
            Self::Files(files) => watch_files(files, publisher).map(Watcher::Files),
            Self::Cluster(cluster) => cluster.start(publisher).map(Watcher::Cluster),
        }
    }
}

/// Looks at the files on a thread of its own.
fn watch_files(mut files: Files, publisher: Publisher) -> Result<mpsc::Sender<()>, Failure> {
    let (alive, is_alive) = mpsc::channel::<()>();
    let look = move || {
        loop {
            if let Some(garden) = files.look() {
                publisher.publish(garden);
            }
            publisher.seen(clock::now());
            if is_alive.recv_timeout(LOOK) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
        }
    };
    thread::Builder::new().name("files".to_owned()).spawn(look).map_err(Failure::Runtime)?;
    Ok(alive)
}
