//! The reasons why the server does not start.

use std::io;
use std::net::SocketAddr;

use rootstock_analysis::configuration::ConfigurationError;
use rootstock_core_model::FeatureGateError;
use rootstock_provider_api::{ExtensionReleaseError, RegistryError};

use crate::tls::TlsError;
use rootstock_sources::cluster::ClusterError;

/// The reason why the server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The server cannot listen on an address.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The HTTP API would answer callers on other machines without authentication.
    #[error(
        "{address} can be reached from other machines, but requests would not be authenticated: listen on 127.0.0.1, or serve a \
         garden (--cluster), whose API server authenticates them"
    )]
    Open {
        /// The address.
        address: SocketAddr,
    },
    /// The webhook or the HTTP API would use plain HTTP with other machines.
    #[error(
        "{address} can be reached from other machines, but would serve plain HTTP: add --tls-certificate and --tls-key, \
         or listen on 127.0.0.1"
    )]
    Plain {
        /// The address.
        address: SocketAddr,
    },
    /// The TLS files cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The configuration file cannot be read.
    #[error("{file}: {reason}")]
    NoConfiguration {
        /// The file.
        file: String,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// A file of the playground cannot be read.
    #[error(
        "{file}: {reason}; --playground is the folder of the npm package, with module.js, rootstock.wasm and everything.wasm"
    )]
    Playground {
        /// The file.
        file: String,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The configuration has errors.
    #[error("{}", joined(.0))]
    Configuration(Vec<ConfigurationError>),
    /// The release of Gardener does not have a feature gate that is set.
    #[error(transparent)]
    FeatureGate(#[from] FeatureGateError),
    /// The release of an extension is not known.
    #[error(transparent)]
    Extension(#[from] ExtensionReleaseError),
    /// The server has no access to the garden.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The plug-ins of the program conflict with each other.
    #[error("the plug-ins cannot be used together: {0}")]
    Providers(RegistryError),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Runtime(io::Error),
    /// The signal handlers cannot be installed.
    #[error("signal handlers cannot be installed: {0}")]
    Signals(io::Error),
}

fn joined(problems: &[ConfigurationError]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
