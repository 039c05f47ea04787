//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_core_model::{GardenerRelease, Semantics};
use rootstock_provider_api::{ExtensionReleaseError, ExtensionReleaseSettings, Registry};
use rootstock_sources::cluster::ClusterAccess;
use rootstock_versioning::Timestamp;

use crate::failure::Failure;
use crate::origins::WebOrigin;
use crate::tls::TlsFiles;

/// Serve what Rootstock knows about CloudProfiles and Shoots over HTTP
///
/// The server reads profiles and Shoots from files or from a garden, and watches them: a change takes effect within a second. Files
/// that cannot be read are reported in the log and at /api/v1/state; the server continues with the others.
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

    /// Read profiles and Shoots from a garden: from the API server of the pod's own cluster, or that of --kubeconfig
    #[arg(long, conflicts_with_all = ["profiles", "shoots"])]
    pub cluster: bool,

    /// The kubeconfig of the garden [default: in-cluster access, as a pod]
    #[arg(long, value_name = "FILE", requires = "cluster", conflicts_with = "profiles")]
    pub kubeconfig: Option<PathBuf>,

    /// The context of the kubeconfig [default: its current context]
    #[arg(long, value_name = "NAME", requires = "kubeconfig")]
    pub context: Option<String>,

    /// The address of the HTTP API: on this machine only, unless it requires tokens (--cluster) and has a certificate
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub api_address: SocketAddr,

    /// The lifetime of cached access decisions of the HTTP API, and so the time for which a revoked token is still accepted
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub access_cache: Duration,

    /// An origin (scheme, host and port) whose web pages may read the answers of the HTTP API (CORS); may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<WebOrigin>,

    /// The address of the validating webhook, at /validate: on this machine only, unless it has a certificate
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8443")]
    pub webhook_address: SocketAddr,

    /// The address of /livez and /readyz
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    pub operations_address: SocketAddr,

    /// The certificate chain of the webhook, and of an HTTP API that others can reach, as PEM. It is reloaded when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,

    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,

    /// A certificate authority, as PEM: the webhook tells callers with a certificate of it the names of the Shoots that prevent a
    /// change, and others their number
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_client_ca: Option<PathBuf>,

    /// The interval at which certificate and key are checked for changes
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    pub tls_look_every: Duration,

    /// Serve the playground at /playground, with the WebAssembly modules of this folder: the npm package
    #[arg(long, value_name = "DIRECTORY")]
    pub playground: Option<PathBuf>,

    /// The settings of the landscape, and the findings that the webhook denies, warns about or ignores: a rootstock.toml, as for
    /// `rootstock`
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The semantics of the webhook, and of requests that do not select one [default: documented, or as in --config]
    #[arg(long, value_enum, value_name = "SEMANTICS")]
    pub semantics: Option<SemanticsChoice>,

    /// The release of Gardener that runs, for example 1.148 or 1.147.0 [default: as in --config, or else the newest one in
    /// `status.gardener.version` of the Shoots, or 1.150]
    #[arg(long, value_name = "RELEASE")]
    pub gardener: Option<GardenerRelease>,

    /// The release of a provider's extension that runs, for example aws=1.70; several as aws=1.70,azure=1.60, or given several
    /// times [default: the release that the plug-in follows, or as in --config]
    #[arg(long, value_name = "NAME=RELEASE")]
    pub extension: Vec<ExtensionReleaseSettings>,

    /// The instant at which the webhook judges versions, as RFC 3339: for reviews of the past [default: now]
    #[arg(long, value_name = "TIME")]
    pub at: Option<Timestamp>,

    /// The time for which the server continues after SIGTERM, while it reports that it is not ready; SIGINT skips it
    #[arg(long, value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    pub drain_delay: Duration,

    /// The lowest level of events in the log
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub log_level: LogLevel,
}

/// The rules by which objects are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SemanticsChoice {
    /// The rules of Gardener's documentation; objects that Gardener accepts nevertheless get a warning
    Documented,
    /// The rules of Gardener's release, quirks included
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
    /// Returns the TLS files, if any. Without them, the webhook and the HTTP API must only be reachable from this machine.
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

    /// Returns whether other machines may reach the HTTP API, which requires that it authenticates callers.
    pub(crate) fn is_api_exposed(&self) -> Result<bool, Failure> {
        match (self.api_address.ip().is_loopback(), self.cluster) {
            (true, _) => Ok(false),
            (false, true) => Ok(true),
            (false, false) => Err(Failure::Open { address: self.api_address }),
        }
    }

    /// Returns the access to the API server of the garden.
    pub(crate) fn cluster_access(&self) -> ClusterAccess {
        match &self.kubeconfig {
            None => ClusterAccess::InCluster,
            Some(file) => ClusterAccess::File { file: file.clone(), context: self.context.clone() },
        }
    }

    /// Returns the settings that override those of the configuration.
    ///
    /// # Errors
    ///
    /// Returns an error if an extension or its release is not known.
    pub(crate) fn landscape(&self, registry: &Registry) -> Result<Landscape, ExtensionReleaseError> {
        let mut extensions = ExtensionReleaseSettings::default();
        self.extension.iter().for_each(|given| extensions.extend(given));
        Ok(Landscape {
            semantics: self.semantics.map(Into::into),
            gardener: self.gardener,
            extensions: extensions.resolve(registry)?,
            ..Landscape::default()
        })
    }

    /// Reads the configuration; without --config, returns the default.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or all errors in it.
    pub fn configuration(&self, registry: &Registry) -> Result<Configuration, Failure> {
        let Some(path) = &self.config else { return Ok(Configuration::default()) };
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Configuration::read(&name, &text, registry).map_err(Failure::Configuration),
            Err(reason) => Err(Failure::NoConfiguration { file: name, reason }),
        }
    }
}

/// The lowest level of events in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogLevel {
    /// Failures that keep the server from its work.
    Error,
    /// Problems that need attention.
    Warn,
    /// Ordinary events.
    #[default]
    Info,
    /// Details.
    Debug,
}

/// Parses a positive duration in seconds, with fractions.
fn positive_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|it| !it.is_zero()).ok_or_else(|| "must be a positive number of seconds".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: u64 = text.parse().map_err(|_| "must be a whole number of seconds".to_owned())?;
    Ok(Duration::from_secs(seconds))
}
