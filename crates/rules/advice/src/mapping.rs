//! Parts of the provider section that Gardener accepts, but that leave Shoots without machines or have no effect.

mod coverage;
mod references;
mod repeated_regions;
mod support;
mod unknown_regions;

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{CloudProfileSpec, Region, Rule, Settings, Violation};
use rootstock_provider_api::{
    Extension, ImageEntries, NamespacedSection, ProviderConfig, ProviderOutcome, REGIONS_INCOMPLETE,
};

/// Both sections of a profile, and the settings.
struct Mapping<'a> {
    spec: &'a CloudProfileSpec,
    config: &'a dyn ProviderConfig,
    entries: ImageEntries<'a>,
    extension: &'a Extension,
    settings: &'a Settings,
    /// The findings about the provider section.
    found: &'a [Violation],
}

/// Returns warnings about the provider section of a profile in addition to the findings in `outcome`. `spec` should have
/// its defaults. There are none unless [`Settings::own_warnings`] asks for them.
#[must_use]
pub fn advise_mapping(spec: &CloudProfileSpec, outcome: &ProviderOutcome, settings: &Settings) -> Vec<Violation> {
    let Some(mapping) = Mapping::new(spec, outcome.config.as_deref(), outcome, settings) else { return Vec::new() };
    let mut advice = repeated_regions::check(&mapping.entries);
    advice.extend(unknown_regions::check(&mapping));
    advice.extend(coverage::check(&mapping, false));
    advice.extend(references::check(&mapping));
    advice.extend(support::without_capabilities(&mapping));
    advice.extend(support::omitted_architectures(&mapping));
    without_follow_ups(&outcome.violations, advice)
}

/// Like [`advise_mapping`], but for a NamespacedCloudProfile: covers its own entries only.
#[must_use]
pub fn advise_namespaced_mapping(
    section: &NamespacedSection<'_>,
    outcome: &ProviderOutcome,
    settings: &Settings,
) -> Vec<Violation> {
    let Some(config) = outcome.own.as_deref().filter(|_| settings.own_warnings) else { return Vec::new() };
    let spec = section.own_spec(config.extension(), &settings.quirks);
    let Some(mapping) = Mapping::new(&spec, Some(config), outcome, settings) else { return Vec::new() };
    let mut advice = repeated_regions::check(&mapping.entries);
    advice.extend(references::check(&mapping));
    let omitted = support::omitted_architectures(&mapping);
    // A region that one flavor lacks is reported as one error.
    let is_incomplete = outcome.violations.iter().any(|found| *found.rule == *REGIONS_INCOMPLETE);
    if omitted.is_empty() && !is_incomplete {
        advice.extend(unknown_regions::check(&mapping));
        advice.extend(coverage::check(&mapping, true));
    }
    advice.extend(omitted);
    without_follow_ups(&outcome.violations, advice)
}

/// Returns whether a rule belongs to [`advise_mapping`] and [`advise_namespaced_mapping`], whose warnings do not depend
/// on whether [advice](crate::advise) is requested.
///
/// ```
/// let rules = rootstock_advice::rules();
/// let always = rules.iter().filter(|rule| rootstock_advice::is_about_mapping(rule));
/// assert_eq!(always.count(), 9);
/// ```
#[must_use]
pub fn is_about_mapping(rule: &Rule) -> bool {
    let own = [
        &coverage::IMAGE_NOT_IN_REGION,
        &references::PROVIDER_REFERENCE_ACROSS_ARCHITECTURES,
        &references::PROVIDER_REFERENCE_ACROSS_REGIONS,
        &references::PROVIDER_REFERENCE_ACROSS_VERSIONS,
        &references::PROVIDER_REFERENCE_NAMES_OTHER_VERSION,
        &repeated_regions::PROVIDER_REGION_REPEATED,
        &support::PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN,
        &support::PROVIDER_WITHOUT_CAPABILITIES,
        &unknown_regions::PROVIDER_REGION_UNKNOWN,
    ];
    own.iter().any(|one| one.name == rule.name)
}

/// Returns whether a rule is about images that are missing in a region, as a partial mapping has them.
///
/// ```
/// let rules = rootstock_advice::rules();
/// let about: Vec<&str> = rules.iter().filter(|rule| rootstock_advice::is_about_gaps(rule)).map(|rule| rule.name).collect();
/// assert_eq!(about, ["image-not-in-region"]);
/// ```
#[must_use]
pub fn is_about_gaps(rule: &Rule) -> bool {
    rule.name == coverage::IMAGE_NOT_IN_REGION.name
}

impl<'a> Mapping<'a> {
    /// Returns `None` if warnings are off, or if the extension would not look beyond a decoding error.
    fn new(
        spec: &'a CloudProfileSpec,
        config: Option<&'a dyn ProviderConfig>,
        outcome: &'a ProviderOutcome,
        settings: &'a Settings,
    ) -> Option<Self> {
        let is_checked = outcome.decodable || !settings.quirks.findings.follow_up_errors;
        let config = config.filter(|_| settings.own_warnings && is_checked)?;
        let (entries, extension) = (config.entries(), config.extension());
        Some(Self { spec, config, entries, extension, settings, found: &outcome.violations })
    }

    /// Returns whether the extension chooses images by the capabilities that the profile registers.
    fn has_capabilities(&self) -> bool {
        self.extension.knows_capabilities() && self.spec.has_capabilities()
    }

    /// Returns the regions of the profile that have a name, with their positions.
    fn regions(&self) -> impl Iterator<Item = (usize, &'a Region)> {
        self.spec.regions.iter().flatten().enumerate().filter(|(_, region)| !region.name.is_empty())
    }
}
