//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rootstock_analysis::configuration::Configuration;
use rootstock_core_model::Semantics;
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;

use crate::failure::Failure;
use crate::tls::TlsFiles;

/// Serve what Rootstock knows about CloudProfiles and Shoots over HTTP
///
/// The profiles and Shoots come from files, which are watched: what changes there shows within a second. A file that cannot be
/// read is told in the log and at /api/v1/state, and the rest is served.
#[derive(Debug, Clone, Parser)]
#[command(name = "rootstock-server", version)]
pub struct Arguments {
    /// CloudProfiles and NamespacedCloudProfiles: files or directories (read recursively: .yaml, .yml, .json); may be given
    /// several times
    #[arg(long, required = true, value_name = "PATH")]
    pub profiles: Vec<PathBuf>,

    /// Shoots: files or directories; may be given several times
    #[arg(long, value_name = "PATH")]
    pub shoots: Vec<PathBuf>,

    /// Where the HTTP API is served: on this machine only, for everybody who reaches it may ask
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = loopback)]
    pub api_address: SocketAddr,

    /// Where the validating webhook is served, at /validate: on this machine only, unless it has a certificate
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8443")]
    pub webhook_address: SocketAddr,

    /// Where /livez and /readyz are served
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    pub operations_address: SocketAddr,

    /// The certificate of the webhook, and those that it was signed with, as PEM. It is read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,

    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,

    /// Whose certificates the clients of the webhook must have, as PEM [default: they need none]
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_client_ca: Option<PathBuf>,

    /// Which findings the webhook denies, warns of, or says nothing about: a rootstock.toml, as `rootstock check` takes it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// By whose rules the webhook judges
    #[arg(long, value_enum, default_value_t, value_name = "SEMANTICS")]
    pub semantics: SemanticsChoice,

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SemanticsChoice {
    /// As Gardener's documents say; what Gardener v1.150 accepts nevertheless is a warning
    #[default]
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
    /// The files for TLS, if there are any; without them nobody from elsewhere may reach the webhook.
    pub(crate) fn tls(&self) -> Result<Option<TlsFiles>, Failure> {
        match (&self.tls_certificate, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (certificate.clone(), key.clone());
                Ok(Some(TlsFiles { certificate, key, client_authority: self.tls_client_ca.clone() }))
            }
            _ if self.webhook_address.ip().is_loopback() => Ok(None),
            _ => Err(Failure::Plain { address: self.webhook_address }),
        }
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

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: u64 = text.parse().map_err(|_| "must be a whole number of seconds".to_owned())?;
    Ok(Duration::from_secs(seconds))
}

fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr =
        text.parse().map_err(|_| "must be an IP address and a port: 127.0.0.1:8080".to_owned())?;
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err("must be a loopback address (127.0.0.1 or [::1]): nobody who asks is authenticated".to_owned())
    }
}
