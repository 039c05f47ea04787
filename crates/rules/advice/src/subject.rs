//! What advice is given about.

use rootstock_admission::AcceptedCloudProfile;
use rootstock_core_model::{
    Applicability, CloudProfile, CloudProfileSpec, NamespacedCloudProfile, NodeRef, RESERVED_PREFIX, Segment, Settings,
    Severity, Violation,
};
use rootstock_provider_api::ProviderConfig;
use rootstock_worker_capabilities::Entry;

/// The core half of a profile, which says something by itself.
#[derive(Debug, Clone, Copy)]
pub struct CoreSubject<'a> {
    /// The profile, best with Gardener's defaults.
    pub profile: &'a CloudProfile,
    /// The profile as it would be stored; none if it would be refused. Then its size, and what becomes of it in the next
    /// days, are not looked at.
    pub stored: Option<&'a AcceptedCloudProfile<'a>>,
    /// The profile as it was read, if it was: its size is estimated there before it is counted.
    pub raw: Option<NodeRef<'a>>,
    /// The capabilities that the provider's plug-in brings.
    pub built_in: &'static [Entry],
    /// Semantics, gates and time.
    pub settings: &'a Settings,
}

impl<'a> CoreSubject<'a> {
    /// A profile about which nothing else is known.
    #[must_use]
    pub const fn new(profile: &'a CloudProfile, settings: &'a Settings) -> Self {
        Self { profile, stored: None, raw: None, built_in: &[], settings }
    }
}

/// A profile, and what is known about it already.
#[derive(Debug, Clone, Copy)]
pub struct AdviceSubject<'a> {
    /// The core half.
    pub core: CoreSubject<'a>,
    /// The provider's half, as far as a plug-in knows it.
    pub config: Option<&'a dyn ProviderConfig>,
    /// The NamespacedCloudProfiles below it, as far as they are known.
    pub children: &'a [&'a NamespacedCloudProfile],
    /// What has been found already.
    pub found: &'a [Violation],
}

impl<'a> From<CoreSubject<'a>> for AdviceSubject<'a> {
    /// A profile about which nothing else is known.
    fn from(core: CoreSubject<'a>) -> Self {
        Self { core, config: None, children: &[], found: &[] }
    }
}

/// Fields that say what fits what. While something is wrong with them, advice about that would only repeat it.
const ABOUT_FITTING: [&str; 5] =
    ["machineCapabilities", "capabilities", "capabilityFlavors", "architecture", "architectures"];

impl<'a> AdviceSubject<'a> {
    /// Whether nothing is wrong with what the core half says about capabilities.
    pub(crate) fn capabilities_are_sound(&self) -> bool {
        let is_about_fitting =
            |segment: &Segment| matches!(segment, Segment::Field(name) if ABOUT_FITTING.contains(&name.as_ref()));
        let is_provider = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "providerConfig");
        let mut errors = self.found.iter().filter(|violation| violation.severity == Severity::Error);
        !errors.any(|violation| {
            let path = violation.path.segments();
            let is_mendable = violation.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
            path.iter().any(is_about_fitting) && !path.iter().any(is_provider) && !is_mendable
        })
    }

    /// The profile with the capabilities that Gardener fills in, where nothing else of it has moved.
    pub(crate) fn spec_with_capabilities(&self) -> &'a CloudProfileSpec {
        let written = &self.core.profile.spec;
        let same = |stored: &&CloudProfileSpec| {
            stored.images().len() == written.images().len()
                && stored.images().iter().zip(written.images()).all(|(a, b)| a.offered().len() == b.offered().len())
        };
        self.core.stored.map(|stored| &stored.fitting().spec).filter(same).unwrap_or(written)
    }

    /// Whether a flavor says something that workers ask for by themselves.
    pub(crate) fn names_built_in(&self, image: usize, version: usize, flavor: usize) -> bool {
        if !self.core.settings.gates.worker_capabilities {
            return false;
        }
        let version = self.core.profile.spec.images().get(image).and_then(|image| image.offered().get(version));
        let Some(flavor) = version.and_then(|version| version.flavors().get(flavor)) else { return false };
        let is_built_in =
            |name: &str| name.starts_with(RESERVED_PREFIX) || self.core.built_in.iter().any(|entry| entry.name == name);
        flavor.0.iter().any(|(name, _)| is_built_in(name))
    }
}

/// What advice depends on that is a matter of taste.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdviceOptions {
    /// How many days ahead is looked.
    pub horizon_days: u32,
}

impl Default for AdviceOptions {
    /// Two weeks.
    fn default() -> Self {
        Self { horizon_days: 14 }
    }
}
