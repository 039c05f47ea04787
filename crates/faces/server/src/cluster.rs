//! Profiles and Shoots from the API server of a garden.

mod backoff;
mod kind_watcher;
mod known;
mod outage;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kube::Client;
use rootstock_analysis::configuration::Landscape;
use rootstock_provider_api::Registry;
use rootstock_sources::cluster::Kind;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use self::kind_watcher::{KindMessage, KindWatcher};
use self::known::Known;
use crate::clock;
use crate::failure::Failure;
use crate::garden::publisher::Publisher;

/// The time for which further changes are collected after a change.
const BATCH_WINDOW: Duration = Duration::from_millis(150);
/// The capacity of the queue of changes; the watches wait while it is full.
const QUEUE_CAPACITY: usize = 1024;

/// A garden as a source of profiles and Shoots.
pub(crate) struct Cluster {
    pub(crate) client: Client,
    pub(crate) landscape: Landscape,
    pub(crate) registry: Arc<Registry>,
}

impl Cluster {
    /// Starts the watches, which end when the returned set is dropped.
    pub(crate) fn start(self, publisher: Publisher) -> Result<JoinSet<()>, Failure> {
        let (message, changes) = mpsc::channel(QUEUE_CAPACITY);
        let mut watches = JoinSet::new();
        for kind in Kind::ALL {
            watches.spawn(KindWatcher::new(self.client.clone(), kind, message.clone()).run());
        }
        let known = Known::new(self.landscape, self.registry);
        let runtime = Handle::current();
        // On its own thread, because parsing profiles takes too long for an async task.
        let apply_messages = move || apply_messages(&runtime, known, changes, &publisher);
        thread::Builder::new().name("cluster".to_owned()).spawn(apply_messages).map_err(Failure::Runtime)?;
        Ok(watches)
    }
}

/// Processes changes until the watches end, and publishes each new state.
fn apply_messages(runtime: &Handle, mut known: Known, mut changes: Receiver<KindMessage>, publisher: &Publisher) {
    let mut is_published = false;
    while let Some(message) = changes.blocking_recv() {
        let mut has_changed = known.take(message);
        let end = Instant::now() + BATCH_WINDOW;
        while let Ok(Some(message)) = runtime.block_on(async { timeout_at(end, changes.recv()).await }) {
            has_changed |= known.take(message);
        }
        // Publish nothing before everything has been listed: missing objects would seem not to exist.
        let Some(seen) = known.seen() else { continue };
        if has_changed || !is_published {
            is_published = true;
            publisher.publish(known.garden(clock::now()));
        }
        publisher.seen(seen);
    }
}
