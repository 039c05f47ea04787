//! A garden: its API server, and what it says of profiles and Shoots.

mod backoff;
mod known;
mod troubles;
mod watching;

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

use self::known::Known;
use self::watching::{Watched, WatchedNews};
use crate::clock;
use crate::failure::Failure;
use crate::garden::publisher::Publisher;

/// How long is waited after a change for others that come with it.
const GATHERING: Duration = Duration::from_millis(150);
/// How many changes wait to be taken in; more keep the watches waiting.
const MOST_WAITING: usize = 1024;

/// Profiles and Shoots of a garden.
pub(crate) struct Cluster {
    pub(crate) client: Client,
    pub(crate) landscape: Landscape,
    pub(crate) registry: Arc<Registry>,
}

impl Cluster {
    /// Watches until what is returned is dropped.
    pub(crate) fn start(self, publisher: Publisher) -> Result<JoinSet<()>, Failure> {
        let (told, changes) = mpsc::channel(MOST_WAITING);
        let mut watches = JoinSet::new();
        for kind in Kind::ALL {
            watches.spawn(Watched::new(self.client.clone(), kind, told.clone()).run());
        }
        let known = Known::new(self.landscape, self.registry);
        let runtime = Handle::current();
        // On a thread of its own: reading profiles takes longer than others should wait.
        let take_in = move || take_in(&runtime, known, changes, &publisher);
        thread::Builder::new().name("cluster".to_owned()).spawn(take_in).map_err(Failure::Runtime)?;
        Ok(watches)
    }
}

/// Takes in what is told until nobody tells any more, and publishes what comes of it.
fn take_in(runtime: &Handle, mut known: Known, mut changes: Receiver<WatchedNews>, publisher: &Publisher) {
    let mut is_published = false;
    while let Some(told) = changes.blocking_recv() {
        let mut has_changed = known.take(told);
        let end = Instant::now() + GATHERING;
        while let Ok(Some(told)) = runtime.block_on(async { timeout_at(end, changes.recv()).await }) {
            has_changed |= known.take(told);
        }
        // Until everything was listed once nothing is said: what is missing would be taken for what is not there.
        let Some(seen) = known.seen() else { continue };
        if has_changed || !is_published {
            is_published = true;
            publisher.publish(known.garden(clock::now()));
        }
        publisher.seen(seen);
    }
}
