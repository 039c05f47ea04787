//! One run of a command that judges: by what, and where the answer goes.

use rootstock_analysis::Analysis;
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;

use crate::cli::SettingsArguments;
use crate::{Streams, clock};
use rootstock_queries::Asked;

/// How profiles are given that are missing.
pub(crate) const HOW_TO_GIVE: &str = "with --profile";

/// What every step of a command needs.
pub(crate) struct Run<'r> {
    pub(crate) registry: &'r Registry,
    pub(crate) resolved: Asked,
    pub(crate) streams: &'r mut Streams,
}

impl<'r> Run<'r> {
    /// A run under the settings asked for. The clock is looked at only when no instant was given.
    pub(crate) fn new(settings: &SettingsArguments, registry: &'r Registry, streams: &'r mut Streams) -> Self {
        Self { registry, resolved: settings.resolve(clock::now), streams }
    }

    /// Semantics, feature gates and the instant.
    pub(crate) const fn settings(&self) -> Settings {
        self.resolved.settings
    }

    /// An analysis without documents.
    pub(crate) fn analysis(&self) -> Analysis {
        let mut analysis = Analysis::new(self.registry.clone(), self.settings());
        analysis.set_how_to_give(HOW_TO_GIVE);
        analysis
    }
}
