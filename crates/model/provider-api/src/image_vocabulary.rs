//! The vocabulary for comparing images, machine types and workers in queries of the provider section.

use std::borrow::Cow;
use std::collections::HashSet;

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition, CloudProfileSpec, MachineImageVersion, Settings};
use rootstock_worker_capabilities::Entry;

use crate::ImageRequest;
use crate::assumptions::Assumptions;
use crate::built_in::BuiltIn;
use crate::section::Section;

/// The capabilities by which images are compared: the same for all questions about a profile under the same feature
/// gates.
#[derive(Debug, Clone)]
pub struct ImageVocabulary {
    definitions: Vec<CapabilityDefinition>,
    pub(crate) compiled: Vocabulary,
    pub(crate) built_in: BuiltIn,
}

impl ImageVocabulary {
    pub(crate) fn of(section: &dyn Section, spec: &CloudProfileSpec, settings: &Settings) -> Self {
        let built_in = BuiltIn::of(spec, settings, section.extension().worker_capabilities);
        Self::new(Assumptions::of(section).definitions(spec), built_in)
    }

    /// Uses the first of several definitions with the same name, so that one mistake does not cause a follow-up error
    /// for every omission.
    pub(crate) fn of_first_definitions(definitions: &[CapabilityDefinition], built_in: BuiltIn) -> Self {
        let mut seen = HashSet::new();
        let first: Vec<_> = definitions.iter().filter(|one| seen.insert(one.name.as_str())).cloned().collect();
        Self::new(Cow::Owned(first), built_in)
    }

    pub(crate) fn new(definitions: Cow<'_, [CapabilityDefinition]>, built_in: BuiltIn) -> Self {
        let definitions = built_in.after(definitions).into_owned();
        Self { compiled: Vocabulary::new(&definitions), definitions, built_in }
    }

    /// Returns the capabilities of a request's machine type.
    pub(crate) fn machine(
        &self,
        spec: &CloudProfileSpec,
        assumptions: &Assumptions<'_>,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet {
        self.compiled.compile(&assumptions.machine(spec, request, &self.definitions))
    }

    /// Returns the capabilities that are registered or assumed.
    #[must_use]
    pub fn compiled(&self) -> &Vocabulary {
        &self.compiled
    }

    /// Returns the capabilities that workers can request without registration; empty if the gate is off.
    #[must_use]
    pub fn built_in(&self) -> &[&'static Entry] {
        self.built_in.entries()
    }

    /// Compiles a flavor after defaulting; `version` is the version of the core section, if there is one.
    #[must_use]
    pub fn flavor(&self, flavor: &Capabilities, version: Option<&MachineImageVersion>) -> CapabilitySet {
        self.compiled.compile(&self.built_in.complete(flavor, version))
    }
}
