//! The defaults that an extension assumes where a profile leaves something out, so that one selection algorithm serves
//! profiles with and without capabilities.

use std::borrow::Cow;
use std::fmt;

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfileSpec, DEFAULT_ARCHITECTURE, VALID_ARCHITECTURES,
};

use crate::ImageRequest;
use crate::section::Section;

/// The assumptions of a plug-in, together with the machine types in its section of the profile.
pub(crate) struct Assumptions<'c> {
    normalizes: bool,
    knows_capabilities: bool,
    /// The capabilities, apart from the architecture, that a profile without any is assumed to register.
    assumed: &'static [(&'static str, &'static [&'static str])],
    section: &'c dyn Section,
}

impl fmt::Debug for Assumptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assumptions").field("assumed", &self.assumed).finish_non_exhaustive()
    }
}

impl<'c> Assumptions<'c> {
    pub(crate) fn of(section: &'c dyn Section) -> Self {
        let extension = section.extension();
        Self {
            normalizes: extension.normalises_architecture,
            knows_capabilities: extension.knows_capabilities(),
            assumed: extension.legacy_format.map_or(&[], |format| format.capabilities),
            section,
        }
    }

    /// Whether images are chosen by registered capabilities.
    pub(crate) fn by_capabilities(&self, spec: &CloudProfileSpec) -> bool {
        self.knows_capabilities && spec.has_capabilities()
    }

    /// Returns the definitions that images are chosen by. A profile without any is treated as one that registers the provider's
    /// assumed capabilities and, if the provider normalises, the architectures.
    pub(crate) fn definitions<'s>(&self, spec: &'s CloudProfileSpec) -> Cow<'s, [CapabilityDefinition]> {
        if self.by_capabilities(spec) {
            return Cow::Borrowed(spec.capability_definitions());
        }
        let architectures = self.normalizes.then_some((ARCHITECTURE, &VALID_ARCHITECTURES[..]));
        let assumed = architectures.into_iter().chain(self.assumed.iter().copied());
        let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        Cow::Owned(
            assumed
                .map(|(name, values)| CapabilityDefinition { name: name.to_owned(), values: owned(values) })
                .collect(),
        )
    }

    /// Returns the capabilities of a machine type. If the provider normalises, a missing architecture defaults to the
    /// only registered one, then to the one of the request, then to amd64. In a profile without capabilities the provider section may add to them.
    pub(crate) fn machine<'a>(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'a>,
        definitions: &[CapabilityDefinition],
    ) -> Cow<'a, Capabilities> {
        let declared = request.machine_capabilities;
        let mut machine = Cow::Borrowed(declared);
        if self.normalizes && machine.get(ARCHITECTURE).is_none() {
            let registered = definitions.iter().rev().find(|one| one.name == ARCHITECTURE);
            let architecture = match registered.map(|one| one.values.as_slice()) {
                Some([only]) => only.as_str(),
                _ => request.architecture.unwrap_or(DEFAULT_ARCHITECTURE),
            };
            machine.to_mut().insert(ARCHITECTURE, vec![architecture.to_owned()]);
        }
        if !self.by_capabilities(spec)
            && let Some(name) = request.machine_type
        {
            for (name, values) in self.section.machine_type(name).iter() {
                machine.to_mut().insert(name, values.to_vec());
            }
        }
        machine
    }
}
