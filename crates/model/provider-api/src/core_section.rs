//! The core section of a profile, compiled for comparison with the provider section.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, DEFAULT_ARCHITECTURE, MachineImage, MachineImageVersion, Settings,
};

use crate::built_in::BuiltIn;
use crate::registered::Registered;
use crate::{Extension, ImageVocabulary};

/// The core section of a profile, as an extension sees it.
pub(crate) struct CoreSection<'a> {
    pub(crate) spec: &'a CloudProfileSpec,
    /// Whether the profile registers capabilities and the extension supports them.
    pub(crate) has_capabilities: bool,
    pub(crate) vocabulary: ImageVocabulary,
    pub(crate) registered: Registered<'a>,
    /// The images and versions of the parent, if the profile is namespaced: they need no entry.
    pub(crate) inherited: Option<HashSet<(&'a str, &'a str)>>,
}

impl<'a> CoreSection<'a> {
    pub(crate) fn new(spec: &'a CloudProfileSpec, settings: &Settings, extension: &Extension) -> Self {
        let definitions = spec.capability_definitions();
        // A profile that registers no capabilities cannot declare any.
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

    /// Whether the profile is namespaced.
    pub(crate) const fn is_namespaced(&self) -> bool {
        self.inherited.is_some()
    }

    /// Whether the parent of a namespaced profile has this version.
    pub(crate) fn is_inherited(&self, image: &str, version: &str) -> bool {
        self.inherited.as_ref().is_some_and(|inherited| inherited.contains(&(image, version)))
    }

    /// Returns the architectures of a flavor after defaulting; empty if the architecture is not registered.
    pub(crate) fn architectures_after_defaulting<'f>(&self, flavor: &'f Capabilities) -> &'f [String]
    where
        'a: 'f,
    {
        let registered = self.spec.capability_definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        registered.map_or(&[], |registered| flavor.get(ARCHITECTURE).unwrap_or(&registered.values))
    }

    /// Compiles a flavor of a version, after defaulting.
    pub(crate) fn compile(&self, flavor: &Capabilities, version: &MachineImageVersion) -> CapabilitySet {
        self.vocabulary.flavor(flavor, Some(version))
    }
}

/// Returns the versions of each image by name.
pub(crate) fn versions_by_name(spec: &CloudProfileSpec) -> HashMap<&str, HashSet<&str>> {
    let mut by_name: HashMap<&str, HashSet<&str>> = HashMap::new();
    for image in spec.images() {
        by_name.entry(&image.name).or_default().extend(image.offered().iter().map(|one| one.version.as_str()));
    }
    by_name
}

impl Extension {
    /// Returns the core section as the extension sees it: one that is built with an older Gardener sees a profile that
    /// registers capabilities as one without, whose defaults are those of a legacy profile.
    pub(crate) fn seen<'s>(&self, spec: &'s CloudProfileSpec) -> Cow<'s, CloudProfileSpec> {
        let mut seen = self.seen_without_defaults(spec);
        if let Cow::Owned(seen) = &mut seen {
            let versions = seen.machine_images.iter_mut().flatten().filter_map(|image| image.versions.as_mut());
            for version in versions.flatten().filter(|version| version.legacy_architectures().is_empty()) {
                version.architectures = Some(vec![DEFAULT_ARCHITECTURE.to_owned()]);
            }
        }
        seen
    }

    /// Like [`seen`](Self::seen), but without the defaults, which a NamespacedCloudProfile does not get.
    pub(crate) fn seen_without_defaults<'s>(&self, spec: &'s CloudProfileSpec) -> Cow<'s, CloudProfileSpec> {
        let declares = |version: &MachineImageVersion| version.capability_flavors.is_some();
        let has_flavors = || spec.images().iter().flat_map(MachineImage::offered).any(declares);
        if self.sees_capabilities || !spec.has_capabilities() && !has_flavors() {
            return Cow::Borrowed(spec);
        }
        let mut seen = spec.clone();
        seen.machine_capabilities = None;
        let versions = seen.machine_images.iter_mut().flatten().filter_map(|image| image.versions.as_mut());
        versions.flatten().for_each(|version| version.capability_flavors = None);
        Cow::Owned(seen)
    }
}
