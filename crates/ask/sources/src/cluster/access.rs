//! Access to the API server of a garden.

use std::error::Error;
use std::path::PathBuf;

use kube::client::AuthError;
use kube::config::{ExecConfig, InClusterError, KubeConfigOptions, Kubeconfig, KubeconfigError};
use kube::{Client, Config};

/// The source of the address and the credentials of the API server.
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
    /// The service account of the pod.
    InCluster,
    /// A kubeconfig.
    File {
        /// The file.
        file: PathBuf,
        /// The context to use instead of the current one.
        context: Option<String>,
    },
    /// The files that kubectl uses: those in `KUBECONFIG`, or else `~/.kube/config`.
    DefaultKubeconfig {
        /// The context to use instead of the current one.
        context: Option<String>,
    },
    /// Another access, with the rights of another user, as with `--as` of kubectl.
    Impersonated {
        /// The access whose user may impersonate others.
        access: Box<Self>,
        /// The user to act as.
        user: String,
        /// The groups to act as.
        groups: Vec<String>,
    },
}

/// The reason why a garden cannot be accessed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The program does not run in a pod, or the pod has no service account.
    #[error("not running in a pod with a service account ({0}); name a kubeconfig with --kubeconfig")]
    NoPod(InClusterError),
    /// The kubeconfig cannot be used.
    #[error("{}: {}", .file.display(), error_chain(.reason))]
    Kubeconfig {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: KubeconfigError,
    },
    /// The kubeconfig that kubectl would use is missing or cannot be used.
    #[error("the kubeconfig from KUBECONFIG or ~/.kube/config cannot be used: {}", error_chain(.0))]
    DefaultKubeconfig(KubeconfigError),
    /// The certificates or credentials cannot be used.
    #[error("no client for the API server can be created: {}", error_chain(.0))]
    Client(kube::Error),
    /// The program that the kubeconfig names for credentials does not provide any.
    #[error("the program `{command}`, which the kubeconfig names for credentials, {reason}")]
    Credentials {
        /// The program.
        command: String,
        /// The failure, and how to install the program.
        reason: String,
    },
    /// The API server does not answer as one of a garden.
    #[error("the API server at {address} {reason}")]
    Unusable {
        /// The address.
        address: String,
        /// The reason, as a verb phrase.
        reason: String,
    },
    /// The system has no sockets or timers left.
    #[error("no client for the API server can be created: {0}")]
    Runtime(std::io::Error),
}

impl ClusterAccess {
    /// Creates a client of the API server. It does not retry requests: the caller knows best when to ask again.
    ///
    /// # Errors
    ///
    /// Returns an error if the configuration cannot be used. Does not contact the server.
    pub async fn connect(&self) -> Result<Client, ClusterError> {
        client(self.config().await?)
    }

    pub(super) async fn config(&self) -> Result<Config, ClusterError> {
        match self {
            Self::Impersonated { access, user, groups } => {
                let mut config = Box::pin(access.config()).await?;
                config.auth_info.impersonate = Some(user.clone());
                config.auth_info.impersonate_groups = Some(groups.clone()).filter(|groups| !groups.is_empty());
                Ok(config)
            }
            Self::InCluster => Config::incluster().map_err(ClusterError::NoPod),
            Self::File { file, context } => {
                let wrong = |reason| ClusterError::Kubeconfig { file: file.clone(), reason };
                let read = Kubeconfig::read_from(file).map_err(wrong)?;
                Config::from_custom_kubeconfig(read, &options(context.as_ref())).await.map_err(wrong)
            }
            Self::DefaultKubeconfig { context } => {
                let read = Kubeconfig::read().map_err(ClusterError::DefaultKubeconfig)?;
                Config::from_custom_kubeconfig(read, &options(context.as_ref()))
                    .await
                    .map_err(ClusterError::DefaultKubeconfig)
            }
        }
    }
}

/// Creates a client with a configuration.
pub(super) fn client(mut config: Config) -> Result<Client, ClusterError> {
    config.default_retry = false;
    // A program that links several cryptography providers must choose one; do not override its choice.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let exec = config.auth_info.exec.clone();
    Client::try_from(config).map_err(|error| match (error, exec) {
        (kube::Error::Auth(error), Some(exec)) => credentials_error(&error, exec),
        (error, _) => ClusterError::Client(error),
    })
}

fn credentials_error(error: &AuthError, exec: ExecConfig) -> ClusterError {
    let command = exec.command.unwrap_or_default();
    let hint = exec.install_hint.map(|hint| format!(": {}", hint.trim())).unwrap_or_default();
    let reason = match error {
        AuthError::AuthExecStart(why) => format!("cannot be started: {why}{hint}"),
        AuthError::AuthExecRun { out, .. } => {
            format!("failed ({}): {}", out.status, String::from_utf8_lossy(&out.stderr).trim())
        }
        other => format!("provides no usable credentials: {}", error_chain(other)),
    };
    ClusterError::Credentials { command, reason }
}

fn options(context: Option<&String>) -> KubeConfigOptions {
    KubeConfigOptions { context: context.cloned(), ..KubeConfigOptions::default() }
}

/// Returns the innermost source of an error, which is the most specific one.
pub(super) fn root_cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// Formats an error with its sources, because each library reports only its own part.
///
/// ```
/// let error = std::io::Error::other("the disk is full");
/// assert_eq!(rootstock_sources::cluster::error_chain(&error), "the disk is full");
/// ```
#[must_use]
pub fn error_chain(error: &dyn Error) -> String {
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
