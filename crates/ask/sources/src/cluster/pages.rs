//! Lists, page by page.

use std::time::Duration;

use kube::Client;
use kube::core::params::ListParams;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::access::whole;
use super::kind::Kind;
use super::object::{Detail, Object};

/// How long an API server may take for a page of a list.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Why something is not listed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The list was begun too long ago; what there is must be listed anew.
    #[error("the API server has forgotten the state that was being listed; ask again")]
    TooOld,
    /// Listing is forbidden.
    #[error("{0}")]
    Forbidden(String),
    /// The API server knows no such kind: it is not that of a garden.
    #[error("the API server knows nothing of core.gardener.cloud/v1beta1: it is not that of a garden")]
    NoGarden,
    /// The API server refuses for another reason.
    #[error("{message} ({code})")]
    Refused {
        /// What it says.
        message: String,
        /// The HTTP status.
        code: u16,
    },
    /// The API server takes longer than [`PATIENCE`].
    #[error("the API server does not answer within {} seconds", PATIENCE.as_secs())]
    Silent,
    /// What it says cannot be read.
    #[error("what the API server says cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The API server cannot be reached.
    #[error("{}", whole(.0))]
    Unreached(kube::Error),
}

impl From<kube::Error> for ListError {
    fn from(error: kube::Error) -> Self {
        let kube::Error::Api(status) = error else { return Self::Unreached(error) };
        match status.code {
            410 => Self::TooOld,
            403 => Self::Forbidden(status.message),
            404 => Self::NoGarden,
            code => Self::Refused { message: status.message, code },
        }
    }
}

/// A list of the objects of a kind, page by page.
#[derive(Debug)]
pub struct Pages {
    kind: Kind,
    detail: Detail,
    namespace: Option<String>,
    parameters: ListParams,
    /// The version of the list, as soon as all of it was handed over.
    version: Option<String>,
}

/// A page, read where it stands.
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
    /// All there are, or those of one namespace.
    #[must_use]
    pub fn new(kind: Kind, detail: Detail, namespace: Option<&str>) -> Self {
        let parameters = ListParams::default().limit(kind.page());
        Self { kind, detail, namespace: namespace.map(str::to_owned), parameters, version: None }
    }

    /// The objects of the next page; nothing after the last one.
    ///
    /// # Errors
    ///
    /// When the API server does not list them.
    pub async fn next(&mut self, client: &Client) -> Result<Option<Vec<Object>>, ListError> {
        if self.version.is_some() {
            return Ok(None);
        }
        let request = self.kind.request(self.namespace.as_deref());
        let request = request.list(&self.parameters).map_err(kube::Error::BuildRequest)?;
        let text = timeout(PATIENCE, client.request_text(request)).await.map_err(|_| ListError::Silent)??;
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

    /// The version that a watch goes on from; nothing before the last page.
    #[must_use]
    pub fn into_version(self) -> Option<String> {
        self.version
    }
}
