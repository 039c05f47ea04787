//! The settings of a check.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_core_model::{ExtensionReleases, FeatureGateSettings, GardenerRelease, Semantics};
use rootstock_provider_api::{ExtensionReleaseSettings, Registry};
use rootstock_queries::QueryContext;
use rootstock_versioning::{Timestamp, TimestampError};

use super::ClusterArguments;
use crate::configuration_file;
use crate::failure::{Failure, UsageError};

/// The heading of the arguments that most commands share. The short help (`-h`) omits them.
pub(crate) const COMMON_HEADING: &str = "Common settings";

/// The semantics to judge by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SemanticsArgument {
    /// As Gardener's documentation says
    Documented,
    /// As Gardener behaves, including its quirks (see `rootstock quirks`), in the release of --gardener
    Gardener,
}

/// The settings of a landscape.
#[derive(Debug, Args)]
pub(crate) struct LandscapeArguments {
    /// Judge by Gardener's documentation or by its behavior [default: documented, or the setting in rootstock.toml]
    #[arg(long, value_enum, value_name = "SEMANTICS", help_heading = COMMON_HEADING, hide_short_help = true)]
    semantics: Option<SemanticsArgument>,

    /// The release of Gardener that runs, for example 1.148, which is its last patch, or 1.147.0: its fields, the defaults of
    /// its feature gates, and its behavior [default: the setting in rootstock.toml, the release in `status.gardener.version` of the Shoots,
    /// or 1.150]
    #[arg(long, value_name = "RELEASE", help_heading = COMMON_HEADING, hide_short_help = true)]
    gardener: Option<GardenerRelease>,

    /// The release of a provider's extension that runs, for example aws=1.70; several as aws=1.70,azure=1.60, or given several
    /// times [default: the release that the plug-in follows, or the setting in rootstock.toml]
    #[arg(long, value_name = "NAME=RELEASE", help_heading = COMMON_HEADING, hide_short_help = true)]
    extension: Vec<ExtensionReleaseSettings>,

    /// Feature gates in Gardener's syntax: NAME=true,NAME=false (defaults: those of Gardener's release, or the settings in
    /// rootstock.toml; since v1.146: CloudProfileCapabilities=true, VersionClassificationLifecycle=false, WorkerCapabilities=false)
    #[arg(long, value_name = "GATES", default_value = "", hide_default_value = true)]
    #[arg(help_heading = COMMON_HEADING, hide_short_help = true)]
    feature_gates: FeatureGateSettings,

    /// Ignore the extensions' mutating webhooks, which write the flavors of image versions from `providerConfig` before Gardener
    /// validates a profile (quirk extensions_write_flavors). For landscapes without these webhooks
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = COMMON_HEADING, hide_short_help = true)]
    without_extension_webhooks: Option<bool>,

    /// Judge versions at this instant: 2027-01-01T00:00:00Z (RFC 3339), or a date, which means 00:00 UTC [default: now]
    #[arg(long, value_name = "TIME", value_parser = beginning, help_heading = COMMON_HEADING, hide_short_help = true)]
    at: Option<Timestamp>,
}

/// The settings of a landscape, and the configuration file that describes it.
#[derive(Debug, Args)]
#[command(after_help = "--help also lists the common settings, such as --semantics, --at, --config and --cluster.")]
pub(crate) struct SettingsArguments {
    #[command(flatten)]
    landscape: LandscapeArguments,

    /// The configuration file [default: the nearest rootstock.toml in the working directory or above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", help_heading = COMMON_HEADING, hide_short_help = true)]
    config: Option<PathBuf>,

    /// Read no configuration file
    #[arg(long, help_heading = COMMON_HEADING, hide_short_help = true)]
    no_config: bool,

    #[command(flatten)]
    pub(crate) cluster: ClusterArguments,
}

impl SettingsArguments {
    /// Returns the effective configuration: the file, with its landscape settings overridden by the arguments.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or all mistakes in it.
    pub(crate) fn configuration(&self, registry: &Registry) -> Result<Configuration, Failure> {
        let configuration = configuration_file::load(self.config.as_deref(), !self.no_config, registry)?;
        let configuration = self.landscape.applied_to(configuration, registry)?;
        configuration.landscape().check().map_err(UsageError::FeatureGate)?;
        Ok(configuration)
    }

    /// Like [`configuration`](Self::configuration), with the releases before an upgrade. Returns the releases of extensions to upgrade to
    /// as well.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions.
    pub(crate) fn before_upgrade(&self, registry: &Registry) -> Result<(Configuration, ExtensionReleases), Failure> {
        let given = self.landscape.extensions();
        let extensions = given.resolve_first(registry).map_err(UsageError::Extension)?;
        let targets = given.resolve_targets(registry).map_err(UsageError::Extension)?;
        let configuration = configuration_file::load(self.config.as_deref(), !self.no_config, registry)?;
        let configuration = configuration.with_landscape(&self.landscape.with_extensions(extensions));
        // The question checks the feature gates, against all releases on the way.
        Ok((configuration, targets))
    }

    /// Returns the settings of the effective configuration. Calls `now` only if no instant was given.
    pub(crate) fn resolve(&self, landscape: &Landscape, now: impl FnOnce() -> Timestamp) -> QueryContext {
        self.landscape.resolve(landscape, now)
    }
}

impl LandscapeArguments {
    /// Returns the settings of a landscape that has those that were given. Calls `now` only if no instant was given.
    pub(crate) fn resolve(&self, landscape: &Landscape, now: impl FnOnce() -> Timestamp) -> QueryContext {
        QueryContext::of(landscape, self.at.unwrap_or_else(now))
    }

    /// Overrides the landscape settings of a configuration with the given ones.
    ///
    /// # Errors
    ///
    /// Returns an error if an extension or its release is not known.
    pub(crate) fn applied_to(
        &self,
        configuration: Configuration,
        registry: &Registry,
    ) -> Result<Configuration, UsageError> {
        Ok(configuration.with_landscape(&self.to_landscape(registry)?))
    }

    /// Returns the landscape settings that were given as arguments.
    ///
    /// # Errors
    ///
    /// Returns an error if an extension or its release is not known.
    pub(crate) fn to_landscape(&self, registry: &Registry) -> Result<Landscape, UsageError> {
        let extensions = self.extensions().resolve(registry).map_err(UsageError::Extension)?;
        Ok(self.with_extensions(extensions))
    }

    /// Returns the releases of extensions that were given.
    fn extensions(&self) -> ExtensionReleaseSettings {
        let mut extensions = ExtensionReleaseSettings::default();
        self.extension.iter().for_each(|given| extensions.extend(given));
        extensions
    }

    /// Returns the landscape settings that were given, with these releases of extensions.
    fn with_extensions(&self, extensions: ExtensionReleases) -> Landscape {
        Landscape {
            semantics: self.semantics.map(|semantics| match semantics {
                SemanticsArgument::Documented => Semantics::Documented,
                SemanticsArgument::Gardener => Semantics::Gardener,
            }),
            gardener: self.gardener,
            extensions,
            feature_gates: self.feature_gates,
            extension_webhooks: self.without_extension_webhooks.map(|without| !without),
            ..Landscape::default()
        }
    }
}

/// Parses an instant; a date alone means its first second in UTC.
pub(crate) fn beginning(text: &str) -> Result<Timestamp, String> {
    instant(text, "T00:00:00Z")
}

/// Parses an instant; a date alone means its last second in UTC.
pub(crate) fn end(text: &str) -> Result<Timestamp, String> {
    instant(text, "T23:59:59Z")
}

fn instant(text: &str, time: &str) -> Result<Timestamp, String> {
    text.parse().or_else(|error: TimestampError| {
        format!("{text}{time}")
            .parse()
            .map_err(|_: TimestampError| format!("{error}, and not a date of the form 2026-12-31"))
    })
}
