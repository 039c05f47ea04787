//! A garden: its API server, and what it says of profiles and Shoots.

mod backoff;
mod kind;
mod known;
mod object;
mod watching;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kube::config::{InClusterError, KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, Config};
use rootstock_analysis::configuration::Landscape;
use rootstock_provider_api::Registry;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use self::kind::Kind;
use self::known::Known;
use self::watching::{Told, Watched};
use crate::clock;
use crate::failure::Failure;
use crate::garden::source::Publisher;

/// How long is waited after a change for others that come with it.
const GATHERING: Duration = Duration::from_millis(150);
/// How many changes wait to be taken in; more keep the watches waiting.
const MOST_WAITING: usize = 1024;

/// Why it is not known how a garden is reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The server does not run in a pod, or not with a service account.
    #[error("this is not a pod with a service account ({0}): name a kubeconfig with --kubeconfig")]
    NoPod(InClusterError),
    /// The kubeconfig cannot be used.
    #[error("{}: {}", .file.display(), whole(.reason))]
    Kubeconfig {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: KubeconfigError,
    },
    /// The certificates or credentials cannot be used.
    #[error("the API server cannot be spoken to: {}", whole(.0))]
    Client(kube::Error),
}

/// An error with what it comes from: the libraries tell each only its own part.
pub(crate) fn whole(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// A client of the API server of the garden.
pub(crate) async fn connect(kubeconfig: Option<&Path>, context: Option<&str>) -> Result<Client, ClusterError> {
    let mut config = match kubeconfig {
        None => Config::incluster().map_err(ClusterError::NoPod)?,
        Some(file) => {
            let wrong = |reason| ClusterError::Kubeconfig { file: file.to_owned(), reason };
            let options = KubeConfigOptions { context: context.map(str::to_owned), ..KubeConfigOptions::default() };
            let read = Kubeconfig::read_from(file).map_err(wrong)?;
            Config::from_custom_kubeconfig(read, &options).await.map_err(wrong)?
        }
    };
    // Whoever asks knows best when to ask again.
    config.default_retry = false;
    // Programs that link another provider of cryptography as well would have to choose; whoever chose before is left alone.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::try_from(config).map_err(ClusterError::Client)
}

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
fn take_in(runtime: &Handle, mut known: Known, mut changes: Receiver<Told>, publisher: &Publisher) {
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
