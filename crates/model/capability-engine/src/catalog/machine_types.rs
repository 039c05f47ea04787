//! A machine type, compiled.

use rootstock_core_model::{ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineType};

use super::compiler::Compiler;
use crate::{CapabilitySet, Vocabulary};

/// A machine type of a [`Catalog`](crate::Catalog).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CatalogMachineType {
    /// The place in `spec.machineTypes`.
    pub index: usize,
    /// The name.
    pub name: String,
    /// Whether Shoots may use it.
    pub is_usable: bool,
    /// What it supports, after defaulting.
    pub capabilities: CapabilitySet,
    /// The number of its capabilities among the distinct sets of the profile, counted from 0: machine types of one class
    /// support the same.
    pub class: usize,
    legacy_architecture: Option<String>,
}

impl<I> Compiler<'_, I> {
    /// The machine type at that place in the profile.
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
    /// The architecture: the capability's value after defaulting if that is exactly one, else the legacy field.
    #[must_use]
    pub fn architecture<'a>(&'a self, vocabulary: &'a Vocabulary) -> Option<&'a str> {
        let mut values = vocabulary.values(&self.capabilities, ARCHITECTURE);
        match (values.next(), values.next()) {
            (Some(only), None) => Some(only),
            _ => self.legacy_architecture.as_deref(),
        }
    }
}
