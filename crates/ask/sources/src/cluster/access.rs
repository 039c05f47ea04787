//! How the API server of a garden is reached.

use std::error::Error;
use std::path::PathBuf;

use kube::config::{InClusterError, KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, Config};

/// Where it is written how the API server is reached.
///
/// ```
/// use rootstock_sources::cluster::ClusterAccess;
///
/// let access = ClusterAccess::File { file: "garden.yaml".into(), context: Some("virtual-garden".to_owned()) };
/// assert_ne!(access, ClusterAccess::InCluster);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClusterAccess {
    /// In the service account of the pod.
    InCluster,
    /// In a kubeconfig.
    File {
        /// The kubeconfig.
        file: PathBuf,
        /// The context that is meant, instead of the current one.
        context: Option<String>,
    },
    /// Where kubectl looks: in the files that `KUBECONFIG` names, or else in `~/.kube/config`.
    Usual {
        /// The context that is meant, instead of the current one.
        context: Option<String>,
    },
}

/// Why it is not known how a garden is reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// This is not a pod, or one without a service account.
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
    /// There is no kubeconfig where kubectl looks, or it cannot be used.
    #[error("the kubeconfig of KUBECONFIG or ~/.kube/config cannot be used: {}", whole(.0))]
    Usual(KubeconfigError),
    /// The certificates or credentials cannot be used.
    #[error("the API server cannot be spoken to: {}", whole(.0))]
    Client(kube::Error),
    /// The system has no sockets or timers to spare.
    #[error("the API server cannot be spoken to: {0}")]
    Runtime(std::io::Error),
}

impl ClusterAccess {
    /// A client of the API server. Requests are not repeated: whoever asks knows best when to ask again.
    ///
    /// # Errors
    ///
    /// When what says how it is reached cannot be used. Whether anybody answers is not tried.
    pub async fn connect(&self) -> Result<Client, ClusterError> {
        let mut config = self.config().await?;
        config.default_retry = false;
        // Programs that link another provider of cryptography as well would have to choose; whoever chose before is left alone.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::try_from(config).map_err(ClusterError::Client)
    }

    async fn config(&self) -> Result<Config, ClusterError> {
        match self {
            Self::InCluster => Config::incluster().map_err(ClusterError::NoPod),
            Self::File { file, context } => {
                let wrong = |reason| ClusterError::Kubeconfig { file: file.clone(), reason };
                let read = Kubeconfig::read_from(file).map_err(wrong)?;
                Config::from_custom_kubeconfig(read, &options(context.as_ref())).await.map_err(wrong)
            }
            Self::Usual { context } => {
                let read = Kubeconfig::read().map_err(ClusterError::Usual)?;
                Config::from_custom_kubeconfig(read, &options(context.as_ref())).await.map_err(ClusterError::Usual)
            }
        }
    }
}

fn options(context: Option<&String>) -> KubeConfigOptions {
    KubeConfigOptions { context: context.cloned(), ..KubeConfigOptions::default() }
}

/// An error with what it comes from: the libraries tell each only its own part.
///
/// ```
/// let error = std::io::Error::other("the disk is full");
/// assert_eq!(rootstock_sources::cluster::whole(&error), "the disk is full");
/// ```
#[must_use]
pub fn whole(error: &dyn Error) -> String {
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
