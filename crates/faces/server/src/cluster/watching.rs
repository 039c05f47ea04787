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
use rootstock_sources::cluster::{Detail, Key, Kind, ListError, Object, PATIENCE, Pages, whole};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, sleep, timeout};

use super::backoff::Backoff;
use super::troubles::Troubles;

/// The requested duration of a watch, in seconds. Watches end regularly so that connections spread over the API server's replicas.
const WATCH_SECONDS: u32 = 240;
/// The time without a message after which a watch counts as dead; longer than [`WATCH_SECONDS`].
const SILENCE: Duration = Duration::from_secs(255);
/// The duration from which a watch counts as successful, even if it ends with an error.
const LASTING: Duration = Duration::from_secs(10);

/// A message about a kind.
#[derive(Debug)]
pub(super) struct WatchedNews {
    pub(super) kind: Kind,
    pub(super) news: News,
}

#[derive(Debug)]
pub(super) enum News {
    /// Added or changed objects.
    There(Vec<Object>),
    /// A removed object.
    Gone(Key),
    /// The keys of the complete list: remove all other objects.
    Listed(BTreeSet<Key>),
    /// No change.
    Same,
}

/// The reason why a list or a watch ended.
enum Ended {
    /// The receiver has been dropped.
    Unheard,
    /// The version is too old, so the kind must be listed again.
    TooOld,
    /// The API server refused the request, for this reason.
    Refused(String),
    /// The request failed.
    Failed(String),
}

impl Ended {
    /// Returns whether the API server answered.
    const fn is_answer(&self) -> bool {
        matches!(self, Self::TooOld | Self::Refused(_))
    }
}

impl From<ListError> for Ended {
    fn from(error: ListError) -> Self {
        match error {
            ListError::TooOld => Self::TooOld,
            ListError::Forbidden(_) | ListError::NoGarden | ListError::Refused { .. } => {
                Self::Refused(error.to_string())
            }
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for Ended {
    fn from(error: serde_json::Error) -> Self {
        ListError::from(error).into()
    }
}

/// A line of a watch. kube's own type cannot keep the object as raw text if it comes before the type.
#[derive(Deserialize)]
struct Event<'t> {
    #[serde(rename = "type")]
    what: &'t str,
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
pub(super) struct Watched {
    client: Client,
    kind: Kind,
    told: Sender<WatchedNews>,
    /// The version from which to watch; `None` until the kind has been listed.
    version: Option<String>,
    backoff: Backoff,
    /// Whether the API server answered the last request.
    is_answering: bool,
    troubles: Troubles,
}

impl Watched {
    pub(super) fn new(client: Client, kind: Kind, told: Sender<WatchedNews>) -> Self {
        Self {
            client,
            kind,
            told,
            version: None,
            backoff: Backoff::default(),
            is_answering: true,
            troubles: Troubles::default(),
        }
    }

    /// Runs until the receiver is dropped.
    pub(super) async fn run(mut self) {
        loop {
            let begun = Instant::now();
            let ended = self.go_on().await;
            let is_answering = ended.as_ref().err().is_none_or(Ended::is_answer);
            if is_answering && !self.is_answering {
                self.backoff.shorten();
            }
            self.is_answering = is_answering;
            match ended {
                Ok(()) => {}
                Err(Ended::Unheard) => return,
                Err(Ended::TooOld) => {
                    tracing::info!(kind = self.kind.name(), "the watch has expired; all objects are listed again");
                    self.version = None;
                }
                Err(Ended::Refused(why) | Ended::Failed(why)) => self.complain(&why),
            }
            if begun.elapsed() > LASTING {
                self.backoff.reset();
            }
            sleep(self.backoff.next()).await;
        }
    }

    async fn go_on(&mut self) -> Result<(), Ended> {
        let version = match self.version.clone() {
            Some(version) => version,
            None => self.list().await?,
        };
        self.watch(&version).await
    }

    /// Lists the kind page by page, and returns the version of the list.
    async fn list(&mut self) -> Result<String, Ended> {
        let mut pages = Pages::new(self.kind, Detail::Asked, None);
        let mut all = BTreeSet::new();
        while let Some(objects) = pages.next(&self.client).await? {
            all.extend(objects.iter().map(|object| object.key.clone()));
            self.tell(News::There(objects)).await?;
        }
        self.tell(News::Listed(all)).await?;
        let version = pages.into_version().unwrap_or_default();
        self.version = Some(version.clone());
        Ok(version)
    }

    /// Forwards changes until the watch ends.
    async fn watch(&mut self, version: &str) -> Result<(), Ended> {
        let parameters = WatchParams::default().timeout(WATCH_SECONDS);
        let request = self.kind.request(None).watch(&parameters, version).map_err(kube::Error::BuildRequest);
        let request = request.map_err(ListError::from)?;
        let client = self.client.clone();
        let mut lines = pin!(patiently(client.request_stream(request)).await?.lines());
        self.recover().await?;
        loop {
            let Ok(line) = timeout(SILENCE, lines.next()).await else {
                return Err(Ended::Failed("the watch sends nothing any more".to_owned()));
            };
            let Some(line) = line else { return Ok(()) };
            let line = line.map_err(|why| Ended::Failed(format!("the watch was interrupted: {}", whole(&why))))?;
            let (news, version) = self.read(&line)?;
            self.backoff.reset();
            self.tell(news).await?;
            if !version.is_empty() {
                self.version = Some(version);
            }
        }
    }

    /// Parses a line of a watch, and returns its message and version.
    fn read(&self, line: &str) -> Result<(News, String), Ended> {
        let Event { what, object } = serde_json::from_str(line)?;
        if what == "ERROR" {
            let status: Box<Status> = serde_json::from_str(object.get())?;
            return Err(ListError::from(kube::Error::Api(status)).into());
        }
        if what == "BOOKMARK" {
            let Bookmark { metadata } = serde_json::from_str(object.get())?;
            return Ok((News::Same, metadata.resource_version));
        }
        let object = Object::read(self.kind, Detail::Asked, object.get())?;
        let version = object.version.clone();
        let news = if what == "DELETED" { News::Gone(object.key) } else { News::There(vec![object]) };
        Ok((news, version))
    }

    async fn tell(&mut self, news: News) -> Result<(), Ended> {
        let told = WatchedNews { kind: self.kind, news };
        self.told.send(told).await.map_err(|_| Ended::Unheard)
    }

    /// Logs a failure, unless it is already known.
    fn complain(&mut self, why: &str) {
        if self.troubles.is_news(why) {
            tracing::warn!(kind = self.kind.name(), "the watch failed; the last known objects are served: {why}");
        }
    }

    /// Logs and reports that the API server answers again.
    async fn recover(&mut self) -> Result<(), Ended> {
        if self.troubles.are_over() {
            tracing::info!(kind = self.kind.name(), "the watch works again");
        }
        self.tell(News::Same).await
    }
}

async fn patiently<T>(asking: impl Future<Output = kube::Result<T>>) -> Result<T, Ended> {
    match timeout(PATIENCE, asking).await {
        Ok(answer) => Ok(answer.map_err(ListError::from)?),
        Err(_) => Err(ListError::Silent.into()),
    }
}
