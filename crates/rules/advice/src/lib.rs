//! Advice about CloudProfiles that Gardener accepts, but that do not work as intended.
//!
//! Admission reports errors; advice reports parts that are accepted but will not do what the author expects: a machine
//! type that no image fits, a flavor that is never selected, a version whose expiration makes the same manifest fail
//! next week. None of its findings is an error, and admission does not depend on it: a controller that only wants
//! Gardener's verdict does not pay for it.
//!
//! One cause gives one finding. Advice does not repeat what admission or the provider has already reported, and advice
//! at the path of an error or a warning is withheld until that is fixed.
//!
//! ```
//! use rootstock_advice::{AdviceOptions, CoreSubject, advise};
//! use rootstock_core_model::{CloudProfile, Semantics, Settings};
//!
//! let profile: CloudProfile = serde_json::from_str(r#"{"spec": {
//!     "machineCapabilities": [
//!         {"name": "architecture", "values": ["amd64"]},
//!         {"name": "supportsNVMe", "values": ["true", "false"]}],
//!     "machineTypes": [{"name": "m", "memory": "8Gi", "capabilities": {"supportsNVMe": ["true"]}}],
//!     "machineImages": [{"name": "i", "versions": [{"version": "1.0.0", "capabilityFlavors": [
//!         {"supportsNVMe": ["true"]}, {"supportsNVMe": ["false"]}]}]}]
//! }}"#)?;
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let found = advise(&CoreSubject::new(&profile, &settings).into(), &AdviceOptions::default());
//! let rules: Vec<&str> = found.iter().map(|violation| violation.rule.name).collect();
//! assert_eq!(rules, ["capability-not-positive", "flavor-never-selected"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bastion;
mod custom_verbs;
mod expiring_soon;
mod foreign_prefixes;
mod kubernetes_support;
mod legacy_values;
mod listing;
mod mapping;
mod mismatches;
mod near_errors;
mod offering;
mod omissions;
mod outdated_overrides;
mod positive_values;
mod regional_flavors;
mod regional_settings;
mod size_budget;
mod size_units;
mod stale_status;
mod subject;
mod unclassified;
mod update_targets;
mod value_order;
mod vocabulary_use;
mod way_forward;

use rootstock_core_model::{Rule, Violation};
use rootstock_maintenance::versions_report;

pub use custom_verbs::advise_verbs;
pub use kubernetes_support::{SupportedKubernetes, advise_shoot};
pub use mapping::{advise_mapping, advise_namespaced_mapping, is_about_gaps, is_about_mapping};
pub use outdated_overrides::advise_namespaced;
pub use subject::{AdviceOptions, AdviceSubject, CoreSubject};

/// Returns all advice about a profile, in the order of the checks: first about the core section alone, then about both
/// sections. The time is linear in the size of the profile, except for the comparison of its distinct machine types with
/// its distinct flavors.
#[must_use]
pub fn advise(subject: &AdviceSubject<'_>, options: &AdviceOptions) -> Vec<Violation> {
    let (core, mut advice) = (&subject.core, Vec::new());
    positive_values::check(core, &mut advice);
    legacy_values::check(core, &mut advice);
    foreign_prefixes::check(core, &mut advice);
    bastion::check(subject, &mut advice);
    kubernetes_support::check(core, &mut advice);
    let report = versions_report(&core.profile.spec, core.settings.now, &core.settings.quirks);
    update_targets::check(&report, &mut advice);
    way_forward::check(&report, &mut advice);
    unclassified::check(&report, &mut advice);
    stale_status::check(core, &report, &mut advice);
    size_units::check(core, &mut advice);
    size_budget::check(core, &mut advice);
    expiring_soon::check(core, options, &mut advice);
    let entries = subject.config.map(|config| config.entries());
    vocabulary_use::check(subject, entries.as_ref(), &mut advice);
    value_order::check(subject, &mut advice);
    if let Some(offering) = offering::Offering::of(subject, entries.as_ref()) {
        omissions::check(&offering, &mut advice);
        mismatches::check(subject, &offering, &mut advice);
        regional_flavors::check(&offering, &mut advice);
    }
    regional_settings::check(subject, &mut advice);
    near_errors::drop_advice_near_errors(&mut advice, subject.found);
    advice
}

/// Returns every rule of this crate, sorted by name. None of them is an error by default.
///
/// ```
/// use rootstock_core_model::Severity;
/// assert!(rootstock_advice::rules().iter().all(|rule| rule.severity > Severity::Error));
/// ```
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}
