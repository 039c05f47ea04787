//! What every check may look at.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, Quirks, Settings};
use rootstock_worker_capabilities::{Catalogue, Entry};

use crate::Operation;
use crate::registered::Registered;

/// The object under validation (defaulted and prepared), and what it is judged under.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The whole object.
    pub(crate) profile: &'a CloudProfile,
    /// Its `spec`.
    pub(crate) spec: &'a CloudProfileSpec,
    /// What is done with it.
    pub(crate) operation: Operation<'a>,
    /// Semantics, gates and time.
    pub(crate) settings: &'a Settings,
    /// `spec.machineCapabilities`, indexed.
    pub(crate) registered: Registered<'a>,
}

impl<'a> Scope<'a> {
    /// `provider` are the capabilities that the provider's plug-in brings.
    pub(crate) fn new(
        profile: &'a CloudProfile,
        operation: Operation<'a>,
        settings: &'a Settings,
        provider: &'static [Entry],
    ) -> Self {
        let definitions = profile.spec.capability_definitions();
        let built_in = if settings.gates.worker_capabilities {
            Catalogue::FIRST.built_in(definitions, provider)
        } else {
            Vec::new()
        };
        let registered = Registered::new(definitions, built_in, &settings.quirks);
        Self { profile, spec: &profile.spec, operation, settings, registered }
    }

    /// Which departures from the documents are in force.
    pub(crate) const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }
}
