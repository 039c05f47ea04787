//! Objects as one release of Gardener reads them.

use rootstock_analysis::{Analysis, CheckMode, Role};
use rootstock_core_model::{
    ExtensionReleases, FeatureGate, FeatureGateSettings, FeatureGates, GardenerRelease, Semantics, Settings,
};

/// Objects as one release of Gardener reads them, under Gardener's semantics.
#[derive(Debug)]
pub struct UpgradeSide {
    /// One analysis for each [`CheckedAs`](crate::CheckedAs), in its order.
    analyses: [Analysis; 3],
}

impl UpgradeSide {
    /// Reads the checked objects of an analysis, and those that they refer to, as a release does. `gates` are the feature gates that
    /// are set; one that the release does not have keeps its default there.
    ///
    /// Without objects in the role [`Old`](Role::Old), updates are those that leave every object as it is.
    #[must_use]
    pub fn new(given: &Analysis, gardener: GardenerRelease, gates: &FeatureGateSettings) -> Self {
        let extensions = given.settings().extensions;
        Self::with_extensions(given, gardener, gates, extensions)
    }

    /// Like [`new`](Self::new), with other releases of extensions.
    #[must_use]
    pub fn with_extensions(
        given: &Analysis,
        gardener: GardenerRelease,
        gates: &FeatureGateSettings,
        extensions: ExtensionReleases,
    ) -> Self {
        let settings = given.settings();
        let at_release = Settings::at_release(Semantics::Gardener, gardener, settings.now);
        let set = FeatureGates::of(gardener).set(gates);
        let exists = |gate: &FeatureGate| gate.releases().contains(gardener.release());
        let gates = FeatureGate::ALL.into_iter().filter(exists);
        let gates = gates.fold(FeatureGates::of(gardener), |gates, gate| gates.with(gate, set.enabled(gate)));
        Self::with(given, Settings { gates, extension_webhooks: settings.extension_webhooks, extensions, ..at_release })
    }

    /// Reads the objects under other settings.
    pub(crate) fn with(given: &Analysis, settings: Settings) -> Self {
        let mut state = given.clone();
        state.set_discards_results(true);
        state.set_baseline(None);
        state.set_settings(settings);
        state.set_mode(CheckMode::State);
        let [mut create, mut update] = [state.clone(), state.clone()];
        create.set_mode(CheckMode::Create);
        update.set_mode(CheckMode::Update);
        if state.input_names(Role::Old).is_empty() {
            for name in state.input_names(Role::Checked) {
                update.set_old_from(&state, &name);
            }
        }
        Self { analyses: [state, create, update] }
    }

    /// Returns the objects as desired states.
    #[must_use]
    pub const fn state(&self) -> &Analysis {
        let [state, _, _] = &self.analyses;
        state
    }

    /// Returns an analysis for each operation.
    pub(crate) const fn analyses(&self) -> &[Analysis; 3] {
        &self.analyses
    }

    /// Returns the settings of the release.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.state().settings()
    }
}
