//! What a check is made under.

use clap::{Args, ValueEnum};
use rootstock_core_model::{FeatureGates, Semantics, Settings};
use rootstock_queries::Asked;
use rootstock_versioning::{Timestamp, TimestampError};

/// Whose answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum SemanticsArgument {
    /// As Gardener's documents say
    #[default]
    Documented,
    /// As Gardener v1.150 does, quirks included (see `rootstock quirks`)
    Gardener,
}

#[derive(Debug, Args)]
pub(crate) struct SettingsArguments {
    /// Whose answer is asked for
    #[arg(long, value_enum, default_value_t, value_name = "SEMANTICS")]
    semantics: SemanticsArgument,

    /// Feature gates, as Gardener takes them: NAME=true,NAME=false (defaults: CloudProfileCapabilities=true,
    /// VersionClassificationLifecycle=false, WorkerCapabilities=false)
    #[arg(long, value_name = "GATES", default_value = "", hide_default_value = true)]
    feature_gates: FeatureGates,

    /// Leave out what the extensions' mutating webhooks do before Gardener validates a profile: they write the flavors of
    /// image versions from `providerConfig` (quirk extensions_write_flavors). For landscapes that do not install them
    #[arg(long)]
    without_extension_webhooks: bool,

    /// The instant at which versions are judged: 2027-01-01T00:00:00Z (RFC 3339), or a date, which is its beginning in UTC
    /// [default: now]
    #[arg(long, value_name = "TIME", value_parser = beginning)]
    at: Option<Timestamp>,
}

impl SettingsArguments {
    /// The settings asked for. `now` is asked only when no instant was given.
    pub(crate) fn resolve(&self, now: impl FnOnce() -> Timestamp) -> Asked {
        let semantics = match self.semantics {
            SemanticsArgument::Documented => Semantics::Documented,
            SemanticsArgument::Gardener => Semantics::Gardener,
        };
        let mut settings = Settings::new(semantics, self.at.unwrap_or_else(now));
        settings.gates = self.feature_gates;
        settings.extension_webhooks = !self.without_extension_webhooks;
        Asked { semantics, settings }
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
