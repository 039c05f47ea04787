//! Lists and then watches one kind, for as long as the server runs.
//!
//! kube's own watcher does not expose bookmarks, which show that the state is still current, and it resumes from a version
//! for which the API server has refused a watch with 410.

use std::collections::BTreeSet;
use std::pin::pin;
use std::time::Duration;

use futures_util::{AsyncBufReadExt as _, StreamExt as _};
use kube::Client;
use kube::core::Status;
use kube::core::params::WatchParams;
use rootstock_sources::cluster::{Detail, Key, Kind, ListError, Object, PAGE_TIMEOUT, Pages, error_chain};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, sleep, timeout};

use super::backoff::Backoff;
use super::outage::Outage;

/// The requested duration of a watch, in seconds. Watches end regularly so that connections spread over the API server's replicas.
const WATCH_SECONDS: u32 = 240;
/// The time without a message after which a watch counts as dead: API servers send a bookmark each minute.
const MAX_SILENCE: Duration = Duration::from_secs(80);
/// The duration from which a watch counts as successful, even if it ends with an error.
const MIN_SUCCESSFUL_DURATION: Duration = Duration::from_secs(10);

/// A message about a kind.
#[derive(Debug)]
pub(super) struct KindMessage {
    pub(super) kind: Kind,
    pub(super) message: WatchMessage,
}

#[derive(Debug)]
pub(super) enum WatchMessage {
    /// Added or changed objects.
    Updated(Vec<Object>),
    /// A removed object.
    Deleted(Key),
    /// The keys of the complete list: remove all other objects.
    Listed(BTreeSet<Key>),
    /// No change.
    Unchanged,
}

/// The reason why a list or a watch ended.
enum WatchEnd {
    /// The receiver has been dropped.
    ReceiverDropped,
    /// The version is too old, so the kind must be listed again.
    TooOld,
    /// The API server refused the request.
    Refused {
        why: String,
        /// The delay that it asks for.
        retry_after: Option<Duration>,
    },
    /// The request failed.
    Failed(String),
}

impl WatchEnd {
    /// Returns whether the API server answered.
    const fn is_answer(&self) -> bool {
        matches!(self, Self::TooOld | Self::Refused { .. })
    }
}

impl From<ListError> for WatchEnd {
    fn from(error: ListError) -> Self {
        match error {
            ListError::TooOld => Self::TooOld,
            ListError::Refused { retry_after, .. } => Self::Refused { why: error.to_string(), retry_after },
            ListError::Forbidden(_) | ListError::NoGarden => {
                Self::Refused { why: error.to_string(), retry_after: None }
            }
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for WatchEnd {
    fn from(error: serde_json::Error) -> Self {
        ListError::from(error).into()
    }
}

/// A line of a watch. kube's own type cannot keep the object as raw text if it comes before the type.
#[derive(Deserialize)]
struct Event<'t> {
    #[serde(rename = "type")]
    event_type: &'t str,
    #[serde(borrow)]
    object: &'t RawValue,
}

/// A message that shows that nothing has changed.
#[derive(Deserialize)]
struct Bookmark {
    #[serde(default)]
    metadata: BookmarkMetadata,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct BookmarkMetadata {
    resource_version: String,
}

/// The list and watch of one kind.
pub(super) struct KindWatcher {
    client: Client,
    kind: Kind,
    sender: Sender<KindMessage>,
    /// The version from which to watch; `None` until the kind has been listed.
    version: Option<String>,
    /// Whether the kind has ever been listed.
    is_listed: bool,
    backoff: Backoff,
    /// Whether the API server answered the last request.
    is_answering: bool,
    outage: Outage,
}

impl KindWatcher {
    pub(super) fn new(client: Client, kind: Kind, sender: Sender<KindMessage>) -> Self {
        Self {
            client,
            kind,
            sender,
            version: None,
            is_listed: false,
            backoff: Backoff::default(),
            is_answering: true,
            outage: Outage::default(),
        }
    }

    /// Runs until the receiver is dropped.
    pub(super) async fn run(mut self) {
        loop {
            let begun = Instant::now();
            let watch_end = self.list_and_watch().await;
            let is_answering = watch_end.as_ref().err().is_none_or(WatchEnd::is_answer);
            if is_answering && !self.is_answering {
                self.backoff.shorten();
            }
            self.is_answering = is_answering;
            let mut asked_delay = None;
            match watch_end {
                Ok(()) => {}
                Err(WatchEnd::ReceiverDropped) => return,
                Err(WatchEnd::TooOld) => {
                    tracing::info!(kind = self.kind.name(), "the watch has expired; all objects are listed again");
                    self.version = None;
                }
                Err(WatchEnd::Refused { why, retry_after }) => {
                    asked_delay = retry_after;
                    self.log_failure(&why);
                }
                Err(WatchEnd::Failed(why)) => self.log_failure(&why),
            }
            if begun.elapsed() > MIN_SUCCESSFUL_DURATION {
                self.backoff.reset();
            }
            sleep(self.backoff.next(asked_delay)).await;
        }
    }

    async fn list_and_watch(&mut self) -> Result<(), WatchEnd> {
        let version = match self.version.clone() {
            Some(version) => version,
            None => self.list().await?,
        };
        self.watch(&version).await
    }

    /// Lists the kind page by page, and returns the version of the list.
    async fn list(&mut self) -> Result<String, WatchEnd> {
        let mut pages = Pages::new(self.kind, Detail::Asked, None);
        let mut all = BTreeSet::new();
        while let Some(objects) = pages.next(&self.client).await? {
            all.extend(objects.iter().map(|object| object.key.clone()));
            self.forward(WatchMessage::Updated(objects)).await?;
        }
        self.forward(WatchMessage::Listed(all)).await?;
        let version = pages.into_version().unwrap_or_default();
        self.version = Some(version.clone());
        self.is_listed = true;
        Ok(version)
    }

    /// Forwards changes until the watch ends.
    async fn watch(&mut self, version: &str) -> Result<(), WatchEnd> {
        let parameters = WatchParams::default().timeout(WATCH_SECONDS);
        let request = self.kind.request(None).watch(&parameters, version).map_err(kube::Error::BuildRequest);
        let request = request.map_err(ListError::from)?;
        let client = self.client.clone();
        let mut lines = pin!(with_timeout(client.request_stream(request)).await?.lines());
        self.report_recovery().await?;
        loop {
            let Ok(line) = timeout(MAX_SILENCE, lines.next()).await else {
                return Err(WatchEnd::Failed("the watch sends nothing any more".to_owned()));
            };
            let Some(line) = line else { return Ok(()) };
            let line =
                line.map_err(|why| WatchEnd::Failed(format!("the watch was interrupted: {}", error_chain(&why))))?;
            let (message, version) = self.read(&line)?;
            self.backoff.reset();
            self.forward(message).await?;
            if !version.is_empty() {
                self.version = Some(version);
            }
        }
    }

    /// Parses a line of a watch, and returns its message and version.
    fn read(&self, line: &str) -> Result<(WatchMessage, String), WatchEnd> {
        let Event { event_type, object } = serde_json::from_str(line)?;
        if event_type == "ERROR" {
            let status: Box<Status> = serde_json::from_str(object.get())?;
            return Err(ListError::from(kube::Error::Api(status)).into());
        }
        if event_type == "BOOKMARK" {
            let Bookmark { metadata } = serde_json::from_str(object.get())?;
            return Ok((WatchMessage::Unchanged, metadata.resource_version));
        }
        let object = Object::read(self.kind, Detail::Asked, object.get())?;
        let version = object.version.clone();
        let message = if event_type == "DELETED" {
            WatchMessage::Deleted(object.key)
        } else {
            WatchMessage::Updated(vec![object])
        };
        Ok((message, version))
    }

    async fn forward(&mut self, message: WatchMessage) -> Result<(), WatchEnd> {
        let sender = KindMessage { kind: self.kind, message };
        self.sender.send(sender).await.map_err(|_| WatchEnd::ReceiverDropped)
    }

    /// Logs a failure, unless it is already known.
    fn log_failure(&mut self, why: &str) {
        if self.outage.is_new(why) {
            let served = if self.is_listed { "the last known objects are served" } else { "nothing is served yet" };
            tracing::warn!(kind = self.kind.name(), "the watch failed; {served}: {why}");
        }
    }

    /// Logs and reports that the API server answers again.
    async fn report_recovery(&mut self) -> Result<(), WatchEnd> {
        if self.outage.finish() {
            tracing::info!(kind = self.kind.name(), "the watch works again");
        }
        self.forward(WatchMessage::Unchanged).await
    }
}

async fn with_timeout<T>(request: impl Future<Output = kube::Result<T>>) -> Result<T, WatchEnd> {
    match timeout(PAGE_TIMEOUT, request).await {
        Ok(answer) => Ok(answer.map_err(ListError::from)?),
        Err(_) => Err(ListError::TimedOut.into()),
    }
}
