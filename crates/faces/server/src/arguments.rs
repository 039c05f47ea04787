//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_core_model::Semantics;
use rootstock_provider_api::Registry;
use rootstock_sources::cluster::ClusterAccess;
use rootstock_versioning::Timestamp;

use crate::failure::Failure;
use crate::tls::TlsFiles;

/// Serve what Rootstock knows about CloudProfiles and Shoots over HTTP
///
/// The profiles and Shoots come from files, or from a garden, and are watched: what changes there shows within a second. A file that
/// cannot be read is told in the log and at /api/v1/state, and the rest is served.
#[derive(Debug, Clone, Parser)]
#[command(name = "rootstock-server", version)]
pub struct Arguments {
    /// CloudProfiles and NamespacedCloudProfiles: files or directories (read recursively: .yaml, .yml, .json); may be given
    /// several times
    #[arg(long, required_unless_present = "cluster", value_name = "PATH")]
    pub profiles: Vec<PathBuf>,

    /// Shoots: files or directories; may be given several times
    #[arg(long, value_name = "PATH")]
    pub shoots: Vec<PathBuf>,

    /// Take profiles and Shoots from the garden: from the API server of the pod's own cluster, or that of --kubeconfig
    #[arg(long, conflicts_with_all = ["profiles", "shoots"])]
    pub cluster: bool,

    /// How the garden is reached [default: as a pod reaches the API server of its cluster]
    #[arg(long, value_name = "FILE", requires = "cluster", conflicts_with = "profiles")]
    pub kubeconfig: Option<PathBuf>,

    /// The context of the kubeconfig that is meant [default: its current one]
    #[arg(long, value_name = "NAME", requires = "kubeconfig")]
    pub context: Option<String>,

    /// Where the HTTP API is served: on this machine only, unless it asks for tokens (--cluster) and has a certificate
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub api_address: SocketAddr,

    /// How long the HTTP API remembers who has a token and what he may see, and lets in a token that was revoked
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub access_cache: Duration,

    /// Where the validating webhook is served, at /validate: on this machine only, unless it has a certificate
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8443")]
    pub webhook_address: SocketAddr,

    /// Where /livez and /readyz are served
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    pub operations_address: SocketAddr,

    /// The certificate of the webhook, and of an HTTP API that others reach, and those that it was signed with, as PEM. It is read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,

    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,

    /// Whose certificates the clients of the webhook must have, as PEM [default: they need none]
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_client_ca: Option<PathBuf>,

    /// How often certificate and key are looked at
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    pub tls_look_every: Duration,

    /// What the landscape is run with, and which findings the webhook denies, warns of, or says nothing about: a rootstock.toml, as
    /// `rootstock` takes it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// By whose rules the webhook judges, and questions are answered that name none [default: documented, or what --config says]
    #[arg(long, value_enum, value_name = "SEMANTICS")]
    pub semantics: Option<SemanticsChoice>,

    /// The instant at which the webhook judges versions, as RFC 3339: for reviews of the past [default: now]
    #[arg(long, value_name = "TIME")]
    pub at: Option<Timestamp>,

    /// How long the server goes on as before at SIGTERM, while it says that it is not ready; SIGINT ends it without
    #[arg(long, value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    pub drain_delay: Duration,

    /// From which level on events are logged
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub log_level: LogLevel,
}

/// By whose rules objects are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SemanticsChoice {
    /// As Gardener's documents say; what Gardener v1.150 accepts nevertheless is a warning
    Documented,
    /// As Gardener v1.150 does, quirks included
    Gardener,
}

impl From<SemanticsChoice> for Semantics {
    fn from(choice: SemanticsChoice) -> Self {
        match choice {
            SemanticsChoice::Documented => Self::Documented,
            SemanticsChoice::Gardener => Self::Gardener,
        }
    }
}

impl Arguments {
    /// The files for TLS, if there are any; without them nobody from elsewhere may reach the webhook or the HTTP API.
    pub(crate) fn tls(&self) -> Result<Option<TlsFiles>, Failure> {
        match (&self.tls_certificate, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (certificate.clone(), key.clone());
                Ok(Some(TlsFiles { certificate, key, client_authority: self.tls_client_ca.clone() }))
            }
            _ => match [self.webhook_address, self.api_address].into_iter().find(|it| !it.ip().is_loopback()) {
                Some(address) => Err(Failure::Plain { address }),
                None => Ok(None),
            },
        }
    }

    /// Whether the HTTP API may be reached from elsewhere: only where those who ask are known.
    pub(crate) fn admits_strangers(&self) -> Result<bool, Failure> {
        match (self.api_address.ip().is_loopback(), self.cluster) {
            (true, _) => Ok(false),
            (false, true) => Ok(true),
            (false, false) => Err(Failure::Open { address: self.api_address }),
        }
    }

    /// How the API server of the garden is reached.
    pub(crate) fn cluster_access(&self) -> ClusterAccess {
        match &self.kubeconfig {
            None => ClusterAccess::InCluster,
            Some(file) => ClusterAccess::File { file: file.clone(), context: self.context.clone() },
        }
    }

    /// What is asked for instead of what the configuration says of the landscape.
    pub(crate) fn landscape(&self) -> Landscape {
        Landscape { semantics: self.semantics.map(Into::into), ..Landscape::default() }
    }

    /// Reads the configuration that is named; without one nothing is weighed otherwise.
    ///
    /// # Errors
    ///
    /// When it cannot be read, and everything that is wrong with it.
    pub fn configuration(&self, registry: &Registry) -> Result<Configuration, Failure> {
        let Some(path) = &self.config else { return Ok(Configuration::default()) };
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Configuration::read(&name, &text, registry).map_err(Failure::Configuration),
            Err(reason) => Err(Failure::NoConfiguration { file: name, reason }),
        }
    }
}

/// From which level on events are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogLevel {
    /// What keeps the server from its work.
    Error,
    /// What somebody should look at.
    Warn,
    /// What happens.
    #[default]
    Info,
    /// How it happens.
    Debug,
}

/// A part of a second is enough.
fn positive_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|it| !it.is_zero()).ok_or_else(|| "must be a number of seconds above 0".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: u64 = text.parse().map_err(|_| "must be a whole number of seconds".to_owned())?;
    Ok(Duration::from_secs(seconds))
}
