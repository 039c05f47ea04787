//! The context of a check of `providerConfig`: its input and the findings it collects.

use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::{CapabilityDefinition, CloudProfileSpec, Quirks, Release, Settings, Violation};
use rootstock_worker_capabilities::Entry as WorkerCapability;

use crate::core_section::CoreSection;
use crate::{Extension, ImageEntries, correspondence, diagnostics};

/// A check in progress: the core section of the profile, the settings, and the findings so far.
pub struct Checker<'a> {
    pub(crate) core: CoreSection<'a>,
    settings: &'a Settings,
    /// The capabilities that the provider defines, regardless of the feature gate.
    pub(crate) worker_capabilities: &'static [WorkerCapability],
    /// Whether the extension refuses missing images, versions, and names of versions.
    pub(crate) requires_images: bool,
    /// Whether entries in legacy format are refused next to those with flavors.
    single_format: bool,
    /// The release that accepts them again.
    mixes_formats_since: Option<Release>,
    renamed_capability: Option<(&'static str, &'static str)>,
    /// The name under which the release reads flavors, if it is another one, and the release.
    pub(crate) renamed_flavors: Option<(&'static str, String)>,
    pub(crate) findings: Vec<Violation>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(spec: &'a CloudProfileSpec, settings: &'a Settings, extension: &Extension) -> Self {
        Self {
            core: CoreSection::new(spec, settings, extension),
            settings,
            worker_capabilities: extension.worker_capabilities,
            requires_images: extension.comparison.requires_images,
            single_format: extension.running.is_some() && !extension.mixes_formats(),
            mixes_formats_since: extension.mixes_formats_since(),
            renamed_capability: extension.renamed_capability,
            renamed_flavors: extension.renamed_flavors.map(|name| (name, extension.shown())),
            findings: Vec::new(),
        }
    }

    /// Returns the core section.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.core.spec
    }

    /// Returns the settings of the check.
    #[must_use]
    pub const fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// Returns the registered capabilities; empty in a legacy profile.
    #[must_use]
    pub fn definitions(&self) -> &'a [CapabilityDefinition] {
        self.core.spec.capability_definitions()
    }

    /// Whether the profile registers capabilities and the provider supports them.
    #[must_use]
    pub const fn has_capabilities(&self) -> bool {
        self.core.has_capabilities
    }

    /// Whether the release of the extension refuses entries in legacy format in a profile with capabilities.
    #[must_use]
    pub const fn refuses_legacy_entries(&self) -> bool {
        self.core.has_capabilities && self.single_format
    }

    /// Returns the later release of the extension that accepts entries of both formats in a profile with capabilities, if the one in
    /// question does not.
    pub(crate) const fn mixes_formats_since(&self) -> Option<Release> {
        self.mixes_formats_since
    }

    /// Returns the name that the release of the extension gives a capability of the plug-in.
    #[must_use]
    pub fn capability_name(&self, own: &'static str) -> &'static str {
        self.renamed_capability.filter(|(renamed, _)| *renamed == own).map_or(own, |(_, name)| name)
    }

    /// Returns the quirks in force.
    #[must_use]
    pub const fn quirks(&self) -> &'a Quirks {
        &self.settings.quirks
    }

    /// Whether one mistake may raise several errors, as in Gardener.
    #[must_use]
    pub const fn follow_ups(&self) -> bool {
        self.settings.quirks.findings.follow_up_errors
    }

    /// Returns the registered capabilities, compiled.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.core.vocabulary.compiled
    }

    /// Records a finding.
    pub fn report(&mut self, violation: Violation) {
        self.findings.push(violation);
    }

    /// Records several findings.
    pub(crate) fn report_all(&mut self, violations: impl IntoIterator<Item = Violation>) {
        self.findings.extend(violations);
    }

    /// Reports the differences between the two sections.
    pub(crate) fn compare(&mut self, images: &ImageEntries<'_>, extension: &Extension) {
        let (quirks, is_sound) = (self.quirks(), self.is_clean());
        let section_mismatches =
            correspondence::compare_sections(&self.core, images, extension, &quirks.providers, is_sound);
        let reported = diagnostics::to_violations(&section_mismatches, &self.core, images, extension, &quirks.findings);
        self.findings.extend(reported);
    }

    /// Whether there are no findings so far.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns all findings.
    pub(crate) fn into_findings(self) -> Vec<Violation> {
        self.findings
    }
}
