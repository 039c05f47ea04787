//! The core half of a profile, compiled to be compared with the provider's.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{ARCHITECTURE, Capabilities, CloudProfileSpec, MachineImageVersion, Settings};

use crate::built_in::BuiltIn;
use crate::registered::Registered;
use crate::{Extension, ImageVocabulary};

/// The core half of a profile, as an extension looks at it.
pub(crate) struct CoreHalf<'a> {
    pub(crate) spec: &'a CloudProfileSpec,
    /// Whether the profile registers capabilities, and the extension knows what that is.
    pub(crate) has_capabilities: bool,
    pub(crate) vocabulary: ImageVocabulary,
    pub(crate) registered: Registered<'a>,
    /// The images and versions of the parent, if the profile is a namespaced one: they need no entry.
    pub(crate) inherited: Option<HashSet<(&'a str, &'a str)>>,
}

impl<'a> CoreHalf<'a> {
    pub(crate) fn new(spec: &'a CloudProfileSpec, settings: &Settings, extension: &Extension) -> Self {
        let definitions = spec.capability_definitions();
        // Nothing can be declared in a profile that registers nothing.
        let built_in = match spec.has_capabilities() {
            true => BuiltIn::of(spec, settings, extension.worker_capabilities),
            false => BuiltIn::default(),
        };
        let last_wins = settings.quirks.cloud_profile.last_definition_wins;
        let registered = Registered::new(definitions, built_in.entries(), last_wins);
        let vocabulary = match last_wins {
            true => ImageVocabulary::new(Cow::Borrowed(definitions), built_in),
            false => ImageVocabulary::of_first_definitions(definitions, built_in),
        };
        Self {
            spec,
            has_capabilities: extension.knows_capabilities() && spec.has_capabilities(),
            registered,
            vocabulary,
            inherited: None,
        }
    }

    /// Whether the profile is a namespaced one.
    pub(crate) const fn is_namespaced(&self) -> bool {
        self.inherited.is_some()
    }

    /// Whether the parent of a namespaced profile has this version, too.
    pub(crate) fn is_inherited(&self, image: &str, version: &str) -> bool {
        self.inherited.as_ref().is_some_and(|inherited| inherited.contains(&(image, version)))
    }

    /// The architectures of a flavor, after defaulting: none where the architecture is not registered.
    pub(crate) fn architectures_after_defaulting<'f>(&self, flavor: &'f Capabilities) -> &'f [String]
    where
        'a: 'f,
    {
        let registered = self.spec.capability_definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        registered.map_or(&[], |registered| flavor.get(ARCHITECTURE).unwrap_or(&registered.values))
    }

    /// A flavor of a version, after defaulting.
    pub(crate) fn compile(&self, flavor: &Capabilities, version: &MachineImageVersion) -> CapabilitySet {
        self.vocabulary.flavor(flavor, Some(version))
    }
}

/// The versions of each image by name.
pub(crate) fn versions_by_name(spec: &CloudProfileSpec) -> HashMap<&str, HashSet<&str>> {
    let mut by_name: HashMap<&str, HashSet<&str>> = HashMap::new();
    for image in spec.images() {
        by_name.entry(&image.name).or_default().extend(image.offered().iter().map(|one| one.version.as_str()));
    }
    by_name
}
