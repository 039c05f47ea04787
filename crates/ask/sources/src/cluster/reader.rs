//! A garden that is read once, by a program that waits for it.

use std::fmt;
use std::sync::Arc;

use kube::Client;
use kube::core::params::GetParams;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::access::{ClusterAccess, ClusterError};
use super::kind::Kind;
use super::object::{Detail, Object};
use super::pages::{ListError, PATIENCE, Pages};

/// A garden that is read once.
#[derive(Clone)]
pub struct Reader {
    runtime: Arc<Runtime>,
    client: Client,
    namespace: Option<String>,
}

impl Reader {
    /// Finds out how the API server is reached. With a namespace, lists of NamespacedCloudProfiles and Shoots are those in it.
    ///
    /// # Errors
    ///
    /// When what says how it is reached cannot be used. Whether anybody answers is not tried.
    pub fn connect(access: &ClusterAccess, namespace: Option<&str>) -> Result<Self, ClusterError> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(ClusterError::Runtime)?;
        let client = runtime.block_on(access.connect())?;
        Ok(Self { runtime: Arc::new(runtime), client, namespace: namespace.map(str::to_owned) })
    }

    /// The objects of a kind.
    #[must_use]
    pub fn list(&self, kind: Kind, detail: Detail) -> Listing {
        Listing { reader: self.clone(), pages: Some(Pages::new(kind, detail, self.namespace.as_deref())) }
    }

    /// One object, if it is there. CloudProfiles have no namespace.
    ///
    /// # Errors
    ///
    /// When the API server does not hand it out.
    pub fn get(&self, kind: Kind, namespace: Option<&str>, name: &str) -> Result<Option<Object>, ListError> {
        let request = kind.request(namespace).get(name, &GetParams::default()).map_err(kube::Error::BuildRequest)?;
        let asking = async { timeout(PATIENCE, self.client.request_text(request)).await };
        match self.runtime.block_on(asking) {
            Err(_) => Err(ListError::Silent),
            Ok(Err(kube::Error::Api(status))) if status.is_not_found() && status.reason == "NotFound" => Ok(None),
            Ok(Err(error)) => Err(error.into()),
            Ok(Ok(text)) => Ok(Some(Object::read(kind, Detail::Shown, &text)?)),
        }
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("namespace", &self.namespace).finish_non_exhaustive()
    }
}

/// The objects of a kind, page by page. Nothing comes after an error.
#[derive(Debug)]
pub struct Listing {
    reader: Reader,
    pages: Option<Pages>,
}

impl Iterator for Listing {
    type Item = Result<Vec<Object>, ListError>;

    fn next(&mut self) -> Option<Self::Item> {
        let page = self.reader.runtime.block_on(self.pages.as_mut()?.next(&self.reader.client));
        if page.is_err() {
            self.pages = None;
        }
        page.transpose()
    }
}
