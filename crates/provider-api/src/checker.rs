//! What a check of `providerConfig` may look at, and where it puts what it finds.

use std::borrow::Cow;
use std::collections::HashSet;

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfileSpec, MachineImageVersion, Path, Quirks, Segment,
    Settings, Violation, ViolationKind,
};
use rootstock_worker_capabilities::Entry as WorkerCapability;

use crate::built_in::BuiltIn;
use crate::entries::Entry;
use crate::registered::Registered;
use crate::{Extension, ImageVocabulary};

/// A check in progress: the core half of the profile, the settings, and the findings so far.
pub struct Checker<'a> {
    spec: &'a CloudProfileSpec,
    settings: &'a Settings,
    knows_capabilities: bool,
    /// The capabilities that the provider brings along, whatever the gate says.
    pub(crate) worker_capabilities: &'static [WorkerCapability],
    pub(crate) vocabulary: ImageVocabulary,
    pub(crate) registered: Registered<'a>,
    pub(crate) unreadable: &'a Unreadable,
    /// The images and versions of the parent, if the profile is a namespaced one: they need no entry.
    pub(crate) inherited: Option<HashSet<(&'a str, &'a str)>>,
    findings: Vec<Violation>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        spec: &'a CloudProfileSpec,
        settings: &'a Settings,
        unreadable: &'a Unreadable,
        extension: &Extension,
    ) -> Self {
        let definitions = spec.capability_definitions();
        // Nothing can be declared in a profile that registers nothing.
        let built_in = match spec.has_capabilities() {
            true => BuiltIn::of(spec, settings, extension.worker_capabilities),
            false => BuiltIn::default(),
        };
        Self {
            spec,
            settings,
            knows_capabilities: extension.knows_capabilities(),
            worker_capabilities: extension.worker_capabilities,
            registered: Registered::new(
                definitions,
                built_in.entries(),
                settings.quirks.cloud_profile.last_definition_wins,
            ),
            vocabulary: match settings.quirks.cloud_profile.last_definition_wins {
                true => ImageVocabulary::new(Cow::Borrowed(definitions), built_in),
                false => ImageVocabulary::of_first_definitions(definitions, built_in),
            },
            unreadable,
            inherited: None,
            findings: Vec::new(),
        }
    }

    /// The core half.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.spec
    }

    /// What the check is made under.
    #[must_use]
    pub const fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The registered capabilities, empty in a legacy profile.
    #[must_use]
    pub fn definitions(&self) -> &'a [CapabilityDefinition] {
        self.spec.capability_definitions()
    }

    /// Whether the profile registers capabilities, and the provider knows what that is.
    #[must_use]
    pub fn has_capabilities(&self) -> bool {
        self.knows_capabilities && self.spec.has_capabilities()
    }

    /// The departures in force.
    #[must_use]
    pub const fn quirks(&self) -> &'a Quirks {
        &self.settings.quirks
    }

    /// Whether one mistake may raise several errors, as in Gardener.
    #[must_use]
    pub const fn follow_ups(&self) -> bool {
        self.settings.quirks.findings.follow_up_errors
    }

    /// The registered capabilities, compiled.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary.compiled
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

    /// Takes a finding down.
    pub fn report(&mut self, violation: Violation) {
        self.findings.push(violation);
    }

    /// Whether anything was found so far.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// How much was found so far.
    pub(crate) fn count(&self) -> usize {
        self.findings.len()
    }

    /// Everything found.
    pub(crate) fn into_findings(self) -> Vec<Violation> {
        self.findings
    }
}

/// The images and versions of a `providerConfig` of which parts could not be decoded: what they map is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unreadable {
    all: bool,
    images: HashSet<usize>,
    versions: HashSet<(usize, usize)>,
}

impl Unreadable {
    /// From what went wrong in decoding, and the path of the `providerConfig`.
    ///
    /// An unknown field counts if it is likely a misspelled one.
    pub(crate) fn new(violations: &[Violation], config: &Path<'_>) -> Self {
        let config = config.to_field_path();
        let mut unreadable = Self::default();
        for violation in violations {
            if violation.kind == ViolationKind::UnknownField && violation.fix.is_none() {
                continue;
            }
            let Some(below) = violation.path.segments().strip_prefix(config.segments()) else { continue };
            unreadable.add(below);
        }
        unreadable
    }

    fn add(&mut self, below: &[Segment]) {
        match below {
            [] => self.all = true,
            [Segment::Field(field), rest @ ..] if field == "machineImages" => match rest {
                [Segment::Index(image), Segment::Field(field), rest @ ..] if field == "versions" => match rest {
                    [Segment::Index(version), Segment::Field(field), ..] if field != "version" => {
                        self.versions.insert((*image, *version));
                    }
                    _ => drop(self.images.insert(*image)),
                },
                [Segment::Index(image), Segment::Field(field), ..] if field != "name" => {
                    self.images.insert(*image);
                }
                _ => self.all = true,
            },
            _ => {}
        }
    }

    /// Whether it is unknown which images there are.
    pub(crate) const fn any_image(&self) -> bool {
        self.all
    }

    /// Whether it is unknown which versions an image has.
    pub(crate) fn image(&self, image: usize) -> bool {
        self.all || self.images.contains(&image)
    }

    /// Whether it is unknown what a version is mapped to.
    pub(crate) fn version<V>(&self, entry: &Entry<'_, V>) -> bool {
        let (image, version) = entry.position();
        self.image(image) || self.versions.contains(&(image, version))
    }
}
