//! Why the server does not run.

use std::io;
use std::net::SocketAddr;

use rootstock_analysis::configuration::ConfigurationError;
use rootstock_provider_api::RegistryError;

use crate::tls::TlsError;
use rootstock_sources::cluster::ClusterError;

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// An address cannot be listened on.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        reason: io::Error,
    },
    /// The HTTP API would answer everybody.
    #[error(
        "{address} can be reached from other machines, and nobody who asks there is authenticated: listen on 127.0.0.1, or serve a \
         garden (--cluster), which knows who asks"
    )]
    Open {
        /// The address.
        address: SocketAddr,
    },
    /// The webhook or the HTTP API would speak plain HTTP to other machines.
    #[error(
        "{address} can be reached from other machines, and would speak plain HTTP: add --tls-certificate and --tls-key, \
         or listen on 127.0.0.1"
    )]
    Plain {
        /// The address.
        address: SocketAddr,
    },
    /// What is wrong with the certificate of the webhook.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The configuration cannot be read.
    #[error("{file}: {reason}")]
    NoConfiguration {
        /// The file.
        file: String,
        /// Why not.
        reason: io::Error,
    },
    /// What is wrong with the configuration.
    #[error("{}", one_after_the_other(.0))]
    Configuration(Vec<ConfigurationError>),
    /// The way to the garden is not known.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The plug-ins of the program contradict each other.
    #[error("the plug-ins cannot be used together: {0}")]
    Providers(RegistryError),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Runtime(io::Error),
    /// The signals that end the server cannot be waited for.
    #[error("signals cannot be waited for: {0}")]
    Signals(io::Error),
}

fn one_after_the_other(problems: &[ConfigurationError]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
