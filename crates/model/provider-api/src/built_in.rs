//! Capabilities that flavors may use without registration (GEP-54); only with the feature gate `WorkerCapabilities`.

use std::borrow::Cow;

use rootstock_core_model::{Capabilities, CapabilityDefinition, CloudProfileSpec, MachineImageVersion, Settings};
use rootstock_worker_capabilities::{BuiltInCatalog, Entry};

/// The built-in capabilities of a profile; empty if the gate is off.
#[derive(Debug, Clone, Default)]
pub(crate) struct BuiltIn(Vec<&'static Entry>);

impl BuiltIn {
    /// Collects Gardener's built-in capabilities and those of the plug-in (`provider`).
    pub(crate) fn of(spec: &CloudProfileSpec, settings: &Settings, provider: &'static [Entry]) -> Self {
        if !settings.gates.worker_capabilities {
            return Self::default();
        }
        Self(BuiltInCatalog::FOLLOWED.built_in(spec.capability_definitions(), provider))
    }

    pub(crate) fn entries(&self) -> &[&'static Entry] {
        &self.0
    }

    /// Appends the definitions of the built-in capabilities.
    pub(crate) fn after<'a>(&self, definitions: Cow<'a, [CapabilityDefinition]>) -> Cow<'a, [CapabilityDefinition]> {
        if self.0.is_empty() {
            return definitions;
        }
        let mut all = definitions.into_owned();
        all.extend(self.0.iter().map(|entry| entry.definition()));
        Cow::Owned(all)
    }

    /// Adds to a flavor of a version the values that omitted built-in capabilities default to.
    pub(crate) fn complete<'a>(
        &self,
        flavor: &'a Capabilities,
        version: Option<&MachineImageVersion>,
    ) -> Cow<'a, Capabilities> {
        let in_place = version.and_then(|version| version.in_place_updates.as_ref());
        let in_place = in_place.is_some_and(|updates| updates.supported);
        let mut completed = Cow::Borrowed(flavor);
        for entry in self.0.iter().filter(|entry| flavor.get(entry.name).is_none()) {
            let values = entry.implied(in_place).into_iter().map(str::to_owned).collect();
            completed.to_mut().insert(entry.name, values);
        }
        completed
    }
}
