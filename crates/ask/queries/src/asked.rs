//! Whose answer is asked for, and of which profile.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{FeatureGate, Semantics, Settings};
use rootstock_judge::CompiledProfile;
use rootstock_versioning::Timestamp;
use serde::Serialize;

/// Whose answer is asked for, at which instant, under which feature gates.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// Whose answer it is.
    pub semantics: Semantics,
    /// The same in single switches, with the instant and the gates.
    pub settings: Settings,
}

impl Asked {
    /// Under the default feature gates.
    #[must_use]
    pub fn new(semantics: Semantics, at: Timestamp) -> Self {
        Self { semantics, settings: Settings::new(semantics, at) }
    }
}

/// A profile, and whose answer is asked for.
#[derive(Debug, Clone, Copy)]
pub struct ProfileAsked<'a> {
    /// The profile, which the analysis holds in the form in which Gardener stores it.
    pub profile: &'a Profile,
    /// Whose answer is asked for.
    pub asked: Asked,
}

impl ProfileAsked<'_> {
    pub(crate) fn compiled(&self) -> Result<Arc<CompiledProfile>, TooLarge> {
        self.profile.compiled(self.asked.settings.gates)
    }
}

/// What an answer was given under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedSettings {
    /// Whose answer it is.
    pub semantics: Semantics,
    /// The instant at which versions are judged.
    pub at: Timestamp,
    /// Every feature gate by its name, and whether it is on.
    pub feature_gates: BTreeMap<&'static str, bool>,
    /// Whether what the extensions' mutating webhooks do was left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_extension_webhooks: bool,
}

impl From<Asked> for AppliedSettings {
    fn from(asked: Asked) -> Self {
        let gates = FeatureGate::ALL.into_iter().map(|gate| (gate.name(), asked.settings.gates.enabled(gate)));
        Self {
            semantics: asked.semantics,
            at: asked.settings.now,
            feature_gates: gates.collect(),
            without_extension_webhooks: !asked.settings.extension_webhooks,
        }
    }
}
