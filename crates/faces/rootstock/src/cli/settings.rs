//! What a check is made under.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_core_model::{FeatureGateSettings, Semantics};
use rootstock_provider_api::Registry;
use rootstock_queries::Asked;
use rootstock_versioning::{Timestamp, TimestampError};

use super::ClusterArguments;
use crate::configuration_file;
use crate::failure::Failure;

/// Whose answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SemanticsArgument {
    /// As Gardener's documents say
    Documented,
    /// As Gardener v1.150 does, quirks included (see `rootstock quirks`)
    Gardener,
}

/// What is asked of a landscape.
#[derive(Debug, Args)]
pub(crate) struct LandscapeArguments {
    /// Whose answer is asked for [default: documented, or what rootstock.toml says]
    #[arg(long, value_enum, value_name = "SEMANTICS")]
    semantics: Option<SemanticsArgument>,

    /// Feature gates, as Gardener takes them: NAME=true,NAME=false (defaults: CloudProfileCapabilities=true,
    /// VersionClassificationLifecycle=false, WorkerCapabilities=false, or what rootstock.toml says)
    #[arg(long, value_name = "GATES", default_value = "", hide_default_value = true)]
    feature_gates: FeatureGateSettings,

    /// Leave out what the extensions' mutating webhooks do before Gardener validates a profile: they write the flavors of
    /// image versions from `providerConfig` (quirk extensions_write_flavors). For landscapes that do not install them
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    without_extension_webhooks: Option<bool>,

    /// The instant at which versions are judged: 2027-01-01T00:00:00Z (RFC 3339), or a date, which is its beginning in UTC
    /// [default: now]
    #[arg(long, value_name = "TIME", value_parser = beginning)]
    at: Option<Timestamp>,
}

/// What is asked of a landscape, and where it is described.
#[derive(Debug, Args)]
pub(crate) struct SettingsArguments {
    #[command(flatten)]
    landscape: LandscapeArguments,

    /// The configuration [default: rootstock.toml in the working directory or the nearest above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Look for no configuration
    #[arg(long)]
    no_config: bool,

    #[command(flatten)]
    pub(crate) cluster: ClusterArguments,
}

impl SettingsArguments {
    /// The configuration that is in force, with what is asked for instead of what it says of the landscape.
    ///
    /// # Errors
    ///
    /// When it cannot be read, and everything that is wrong with it.
    pub(crate) fn configuration(&self, registry: &Registry) -> Result<Configuration, Failure> {
        let configuration = configuration_file::load(self.config.as_deref(), !self.no_config, registry)?;
        Ok(configuration.with_landscape(&self.landscape.said()))
    }

    /// The settings asked for, and of the others those of the landscape. `now` is asked only when no instant was given.
    pub(crate) fn resolve(&self, landscape: &Landscape, now: impl FnOnce() -> Timestamp) -> Asked {
        self.landscape.resolve(landscape, now)
    }
}

impl LandscapeArguments {
    /// The settings asked for, and of the others those of the landscape. `now` is asked only when no instant was given.
    pub(crate) fn resolve(&self, landscape: &Landscape, now: impl FnOnce() -> Timestamp) -> Asked {
        let landscape = landscape.clone().with(&self.said());
        Asked { semantics: landscape.semantics(), settings: landscape.settings(self.at.unwrap_or_else(now)) }
    }

    /// What is said here of the landscape.
    fn said(&self) -> Landscape {
        Landscape {
            semantics: self.semantics.map(|semantics| match semantics {
                SemanticsArgument::Documented => Semantics::Documented,
                SemanticsArgument::Gardener => Semantics::Gardener,
            }),
            feature_gates: self.feature_gates.clone(),
            extension_webhooks: self.without_extension_webhooks.map(|without| !without),
            profiles: Vec::new(),
        }
    }
}

/// An instant; a date alone is its first second in UTC.
pub(crate) fn beginning(text: &str) -> Result<Timestamp, String> {
    instant(text, "T00:00:00Z")
}

/// An instant; a date alone is its last second in UTC.
pub(crate) fn end(text: &str) -> Result<Timestamp, String> {
    instant(text, "T23:59:59Z")
}

fn instant(text: &str, time: &str) -> Result<Timestamp, String> {
    text.parse().or_else(|error: TimestampError| {
        format!("{text}{time}")
            .parse()
            .map_err(|_: TimestampError| format!("{error}, and no date of the form 2026-12-31"))
    })
}
