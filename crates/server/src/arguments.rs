//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

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

    /// Where /livez and /readyz are served
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    pub operations_address: SocketAddr,

    /// How long the server goes on as before at SIGTERM, while it says that it is not ready; SIGINT ends it without
    #[arg(long, value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    pub drain_delay: Duration,

    /// From which level on events are logged
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub log_level: LogLevel,
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
