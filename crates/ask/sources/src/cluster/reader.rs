//! Blocking access to a garden.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kube::Client;
use kube::core::params::GetParams;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::access::{ClusterAccess, ClusterError, client, root_cause};
use super::kind::{API_VERSION, Detail, Kind};
use super::object::Object;
use super::pages::{ListError, PAGE_TIMEOUT, Pages};

/// The timeout for the first answer of an API server.
const CONTACT_TIMEOUT: Duration = Duration::from_secs(15);

/// A blocking reader of a garden's objects.
#[derive(Clone)]
pub struct Reader {
    runtime: Arc<Runtime>,
    client: Client,
    context_namespace: Option<String>,
    namespace: Option<String>,
}

impl Reader {
    /// Connects to the API server.
    ///
    /// # Errors
    ///
    /// Returns an error if the configuration cannot be used, or the server does not answer as one of a garden.
    pub fn connect(access: &ClusterAccess) -> Result<Self, ClusterError> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(ClusterError::Runtime)?;
        let (client, namespace) = runtime.block_on(async {
            let config = access.config().await?;
            let (address, namespace) = (config.cluster_url.to_string(), config.default_namespace.clone());
            let client = client(config)?;
            contact(&client).await.map_err(|reason| ClusterError::Unusable { address, reason })?;
            Ok::<_, ClusterError>((client, namespace))
        })?;
        // Contexts without a namespace have this one, which is not that of a project.
        let context_namespace = Some(namespace).filter(|namespace| namespace != "default");
        Ok(Self { runtime: Arc::new(runtime), client, context_namespace, namespace: None })
    }

    /// Returns the namespace of the kubeconfig's context, if it has one.
    #[must_use]
    pub fn context_namespace(&self) -> Option<&str> {
        self.context_namespace.as_deref()
    }

    /// Limits lists of NamespacedCloudProfiles and Shoots to a namespace; `None` lists those of all namespaces.
    #[must_use]
    pub fn in_namespace(self, namespace: Option<&str>) -> Self {
        Self { namespace: namespace.map(str::to_owned), ..self }
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

/// Asks the server for Gardener's resources. Returns the reason why they cannot be read, as a verb phrase.
async fn contact(client: &Client) -> Result<(), String> {
    let asking = async { timeout(CONTACT_TIMEOUT, client.list_api_group_resources(API_VERSION)).await };
    match asking.await {
        // Only the lists themselves show whether the user may read them.
        Ok(Ok(_)) => Ok(()),
        Ok(Err(kube::Error::Api(status))) => match status.code {
            403 => Ok(()),
            401 => Err(format!("does not accept the credentials: {}", status.message)),
            404 => Err(format!("does not serve {API_VERSION}: it does not belong to a garden")),
            code => Err(format!("answers with {code}: {}", status.message)),
        },
        Ok(Err(error)) => Err(format!("cannot be reached: {}", root_cause(&error))),
        Err(_) => Err(format!("did not respond within {} seconds", CONTACT_TIMEOUT.as_secs())),
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
