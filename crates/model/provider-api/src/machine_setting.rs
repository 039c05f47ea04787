//! Settings of machines that an extension derives from capabilities.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use serde::Serialize;

/// A setting that the extension turns on for a machine if its machine type and its image both support a value of a
/// capability, whatever image is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineSetting {
    /// The name in prose, such as `accelerated networking`.
    pub name: &'static str,
    /// The capability.
    pub capability: &'static str,
    /// The value.
    pub value: &'static str,
}

impl MachineSetting {
    /// Returns whether the setting is on for a flavor and a machine type after defaulting; off if the capability is not registered.
    #[must_use]
    pub fn is_on(&self, vocabulary: &Vocabulary, flavor: &CapabilitySet, machine_type: &CapabilitySet) -> bool {
        let supports = |set| vocabulary.values(set, self.capability).any(|value| value == self.value);
        supports(flavor) && supports(machine_type)
    }
}
