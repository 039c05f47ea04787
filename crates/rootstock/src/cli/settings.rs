//! What a check is made under.

use clap::{Args, ValueEnum};
use rootstock_core_model::{FeatureGate, FeatureGates, Semantics, Settings};
use rootstock_versioning::Timestamp;

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

    /// The instant at which versions are judged, as RFC 3339 [default: now]
    #[arg(long, value_name = "TIME")]
    at: Option<Timestamp>,
}

impl SettingsArguments {
    /// The settings asked for. `now` is asked only when no instant was given.
    pub(crate) fn resolve(&self, now: impl FnOnce() -> Timestamp) -> Resolved {
        let semantics = match self.semantics {
            SemanticsArgument::Documented => Semantics::Documented,
            SemanticsArgument::Gardener => Semantics::Gardener,
        };
        let mut settings = Settings::new(semantics, self.at.unwrap_or_else(now));
        settings.gates = self.feature_gates;
        Resolved { semantics, settings }
    }
}

/// Settings, and whose they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resolved {
    pub(crate) semantics: Semantics,
    pub(crate) settings: Settings,
}

/// Settings as JSON answers give them.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettingsJson {
    semantics: Semantics,
    at: Timestamp,
    feature_gates: std::collections::BTreeMap<&'static str, bool>,
}

impl From<Resolved> for SettingsJson {
    fn from(resolved: Resolved) -> Self {
        let gates = FeatureGate::ALL.into_iter().map(|gate| (gate.name(), resolved.settings.gates.enabled(gate)));
        Self { semantics: resolved.semantics, at: resolved.settings.now, feature_gates: gates.collect() }
    }
}
