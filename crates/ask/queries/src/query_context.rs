//! The semantics and settings that a question is asked under, and the profile that it is about.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_analysis::configuration::Landscape;
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{
    FeatureGate, FeatureGateSettings, GardenerRelease, Release, ReleaseSource, Semantics, Settings,
};
use rootstock_judge::CompiledProfile;
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;
use serde::Serialize;

/// The semantics, instant and feature gates that a question is asked under.
#[derive(Debug, Clone, Copy)]
pub struct QueryContext {
    /// The semantics to answer under.
    pub semantics: Semantics,
    /// The semantics as single switches, with the instant and the feature gates.
    pub settings: Settings,
    /// The source of the release of Gardener in the settings.
    pub gardener_source: ReleaseSource,
    /// Whether a release of Gardener was set or is named by Shoots, even if it is the newest known release.
    pub is_gardener_set: bool,
    /// The feature gates that were set, whatever their defaults.
    pub feature_gates: FeatureGateSettings,
}

impl QueryContext {
    /// Returns the settings for `semantics` at an instant, under the default feature gates.
    #[must_use]
    pub fn new(semantics: Semantics, at: Timestamp) -> Self {
        Self::with_settings(semantics, Settings::new(semantics, at))
    }

    /// Returns the context for settings that no Shoot has a part in. Whatever differs from the defaults counts as set.
    #[must_use]
    pub fn with_settings(semantics: Semantics, settings: Settings) -> Self {
        Self {
            semantics,
            settings,
            gardener_source: ReleaseSource::Settings,
            is_gardener_set: settings.gardener != GardenerRelease::NEWEST,
            feature_gates: FeatureGateSettings::between(settings.gardener, settings.gates),
        }
    }

    /// Returns the settings of a landscape at an instant.
    #[must_use]
    pub fn of(landscape: &Landscape, at: Timestamp) -> Self {
        Self {
            gardener_source: landscape.gardener_source,
            is_gardener_set: landscape.gardener.is_some(),
            feature_gates: landscape.feature_gates,
            ..Self::with_settings(landscape.semantics(), landscape.settings(at))
        }
    }

    /// Returns a sentence, without a full stop, for each release of Gardener and of extensions that is newer than the known ones, and so
    /// answered like the newest of these.
    #[must_use]
    pub fn unknown_releases(&self, registry: &Registry) -> Vec<String> {
        let gardener = self.settings.gardener.unknown_note();
        gardener.into_iter().chain(registry.newer_than_known(&self.settings.extensions)).collect()
    }

    /// Returns every feature gate, and whether it is enabled.
    pub(crate) fn gates(self) -> BTreeMap<&'static str, bool> {
        FeatureGate::ALL.into_iter().map(|gate| (gate.name(), self.settings.gates.enabled(gate))).collect()
    }
}

/// A profile and the settings to ask about it under.
#[derive(Debug, Clone, Copy)]
pub struct ProfileInput<'a> {
    /// The profile, held by the analysis as Gardener stores it.
    pub profile: &'a Profile,
    /// The settings to ask under.
    pub asked: QueryContext,
}

impl ProfileInput<'_> {
    pub(crate) fn compiled(&self) -> Result<Arc<CompiledProfile>, TooLarge> {
        self.profile.compiled(self.asked.settings.gates)
    }
}

/// The settings that an answer was given under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedSettings {
    /// The semantics of the answer.
    pub semantics: Semantics,
    /// The release of Gardener; absent if it is the newest one that is known, and no Shoot names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<Release>,
    /// The source of that release; absent if the settings name it.
    #[serde(skip_serializing_if = "ReleaseSource::is_settings")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub gardener_from: ReleaseSource,
    /// The releases of the extensions that run, by provider; absent ones are those that the plug-ins follow.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub extensions: BTreeMap<&'static str, Release>,
    /// The instant at which versions are classified.
    pub at: Timestamp,
    /// Every feature gate, and whether it is enabled.
    pub feature_gates: BTreeMap<&'static str, bool>,
    /// Whether the effects of the extensions' mutating webhooks were left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_extension_webhooks: bool,
}

impl From<QueryContext> for AppliedSettings {
    fn from(asked: QueryContext) -> Self {
        Self {
            semantics: asked.semantics,
            gardener: (asked.settings.gardener != GardenerRelease::NEWEST || !asked.gardener_source.is_settings())
                .then(|| asked.settings.gardener.release()),
            gardener_from: asked.gardener_source,
            extensions: asked.settings.extensions.iter().collect(),
            at: asked.settings.now,
            feature_gates: asked.gates(),
            without_extension_webhooks: !asked.settings.extension_webhooks,
        }
    }
}
