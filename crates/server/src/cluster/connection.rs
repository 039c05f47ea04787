//! How the API server of a garden is reached.

use std::error::Error;
use std::path::{Path, PathBuf};

use kube::config::{InClusterError, KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, Config};

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
