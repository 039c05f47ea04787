//! Compiled machine types.

use rootstock_core_model::{ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineType};

use super::compiler::Compiler;
use crate::{CapabilitySet, Vocabulary};

/// A machine type of a [`Catalog`](crate::Catalog).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CatalogMachineType {
    /// The index in `spec.machineTypes`.
    pub index: usize,
    /// The name.
    pub name: String,
    /// Whether Shoots may use it.
    pub is_usable: bool,
    /// The supported capabilities, after defaulting.
    pub capabilities: CapabilitySet,
    /// The index of its capabilities among the distinct sets of the profile. Machine types of the same class support the same
    /// capabilities.
    pub class: usize,
    legacy_architecture: Option<String>,
}

impl<I> Compiler<'_, I> {
    /// Compiles the machine type at `index` in the profile.
    pub(super) fn machine_type(&mut self, index: usize, machine_type: &MachineType) -> CatalogMachineType {
        let legacy_architecture = machine_type.architecture.clone().filter(|architecture| !architecture.is_empty());
        let compiled = if self.is_legacy {
            let architecture = legacy_architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
            self.vocabulary.compile(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]))
        } else {
            self.vocabulary.compile(&machine_type.capabilities)
        };
        let (class, capabilities) = self.machine_types.number(compiled);
        CatalogMachineType {
            index,
            name: machine_type.name.clone(),
            is_usable: machine_type.usable.unwrap_or(true),
            capabilities,
            legacy_architecture,
            class,
        }
    }
}

impl CatalogMachineType {
    /// The architecture: the capability's value after defaulting if there is exactly one, otherwise the legacy field.
    #[must_use]
    pub fn architecture<'a>(&'a self, vocabulary: &'a Vocabulary) -> Option<&'a str> {
        let mut values = vocabulary.values(&self.capabilities, ARCHITECTURE);
        match (values.next(), values.next()) {
            (Some(only), None) => Some(only),
            _ => self.legacy_architecture.as_deref(),
        }
    }
}
