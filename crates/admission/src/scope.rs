//! What every check may look at.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, Quirks, Settings};

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
    pub(crate) fn new(profile: &'a CloudProfile, operation: Operation<'a>, settings: &'a Settings) -> Self {
        let registered = Registered::new(profile.spec.capability_definitions(), &settings.quirks);
        Self { profile, spec: &profile.spec, operation, settings, registered }
    }

    /// Which departures from the documents are in force.
    pub(crate) const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }
}
