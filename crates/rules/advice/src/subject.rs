//! The input of advice.

use rootstock_admission::AcceptedCloudProfile;
use rootstock_core_model::{
    Applicability, CloudProfile, CloudProfileSpec, NamespacedCloudProfile, NodeRef, RESERVED_PREFIX, Segment, Settings,
    Severity, Violation,
};
use rootstock_provider_api::ProviderConfig;
use rootstock_worker_capabilities::Entry;

/// The core section of a profile, sufficient for advice by itself.
#[derive(Debug, Clone, Copy)]
pub struct CoreSubject<'a> {
    /// The profile, preferably with Gardener's defaults.
    pub profile: &'a CloudProfile,
    /// The profile in its stored form; `None` if it would be refused. Then its size and its near future are not
    /// checked.
    pub stored: Option<&'a AcceptedCloudProfile<'a>>,
    /// The raw object, if the profile was parsed from one: its size is estimated from that before it is counted
    /// exactly.
    pub raw: Option<NodeRef<'a>>,
    /// The capabilities that the provider's plug-in brings.
    pub built_in: &'static [Entry],
    /// The names of the known providers.
    pub providers: &'a [&'static str],
    /// Semantics, feature gates and time.
    pub settings: &'a Settings,
}

impl<'a> CoreSubject<'a> {
    /// Creates a subject about which nothing else is known.
    #[must_use]
    pub const fn new(profile: &'a CloudProfile, settings: &'a Settings) -> Self {
        Self { profile, stored: None, raw: None, built_in: &[], providers: &[], settings }
    }
}

/// A profile and everything already known about it.
#[derive(Debug, Clone, Copy)]
pub struct AdviceSubject<'a> {
    /// The core section.
    pub core: CoreSubject<'a>,
    /// The provider section, if there is a plug-in for it.
    pub config: Option<&'a dyn ProviderConfig>,
    /// The known NamespacedCloudProfiles with this parent.
    pub children: &'a [&'a NamespacedCloudProfile],
    /// The existing findings.
    pub found: &'a [Violation],
}

impl<'a> From<CoreSubject<'a>> for AdviceSubject<'a> {
    /// Creates a subject about which nothing else is known.
    fn from(core: CoreSubject<'a>) -> Self {
        Self { core, config: None, children: &[], found: &[] }
    }
}

/// Fields that determine what fits together. As long as they have errors, advice about that would only repeat them.
const FITTING_FIELDS: [&str; 5] =
    ["machineCapabilities", "capabilities", "capabilityFlavors", "architecture", "architectures"];

impl<'a> AdviceSubject<'a> {
    /// Returns whether the core section has no errors about capabilities.
    pub(crate) fn has_valid_capabilities(&self) -> bool {
        let is_fitting_field =
            |segment: &Segment| matches!(segment, Segment::Field(name) if FITTING_FIELDS.contains(&name.as_ref()));
        let is_provider = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "providerConfig");
        let mut errors = self.found.iter().filter(|violation| violation.severity == Severity::Error);
        !errors.any(|violation| {
            let path = violation.path.segments();
            let is_safely_fixable = violation.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
            path.iter().any(is_fitting_field) && !path.iter().any(is_provider) && !is_safely_fixable
        })
    }

    /// Returns the profile with the capabilities that Gardener fills in, if that does not change any positions.
    pub(crate) fn spec_with_capabilities(&self) -> &'a CloudProfileSpec {
        let written = &self.core.profile.spec;
        let same = |stored: &&CloudProfileSpec| {
            stored.images().len() == written.images().len()
                && stored.images().iter().zip(written.images()).all(|(a, b)| a.offered().len() == b.offered().len())
        };
        self.core.stored.map(|stored| &stored.profile_for_matching().spec).filter(same).unwrap_or(written)
    }

    /// Returns whether a flavor declares a capability that workers can ask for without registration.
    pub(crate) fn declares_built_in(&self, image: usize, version: usize, flavor: usize) -> bool {
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

/// Options of advice that are a matter of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdviceOptions {
    /// The number of days to look ahead.
    pub horizon_days: u32,
}

impl Default for AdviceOptions {
    /// Returns the default horizon of two weeks.
    fn default() -> Self {
        Self { horizon_days: 14 }
    }
}
