//! Blocking access to a garden.

use std::fmt;
use std::sync::Arc;

use kube::Client;
use kube::core::params::GetParams;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::access::{ClusterAccess, ClusterError};
use super::kind::Kind;
use super::object::{Detail, Object};
use super::pages::{ListError, PAGE_TIMEOUT, Pages};

/// A blocking reader of a garden's objects.
#[derive(Clone)]
pub struct Reader {
    runtime: Arc<Runtime>,
    client: Client,
    namespace: Option<String>,
}

impl Reader {
    /// Connects to the API server. With a namespace, lists of NamespacedCloudProfiles and Shoots are limited to it.
    ///
    /// # Errors
    ///
    /// Returns an error if the configuration cannot be used. Does not contact the server.
    pub fn connect(access: &ClusterAccess, namespace: Option<&str>) -> Result<Self, ClusterError> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(ClusterError::Runtime)?;
        let client = runtime.block_on(access.connect())?;
        Ok(Self { runtime: Arc::new(runtime), client, namespace: namespace.map(str::to_owned) })
    }

    /// Lists the objects of a kind.
    #[must_use]
    pub fn list(&self, kind: Kind, detail: Detail) -> Listing {
        Listing { reader: self.clone(), pages: Some(Pages::new(kind, detail, self.namespace.as_deref())) }
    }

    /// Returns an object if it exists. CloudProfiles have no namespace.
    ///
    /// # Errors
    ///
    /// Returns an error if the API server does not return the object.
    pub fn get(&self, kind: Kind, namespace: Option<&str>, name: &str) -> Result<Option<Object>, ListError> {
        let request = kind.request(namespace).get(name, &GetParams::default()).map_err(kube::Error::BuildRequest)?;
        let asking = async { timeout(PAGE_TIMEOUT, self.client.request_text(request)).await };
        match self.runtime.block_on(asking) {
            Err(_) => Err(ListError::TimedOut),
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

/// An iterator over the pages of a list. It ends after an error.
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
