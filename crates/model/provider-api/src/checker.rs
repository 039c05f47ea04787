//! What a check of `providerConfig` may look at, and where it puts what it finds.

use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::{CapabilityDefinition, CloudProfileSpec, Quirks, Settings, Violation};
use rootstock_worker_capabilities::Entry as WorkerCapability;

use crate::core_half::CoreHalf;
use crate::{Extension, ImageEntries, correspondence, telling};

/// A check in progress: the core half of the profile, the settings, and the findings so far.
pub struct Checker<'a> {
    pub(crate) core: CoreHalf<'a>,
    settings: &'a Settings,
    /// The capabilities that the provider brings along, whatever the gate says.
    pub(crate) worker_capabilities: &'static [WorkerCapability],
    findings: Vec<Violation>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(spec: &'a CloudProfileSpec, settings: &'a Settings, extension: &Extension) -> Self {
        Self {
            core: CoreHalf::new(spec, settings, extension),
            settings,
            worker_capabilities: extension.worker_capabilities,
            findings: Vec::new(),
        }
    }

    /// The core half.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.core.spec
    }

    /// What the check is made under.
    #[must_use]
    pub const fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The registered capabilities, empty in a legacy profile.
    #[must_use]
    pub fn definitions(&self) -> &'a [CapabilityDefinition] {
        self.core.spec.capability_definitions()
    }

    /// Whether the profile registers capabilities, and the provider knows what that is.
    #[must_use]
    pub const fn has_capabilities(&self) -> bool {
        self.core.has_capabilities
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
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.core.vocabulary.compiled
    }

    /// Takes a finding down.
    pub fn report(&mut self, violation: Violation) {
        self.findings.push(violation);
    }

    /// Takes several findings down.
    pub(crate) fn report_all(&mut self, violations: impl IntoIterator<Item = Violation>) {
        self.findings.extend(violations);
    }

    /// Reports where the halves do not correspond.
    pub(crate) fn compare(&mut self, images: &ImageEntries<'_>, extension: &Extension) {
        let (quirks, is_sound) = (self.quirks(), self.is_clean());
        let departures = correspondence::between(&self.core, images, extension, &quirks.providers, is_sound);
        let told = telling::tell(&departures, &self.core, images, extension, &quirks.findings);
        self.report_all(told);
    }

    /// Whether nothing was found so far.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Everything found.
    pub(crate) fn into_findings(self) -> Vec<Violation> {
        self.findings
    }
}
