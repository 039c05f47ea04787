//! Paginated lists.

use std::time::Duration;

use kube::Client;
use kube::core::params::ListParams;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::access::error_chain;
use super::kind::{Detail, Kind};
use super::object::Object;

/// The timeout for a page of a list.
pub const PAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// The reason why listing failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The list was started too long ago and must be restarted.
    #[error("the list has expired on the API server; try again")]
    TooOld,
    /// Listing is forbidden.
    #[error("{0}")]
    Forbidden(String),
    /// The API server does not know the kind: it does not belong to a garden.
    #[error("the API server does not serve core.gardener.cloud/v1beta1: it does not belong to a garden")]
    NoGarden,
    /// The API server refuses the request for another reason.
    #[error("{message} ({code})")]
    Refused {
        /// The server's message.
        message: String,
        /// The HTTP status.
        code: u16,
        /// The delay after which the server asks to try again.
        retry_after: Option<Duration>,
    },
    /// The API server did not respond within [`PAGE_TIMEOUT`].
    #[error("the API server did not respond within {} seconds", PAGE_TIMEOUT.as_secs())]
    TimedOut,
    /// The response cannot be decoded.
    #[error("the response of the API server cannot be decoded: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The API server cannot be reached.
    #[error("{}", error_chain(.0))]
    Unreachable(kube::Error),
}

impl From<kube::Error> for ListError {
    fn from(error: kube::Error) -> Self {
        let kube::Error::Api(status) = error else { return Self::Unreachable(error) };
        match status.code {
            410 => Self::TooOld,
            403 => Self::Forbidden(status.message),
            404 => Self::NoGarden,
            code => {
                let seconds = status.details.map(|details| u64::from(details.retry_after_seconds));
                let retry_after = seconds.filter(|seconds| *seconds > 0).map(Duration::from_secs);
                Self::Refused { message: status.message, code, retry_after }
            }
        }
    }
}

/// A paginated list of the objects of a kind.
#[derive(Debug)]
pub struct Pages {
    kind: Kind,
    detail: Detail,
    namespace: Option<String>,
    parameters: ListParams,
    /// The resource version of the list, once all pages have been returned.
    version: Option<String>,
}

/// A page, borrowing from the response.
#[derive(Deserialize)]
struct Page<'t> {
    #[serde(default)]
    metadata: PageMetadata,
    #[serde(borrow, default)]
    items: Option<Vec<&'t RawValue>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct PageMetadata {
    resource_version: String,
    r#continue: String,
}

impl Pages {
    /// Creates a list of all objects, or of those in a namespace.
    #[must_use]
    pub fn new(kind: Kind, detail: Detail, namespace: Option<&str>) -> Self {
        let parameters = ListParams::default().limit(kind.page());
        Self { kind, detail, namespace: namespace.map(str::to_owned), parameters, version: None }
    }

    /// Returns the objects of the next page; `None` after the last page.
    ///
    /// # Errors
    ///
    /// Returns an error if the API server does not list them.
    pub async fn next(&mut self, client: &Client) -> Result<Option<Vec<Object>>, ListError> {
        if self.version.is_some() {
            return Ok(None);
        }
        let request = self.kind.request(self.namespace.as_deref());
        let request = request.list(&self.parameters).map_err(kube::Error::BuildRequest)?;
        let text = timeout(PAGE_TIMEOUT, client.request_text(request)).await.map_err(|_| ListError::TimedOut)??;
        let page: Page<'_> = serde_json::from_str(&text)?;
        let items = page.items.into_iter().flatten();
        let objects = items.map(|item| Object::read(self.kind, self.detail, item.get())).collect::<Result<_, _>>()?;
        if page.metadata.r#continue.is_empty() {
            self.version = Some(page.metadata.resource_version);
        } else {
            self.parameters.continue_token = Some(page.metadata.r#continue);
        }
        Ok(Some(objects))
    }

    /// Returns the resource version for starting a watch; `None` before the last page.
    #[must_use]
    pub fn into_version(self) -> Option<String> {
        self.version
    }
}
